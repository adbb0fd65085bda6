import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { openFolder } from '#server/platform/blobs/folder.ts'
import { openRecords } from '#server/platform/records/open.ts'
import { runs, property as test } from '#tests/runs.ts'

const writer = fileURLToPath(new URL('./children/writer.ts', import.meta.url))

/** Lets the writer work, kills it somewhere in what it does after so many writes, and answers what it acknowledged. */
async function killedAfter(
  writes: number,
  ms: number,
  dataDir: string,
  blobDir: string,
  round: number,
): Promise<string[]> {
  const child = spawn(process.execPath, [writer, dataDir, blobDir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acknowledged: string[] = []
  const exited = new Promise((resolve) => child.once('close', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line)
    if (acknowledged.length === writes) setTimeout(() => child.kill('SIGKILL'), ms)
  }
  await exited
  return acknowledged
}

describe('a process killed while it writes (SQLite)', () => {
  test('has lost nothing that it acknowledged: rows, files and a chain that verifies, time and again', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'affiant-kill-'))
    const blobDir = join(dataDir, 'files')
    const acknowledged: string[] = []
    const rounds = runs(5)
    for (let round = 0; round < rounds; round += 1)
      acknowledged.push(
        ...(await killedAfter(4 + ((round * 13) % 40), (round * 7) % 25, dataDir, blobDir, round)),
      )

    const records = await openRecords({ dataDir, databaseUrl: null })
    const blobs = await openFolder(blobDir)
    const rows = await records.read.selectFrom('blob').select(['sha256', 'at']).execute()
    const kept = new Set(rows.map(({ at }) => at))
    expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])
    // Row and audit row are there together or not at all, and no row names a file that is not whole.
    const verified = await verifyChain(records.read, 'project:1')
    expect(verified).toMatchObject({ firstBroken: null, rows: rows.length })
    for (const { sha256, at } of rows) {
      const bytes = await blobs.read(sha256)
      expect(bytes.toString()).toBe(`file ${at}`)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
    expect(readdirSync(join(blobDir, 'tmp'))).toEqual([])
    await records.close()
    rmSync(dataDir, { recursive: true })
  }, 60_000)
})
