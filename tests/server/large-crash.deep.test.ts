/**
 * An import of items that are larger than what is read, whose server, or who reads them for it, is killed in the middle of
 * one: the same rows and files as if it had not been, each once.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settledJob } from '#server/intake/import/import-path.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { film } from '#tests/fixtures/films.ts'
import { message } from '#tests/fixtures/mail.ts'
import { tar } from '#tests/fixtures/tar.ts'
import { allSettled } from './all-settled.ts'
import { startServer, type TestServer } from './harness.ts'
import { importResult } from './import-result.ts'
import { queueFiles } from './intake.ts'
import { canKillParsers } from './kill-parsers.ts'
import { killAt, type Moment, moments } from './large-moments.ts'
import { setProcessing } from './processing-settings.ts'

const mortal = fileURLToPath(new URL('./children/large-mortal.ts', import.meta.url))

/** Of so many pieces that one can be met in its middle. */
const size = 8 * 1024 * 1024
const films = [1, 2, 3].map((nth) => ({ name: `film-${nth}.mp4`, bytes: film(nth, size) }))
/** Packs so well that a message holds it that is read. */
const table = {
  name: 'table.csv',
  bytes: Buffer.from('id,name,amount\n'.concat('1,Okafor,12.50\n'.repeat(200_000))),
}
const small = (nth: number) => ({ name: `note-${nth}.txt`, bytes: Buffer.from(`Note ${nth}.`) })

/** One where it lies, two in an archive among small ones, one attached in an archive, and two of them once more. */
function sources() {
  const [lies, second, third] = films
  if (lies === undefined || second === undefined || third === undefined)
    throw new Error('There are three films.')
  const archive = { name: 'tables.zip', type: 'application/zip', bytes: zip([table, small(5)]) }
  return [
    lies,
    { name: 'all.zip', bytes: zip([small(1), second, small(2), third, small(3)]) },
    { name: 'mail.eml', bytes: message({ id: 'tables', subject: 'Tables', attachments: [archive] }) },
    {
      name: 'again.tar',
      bytes: tar([{ ...lies, name: 'same.mp4' }, { ...second, name: 'too.mp4' }, small(4)]),
    },
  ]
}

describe('an import of large items (SQLite)', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'affiant-large-kill-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** The data folder, with the job that waits there. */
  async function asked(name: string): Promise<{ dataDir: string; jobId: number }> {
    const dataDir = join(folder, name)
    const server = await startServer({ dialect: 'sqlite', dataDir, work: false })
    const companyId = await server.company()
    const project = await server.project(companyId)
    const user = await server.user({ role: 'ProjectManager', companyId })
    await server.member(project, user.userId, 'ProjectManager')
    await setProcessing(server, user, project, { itemMegabytes: 1 })
    const jobId = await queueFiles(server, { project, user, files: sources() })
    await server.close()
    return { dataDir, jobId }
  }

  /** Works on the job to its end; answers what it came to. */
  async function finished(
    { dataDir, jobId }: { dataDir: string; jobId: number },
    begun: (server: TestServer) => void = () => {},
  ) {
    const server = await startServer({ dialect: 'sqlite', dataDir })
    try {
      begun(server)
      const { records, blobs } = server.services
      expect((await settledJob(server.services, jobId)).state).toBe('CompletedWithErrors')
      await allSettled(server.services)
      const left = readdirSync(join(dataDir, 'spool'), { recursive: true, encoding: 'utf8' })
      const files = readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' })
      return {
        ...(await importResult(records.read, blobs)),
        inStore: files.toSorted(),
        inSpool: left.filter((path) => /(^|\/)(large|kept)-/.test(path)),
      }
    } finally {
      await server.close()
    }
  }
  const titles = (documents: readonly { readonly title: string }[]) => documents.map(({ title }) => title)

  /** What it comes to where nothing is killed; found out once. */
  let found: ReturnType<typeof undisturbed> | null = null
  const whole = (): ReturnType<typeof undisturbed> => (found ??= undisturbed())
  async function undisturbed() {
    const result = await finished(await asked('whole'))
    expect(result).toMatchObject({ damaged: [], firstBroken: null, unexplained: 0, inSpool: [] })
    expect(titles(result.documents)).toEqual([
      ...['film-1.mp4', 'note-1.txt', 'film-2.mp4', 'note-2.txt', 'film-3.mp4', 'note-3.txt'],
      ...['Tables', 'tables.zip', 'table.csv', 'note-5.txt', 'note-4.txt'],
    ])
    expect(result.exceptions.map(({ code }) => code)).toEqual([...films, table].map(() => 'tooLarge'))
    expect(result.job).toMatchObject({ promoted: 11, duplicates: 2, containers: 2, exceptions: 0 })
    const own = films.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
    const large = result.documents.filter(({ title }) => title.startsWith('film-'))
    expect(large.map(({ sha256 }) => sha256)).toEqual(own)
    return result
  }
  async function isAsUndisturbed(result: Awaited<ReturnType<typeof finished>>): Promise<void> {
    for (const [part, rows] of Object.entries(await whole()))
      expect({ part, rows: result[part as keyof typeof result] }).toEqual({ part, rows })
  }

  /** A server that is killed at a moment; answers what it said, which is nothing. */
  async function killed(dataDir: string, jobId: number, moment: Moment): Promise<string> {
    const child = spawn(process.execPath, [mortal, dataDir, String(jobId), moment, String(size)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return await text(child.stdout)
  }

  it('comes to the same rows and files where the server is killed in the middle of each', async () => {
    const { dataDir, jobId } = await asked('killed')
    for (const moment of moments)
      expect({ moment, said: await killed(dataDir, jobId, moment) }).toEqual({ moment, said: '' })
    await isAsUndisturbed(await finished({ dataDir, jobId }))
  }, 240_000)

  it.each(canKillParsers ? (['hashed', 'written', 'copied'] as const) : (['hashed', 'written'] as const))(
    'comes to the same rows and files where only the process is killed that reads: %s',
    async (moment) => {
      let lost = () => 0
      const result = await finished(await asked('read'), ({ services }) => {
        lost = killAt(services, { moment, size, victim: 'reader' })
      })
      expect(lost()).toBe(1)
      await isAsUndisturbed(result)
    },
    240_000,
  )
})
