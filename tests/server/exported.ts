/** An audit export, taken apart and verified as somebody would who has nothing else. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** The files of a zip, by name. */
export async function filesOf(zip: Uint8Array): Promise<Record<string, Buffer>> {
  const opened = await yauzl.fromBufferPromise(Buffer.from(zip), { lazyEntries: true })
  const files: Record<string, Buffer> = {}
  for await (const entry of opened.eachEntry())
    files[entry.fileName] = await buffer(await opened.openReadStreamPromise(entry))
  return files
}

/** Runs the verifier that came with an export, in a folder with nothing but the export's files. */
export async function runVerifier(
  files: Readonly<Record<string, Buffer>>,
  words: readonly string[] = ['audit.ndjson'],
  node = process.execPath,
): Promise<{ code: number; out: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-export-'))
  try {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
    return await new Promise((resolve) => {
      execFile(node, ['verify-audit.mjs', ...words], { cwd: folder, env: {} }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr }),
      )
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
