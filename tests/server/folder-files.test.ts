/** Files of a server's folder as file systems have them: with names that are bytes, and changed while they are read. */
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as contract from '#contracts/collect.ts'
import { getJob, retryJob } from '#contracts/jobs.ts'
import { createCustodian } from '#contracts/project.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { newSource } from './uploads.ts'

/** What somebody does to the folder just before and just after a file of it is read. */
const others = vi.hoisted(() => ({
  before: (_path: string): void => undefined,
  after: (_path: string): void => undefined,
}))
vi.mock('#server/intake/sources/copy-file.ts', async (original) => {
  const real = await original<typeof import('#server/intake/sources/copy-file.ts')>()
  const copyOf: typeof real.copyOf = async (path, target) => {
    others.before(String(path))
    const copied = await real.copyOf(path, target)
    others.after(String(path))
    return copied
  }
  return { copyOf }
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** A name in the bytes of an old file server. */
const latin1 = (name: string) => Buffer.from(name, 'latin1')
const below = (folder: string | Buffer, name: Buffer) =>
  Buffer.concat([Buffer.from(folder), Buffer.from('/'), name])

/** Whether files of the system's temporary folder may have such names: those of Linux may, as a rule. */
function namesAreBytes(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-names-'))
  try {
    writeFileSync(below(folder, latin1('\xe9')), '')
    return process.platform === 'linux'
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
const bytes = namesAreBytes()
if (!bytes) console.warn('Names are no bytes on this file system: those that are no UTF-8 are not tried.')

describe.each(costlyDialects)('files of a folder of the server on %s', (dialect) => {
  let server: TestServer
  let user: TestUser
  let project: number
  let share: string
  let sources = 0

  beforeAll(async () => {
    share = mkdtempSync(join(tmpdir(), 'affiant-share-'))
    server = await startServer({ dialect, env: { AFFIANT_COLLECT_FROM: `${share}=company-1` } })
    const companyId = await server.company()
    project = await server.project(companyId, { prefix: 'FIL' })
    user = await server.user({ role: 'LitigationSupport', companyId })
    await server.member(project, user.userId, 'LitigationSupport')
  }, 60_000)
  afterEach(() => {
    others.before = () => undefined
    others.after = () => undefined
  })
  afterAll(async () => {
    await server.close()
    rmSync(share, { recursive: true, force: true })
  })

  async function source(): Promise<number> {
    const name = `Custodian ${++sources}`
    const { custodianId } = (await server.call(user, createCustodian, { project, body: { name } })).data
    return await newSource(server, user, project, custodianId, name)
  }
  async function settled(jobId: number) {
    await settledJob(server.services, jobId)
    return (await server.call(user, getJob, { project, query: { jobId } })).data
  }
  async function collect(sourceId: number, ...path: string[]) {
    const asked = { project, params: { sourceId }, body: { root: 0, path } }
    return await settled((await server.call(user, contract.collectFolder, asked)).data.jobId)
  }
  async function retry(jobId: number) {
    await server.call(user, retryJob, { project, body: { jobId } })
    return await settled(jobId)
  }
  const files = async (sourceId: number) =>
    (await server.call(user, contract.listSourceFiles, { project, params: { sourceId } })).data.data
  const came = async (sourceId: number) =>
    (await files(sourceId)).map((file) => [file.path.join('/'), file.sha256])
  const exceptions = async (jobId: number) =>
    (await server.call(user, contract.listExceptions, { project, query: { jobId } })).data.data.map(
      ({ path, code, reason }) => [path.join('/'), code, reason],
    )
  const change = (jobId: number, to: { cursor?: string; state?: 'Failed' }) =>
    server.services.records.write('interactive', async (trx) => {
      await trx.updateTable('job').set(to).where('job_id', '=', jobId).execute()
    })

  it('nobody says how long a collection will take, as nobody knows what it will still find', async () => {
    mkdirSync(join(share, 'unknown'))
    writeFileSync(join(share, 'unknown', 'a.txt'), 'One.')
    const { jobId } = await collect(await source(), 'unknown')
    const now = { rate: 3, seconds_left: 0, lease_owner: 'another', lease_until: '2999-01-01T00:00:00.000Z' }
    const set = (to: Partial<typeof now> & { state: 'Running' | 'Completed' }) =>
      server.services.records.write('interactive', async (trx) => {
        await trx.updateTable('job').set(to).where('job_id', '=', jobId).execute()
      })
    await set({ state: 'Running', ...now })
    const running = (await server.call(user, getJob, { project, query: { jobId } })).data
    await set({ state: 'Completed' })
    expect(running).toMatchObject({ state: 'Running', rate: 3, secondsLeft: null })
  })

  it('come from the folder that was chosen, whatever the configuration names in its place since', async () => {
    const other = mkdtempSync(join(tmpdir(), 'affiant-share-of-others-'))
    const { config } = server.services
    const rootOf = (path: string) => ({ path, companies: [1], projects: [] })
    try {
      for (const folder of [share, other]) mkdirSync(join(folder, 'matter'))
      writeFileSync(join(share, 'matter', 'plan.txt'), 'Ours.')
      writeFileSync(join(other, 'matter', 'plan.txt'), 'Of another matter.')
      others.before = () => {
        rmSync(join(share, 'matter', 'plan.txt'))
        others.before = () => undefined
      }
      const sourceId = await source()
      const { jobId } = await collect(sourceId, 'matter')
      expect(await exceptions(jobId)).toEqual([['plan.txt', 'missing', 'It vanished before it was read.']])
      writeFileSync(join(share, 'matter', 'plan.txt'), 'Ours.')
      Object.assign(config, { collectFrom: [rootOf(other)] })
      expect(await retry(jobId)).toMatchObject({
        state: 'Failed',
        message: expect.stringContaining('its configuration has changed since'),
      })
      expect(await came(sourceId)).toEqual([])
      Object.assign(config, { collectFrom: [rootOf(other), rootOf(share)] })
      await retry(jobId)
      expect(await came(sourceId)).toEqual([['plan.txt', sha256('Ours.')]])
    } finally {
      Object.assign(config, { collectFrom: [rootOf(share)] })
      rmSync(other, { recursive: true, force: true })
    }
  })

  it('are tried again also where more of them were asked for than one question to the records can name', async () => {
    mkdirSync(join(share, 'many'))
    writeFileSync(join(share, 'many', 'a.txt'), 'Words.')
    others.before = (path) => {
      rmSync(path)
      others.before = () => undefined
    }
    const sourceId = await source()
    const { jobId } = await collect(sourceId, 'many')
    const { data } = (await server.call(user, contract.listExceptions, { project, query: { jobId } })).data
    const lost = data[0]?.exceptionId ?? 0
    writeFileSync(join(share, 'many', 'a.txt'), 'Words.')
    // As a folder leaves it that could not be read, and in which there are so many.
    const asked = JSON.stringify([lost, ...Array.from({ length: 70_000 }, (_, at) => lost + 1 + at)])
    await server.services.records.write('interactive', async (trx) => {
      await trx
        .updateTable('job')
        .set({ state: 'Queued', retry: 1, retry_only: asked })
        .where('job_id', '=', jobId)
        .execute()
    })
    server.services.jobs.wake()
    expect(await settled(jobId)).toMatchObject({ state: 'Completed', exceptions: 0 })
    expect(await came(sourceId)).toEqual([['a.txt', sha256('Words.')]])
  })

  it.skipIf(process.platform === 'win32')('may lie in a folder whose name has a backslash', async () => {
    mkdirSync(join(share, 'drive C\\mail'))
    writeFileSync(join(share, 'drive C\\mail', 'a.txt'), 'Words.')
    const sourceId = await source()
    await collect(sourceId, 'drive C\\mail')
    expect(await came(sourceId)).toEqual([['a.txt', sha256('Words.')]])
  })

  describe('that is changed meanwhile', () => {
    it('a file or a folder that vanishes before it is read is said so, and comes when it is back', async () => {
      const folder = join(share, 'vanishing')
      mkdirSync(join(folder, 'inner'), { recursive: true })
      writeFileSync(join(folder, 'inner', 'c.txt'), 'Third.')
      for (const name of ['a.txt', 'b.txt', 'z.txt']) writeFileSync(join(folder, name), name)
      // All names of the folder have been read by then.
      others.after = (path) => {
        if (!path.endsWith('a.txt')) return
        rmSync(join(folder, 'b.txt'))
        rmSync(join(folder, 'inner'), { recursive: true })
      }
      const sourceId = await source()
      const job = await collect(sourceId, 'vanishing')
      expect(job).toMatchObject({ state: 'CompletedWithErrors', itemsDone: 4, exceptions: 2 })
      expect(await exceptions(job.jobId)).toEqual([
        ['b.txt', 'missing', 'It vanished before it was read.'],
        ['inner', 'missing', 'It vanished before it was read.'],
      ])
      expect(await came(sourceId)).toEqual([
        ['a.txt', sha256('a.txt')],
        ['z.txt', sha256('z.txt')],
      ])
      // Nothing has come back yet.
      others.after = () => undefined
      expect(await retry(job.jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 2 })
      writeFileSync(join(folder, 'b.txt'), 'Back again.')
      mkdirSync(join(folder, 'inner'))
      writeFileSync(join(folder, 'inner', 'c.txt'), 'Third.')
      expect(await retry(job.jobId)).toMatchObject({ state: 'Completed', itemsDone: 4, exceptions: 0 })
      expect((await came(sourceId)).slice(2)).toEqual([
        ['b.txt', sha256('Back again.')],
        ['inner/c.txt', sha256('Third.')],
      ])
    })

    it('a file that changes while it is read is said so and not kept, and comes as it is when it rests', async () => {
      const folder = join(share, 'changing')
      mkdirSync(folder)
      for (const name of ['behind.txt', 'before.txt', 'in-place.txt', 'rests.txt'])
        writeFileSync(join(folder, name), name)
      others.before = (path) => {
        if (path.endsWith('before.txt')) appendFileSync(path, ' and more')
      }
      others.after = (path) => {
        if (path.endsWith('behind.txt')) appendFileSync(path, ' and more')
        if (!path.endsWith('in-place.txt')) return
        const later = new Date(statSync(path).mtimeMs + 10_000)
        writeFileSync(path, 'ecalp-ni.txt')
        utimesSync(path, later, later)
      }
      const sourceId = await source()
      const job = await collect(sourceId, 'changing')
      expect(job).toMatchObject({ state: 'CompletedWithErrors', itemsDone: 4, exceptions: 3 })
      const words = 'It changed while it was being read.'
      expect(await exceptions(job.jobId)).toEqual([
        ['before.txt', 'changed', words],
        ['behind.txt', 'changed', words],
        ['in-place.txt', 'changed', words],
      ])
      expect(await came(sourceId)).toEqual([['rests.txt', sha256('rests.txt')]])
      others.before = () => undefined
      others.after = () => undefined
      expect(await retry(job.jobId)).toMatchObject({ state: 'Completed', itemsDone: 4, exceptions: 0 })
      expect((await came(sourceId)).slice(1)).toEqual([
        ['before.txt', sha256('before.txt and more')],
        ['behind.txt', sha256('behind.txt and more')],
        ['in-place.txt', sha256('ecalp-ni.txt')],
      ])
    })
  })

  describe.runIf(bytes)('with names that are no UTF-8', () => {
    const write = (folder: string | Buffer, name: Buffer, text: string) =>
      writeFileSync(below(folder, name), text)

    it('come with their folders, shown as text, each apart from the others', async () => {
      const folder = join(share, 'old')
      const inner = below(folder, latin1('Gr\xf6\xdfe'))
      mkdirSync(folder)
      mkdirSync(inner)
      write(folder, Buffer.from('café.txt'), 'In UTF-8.')
      write(folder, latin1('caf\xe9.txt'), 'In Latin-1.')
      write(folder, latin1('r\xe9sum\xe9.txt'), 'Beside them.')
      write(inner, latin1('\xfcber.txt'), 'Further in.')
      const sourceId = await source()
      const job = await collect(sourceId, 'old')
      expect(job).toMatchObject({ state: 'Completed', itemsDone: 4, exceptions: 0 })
      expect(await came(sourceId)).toEqual([
        ['Größe/über.txt', sha256('Further in.')],
        ['café.txt', sha256('In UTF-8.')],
        [expect.stringMatching(/^café \([\da-f]{8}\)\.txt$/), sha256('In Latin-1.')],
        ['résumé.txt', sha256('Beside them.')],
      ])

      // It goes on behind any of them, and takes none twice.
      const second = latin1('caf\xe9.txt')
      const after = [`${second.toString()}/${second.toString('hex')}`]
      await change(job.jobId, { state: 'Failed', cursor: JSON.stringify({ after, ended: false }) })
      await retry(job.jobId)
      expect((await came(sourceId)).slice(4)).toEqual([['résumé.txt', sha256('Beside them.')]])

      // Such a folder is chosen by the name that is shown.
      const place = { root: 0, path: ['old'] }
      const look = await server.call(user, contract.readServerFolder, { project, body: place })
      expect(look.data).toMatchObject({ folders: ['Größe'], files: 3, bytes: 9 + 11 + 12 })
      const alone = await source()
      expect(await collect(alone, 'old', 'Größe')).toMatchObject({ state: 'Completed', itemsDone: 1 })
      expect(await came(alone)).toEqual([['über.txt', sha256('Further in.')]])
    })

    it('are found again by a retry, and a link among them is not followed', async () => {
      const folder = join(share, 'old-links')
      const inner = below(folder, latin1('d\xe9j\xe0'))
      mkdirSync(folder)
      mkdirSync(inner)
      const outside = join(share, 'outside.txt')
      writeFileSync(outside, 'Not of this folder.')
      symlinkSync(outside, below(inner, latin1('li\xe9.txt')))
      symlinkSync(share, below(folder, latin1('o\xf9')))
      const sourceId = await source()
      const job = await collect(sourceId, 'old-links')
      const link = 'It is a link or no file: links are not followed.'
      expect(await exceptions(job.jobId)).toEqual([
        ['déjà/lié.txt', 'unsupportedType', link],
        ['où', 'unsupportedType', link],
      ])
      expect(await retry(job.jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 2 })
      rmSync(below(inner, latin1('li\xe9.txt')))
      write(inner, latin1('li\xe9.txt'), 'A file now.')
      rmSync(below(folder, latin1('o\xf9')))
      mkdirSync(below(folder, latin1('o\xf9')))
      write(below(folder, latin1('o\xf9')), latin1('l\xe0.txt'), 'There.')
      expect(await retry(job.jobId)).toMatchObject({ state: 'Completed', exceptions: 0 })
      expect(await came(sourceId)).toEqual([
        ['déjà/lié.txt', sha256('A file now.')],
        ['où/là.txt', sha256('There.')],
      ])
    })

    it('are found where an earlier version has recorded them without their bytes, if only one can be meant', async () => {
      const folder = join(share, 'older')
      mkdirSync(folder)
      symlinkSync(share, below(folder, latin1('\xe9t\xe9.txt')))
      const sourceId = await source()
      const job = await collect(sourceId, 'older')
      await server.services.records.write('interactive', async (trx) => {
        const row = { path: JSON.stringify(['\ufffdt\ufffd.txt']), code: 'missing', raw_path: null }
        await trx.updateTable('exception').set(row).where('job_id', '=', job.jobId).execute()
      })
      rmSync(below(folder, latin1('\xe9t\xe9.txt')))
      write(folder, latin1('\xe9t\xe9.txt'), 'Summer.')
      write(folder, latin1('\xf9t\xe9.txt'), 'Another.')
      expect(await retry(job.jobId)).toMatchObject({ exceptions: 1 })
      rmSync(below(folder, latin1('\xf9t\xe9.txt')))
      expect(await retry(job.jobId)).toMatchObject({ state: 'Completed', exceptions: 0 })
      expect((await files(sourceId)).map((file) => file.sha256)).toEqual([sha256('Summer.')])
    })
  })

  describe.runIf(bytes)('of which one is lost while another reads like it', () => {
    const write = (folder: string | Buffer, name: Buffer, text: string) =>
      writeFileSync(below(folder, name), text)
    const gone = 'It vanished before it was read.'

    it('the other does not come in the place of the lost one, which stays an exception', async () => {
      const folder = join(share, 'lost')
      mkdirSync(folder)
      symlinkSync(share, join(folder, 'café.txt'))
      write(folder, latin1('caf\xe9.txt'), 'In Latin-1.')
      const sourceId = await source()
      const job = await collect(sourceId, 'lost')
      const arrived = [[expect.stringMatching(/^café \([\da-f]{8}\)\.txt$/), sha256('In Latin-1.')]]
      expect(await came(sourceId)).toEqual(arrived)
      rmSync(join(folder, 'café.txt'))
      expect(await retry(job.jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 1 })
      expect(await exceptions(job.jobId)).toEqual([['café.txt', 'missing', gone]])
      expect(await came(sourceId)).toEqual(arrived)

      // Also where an earlier version has recorded it.
      await server.services.records.write('interactive', async (trx) => {
        await trx.updateTable('exception').set('raw_path', null).where('job_id', '=', job.jobId).execute()
      })
      expect(await retry(job.jobId)).toMatchObject({ exceptions: 1 })
      expect(await came(sourceId)).toEqual(arrived)
    })

    it('the other way round it does not either, nor within a folder that could not be read', async () => {
      const folder = join(share, 'lost-inside')
      const odd = below(folder, latin1('d\xe9j\xe0'))
      mkdirSync(folder)
      symlinkSync(share, odd)
      const sourceId = await source()
      const job = await collect(sourceId, 'lost-inside')
      rmSync(odd)
      mkdirSync(odd)
      for (const name of ['a.txt', 'é.txt']) symlinkSync(share, below(odd, Buffer.from(name)))
      write(odd, latin1('\xe9.txt'), 'In Latin-1.')
      expect(await retry(job.jobId)).toMatchObject({ exceptions: 2 })
      // All that was lost has a namesake.
      for (const name of ['a.txt', 'é.txt']) rmSync(below(odd, Buffer.from(name)))
      mkdirSync(join(folder, 'déjà'))
      for (const name of ['a.txt', 'é.txt']) writeFileSync(join(folder, 'déjà', name), 'Elsewhere.')
      expect(await retry(job.jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 2 })
      expect(await exceptions(job.jobId)).toEqual([
        ['déjà/a.txt', 'missing', gone],
        ['déjà/é.txt', 'missing', gone],
      ])
      expect((await files(sourceId)).map((file) => file.sha256)).toEqual([sha256('In Latin-1.')])
    })

    it('the folder of a collection is the one that was chosen, and no other that reads like it', async () => {
      const folder = join(share, 'née')
      mkdirSync(folder)
      symlinkSync(share, join(folder, 'a.txt'))
      const sourceId = await source()
      const job = await collect(sourceId, 'née')
      rmSync(folder, { recursive: true })
      const other = below(share, latin1('n\xe9e'))
      mkdirSync(other)
      write(other, Buffer.from('a.txt'), 'Elsewhere.')
      expect(await retry(job.jobId)).toMatchObject({ state: 'Failed', exceptions: 1 })
      expect(await files(sourceId)).toEqual([])
    })
  })
})
