/** Every form in which mail is brought in, uploaded and on the command line: all of it comes, byte for byte. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { create } from 'tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginUpload, finishUpload, putChunk } from '#contracts/collect.ts'
import { getJob } from '#contracts/jobs.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { inDeepRun } from '#tests/runs.ts'
import { mbox, message } from '../fixtures/mail.ts'
import { startServer, type TestServer, type TestUser } from './harness.ts'
import { newSource, processed } from './uploads.ts'

const cli = fileURLToPath(new URL('../../server/cli/main.ts', import.meta.url))
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** As mail servers name what they keep: dots, a colon, commas, and no extension that anybody knows. */
const names = [
  'cur/1234.M5P6.host:2,S',
  'cur/1235.M6P7V08.mail.host.example,S=812:2,RS',
  'new/1236.M7P8.host',
]

interface Form {
  readonly name: string
  /** The messages, as they are to be kept. */
  readonly messages: readonly Buffer[]
  /** Where each of them was found, below the form itself. */
  readonly found: readonly (readonly string[])[]
  readonly path: string
}

describe('mail', () => {
  let root: string
  let server: TestServer
  let user: TestUser
  let company: number
  let forms: ReadonlyMap<string, Form>
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'affiant-sources-'))
    server = await startServer({ dataDir: join(root, 'data') })
    company = await server.company()
    user = await server.user({ role: 'ClientAdmin', companyId: company })
    await server.user({ role: 'SystemAdmin' })
    forms = new Map(
      await Promise.all(
        Object.entries(made).map(async ([name, make]) => {
          const folder = join(root, name.replaceAll(/\W/g, '-'))
          mkdirSync(folder)
          return [name, await make(folder)] as const
        }),
      ),
    )
  })
  afterAll(async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  })

  const letter = (form: string, i: number, eol?: string): Buffer =>
    message({ id: `${form}-${i}`, subject: `${form} ${i}`, text: `What was written, ${i}.` }, eol)
  const letters = (form: string): Buffer[] => names.map((_, i) => letter(form, i))

  /** A maildir on the disk, with the messages under its names. */
  function maildir(folder: string, messages: readonly Buffer[]): string {
    const path = join(folder, 'Maildir')
    for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(path, part), { recursive: true })
    for (const [i, name] of names.entries()) writeFileSync(join(path, name), messages[i] ?? '')
    return path
  }
  const file = (folder: string, name: string, bytes: Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }
  const inMaildir = names.map((name) => [`Maildir/${name}`])

  const made: Readonly<Record<string, (folder: string) => Promise<Form>>> = {
    eml: async (folder) => {
      const messages = [letter('eml', 0)]
      return {
        name: 'one.eml',
        messages,
        found: [[]],
        path: file(folder, 'one.eml', Buffer.concat(messages)),
      }
    },
    mbox: async (folder) => {
      const messages = names.map((_, i) => letter('mbox', i, '\n'))
      const path = file(folder, 'box.mbox', mbox(messages))
      return {
        name: 'box.mbox',
        messages,
        found: names.map(() => [expect.stringMatching(/^message@/)]),
        path,
      }
    },
    zip: async (folder) => {
      const messages = letters('zip')
      const entries = names.map((name, i) => ({
        name: `Maildir/${name}`,
        bytes: messages[i] ?? Buffer.alloc(0),
      }))
      return { name: 'mail.zip', messages, found: inMaildir, path: file(folder, 'mail.zip', zip(entries)) }
    },
    tar: async (folder) => {
      const messages = letters('tar')
      maildir(folder, messages)
      const path = join(folder, 'mail.tar')
      await create({ cwd: folder, file: path }, ['Maildir'])
      return { name: 'mail.tar', messages, found: inMaildir, path }
    },
    'tar.gz': async (folder) => {
      const messages = letters('targz')
      maildir(folder, messages)
      const path = join(folder, 'mail.tar.gz')
      await create({ cwd: folder, file: path, gzip: true }, ['Maildir'])
      return { name: 'mail.tar.gz', messages, found: inMaildir.map((below) => ['mail.tar', ...below]), path }
    },
  }

  async function upload(project: number, path: string): Promise<void> {
    const { custodian_id: custodianId } = await server.services.records.write('interactive', (trx) =>
      trx
        .insertInto('custodian')
        .values({ project_id: project, name: 'Rivera' })
        .returning('custodian_id')
        .executeTakeFirstOrThrow(),
    )
    const bytes = readFileSync(path)
    const sourceId = await newSource(server, user, project, custodianId)
    const body = { fileName: basename(path), size: bytes.length, sourceId }
    const { uploadId } = (await server.call(user, beginUpload, { project, body })).data
    await server.call(user, putChunk, { project, params: { uploadId }, query: { offset: 0 }, body: bytes })
    const asked = { project, params: { uploadId }, body: { sha256: sha(bytes) } }
    await server.call(user, finishUpload, asked)
    await settledJob(server.services, await processed(server, user, project, sourceId))
  }

  async function onCommandLine(project: number, path: string): Promise<void> {
    const words = ['import', path, '--project', String(project), '--custodian', 'Rivera']
    const child = spawn(process.execPath, [cli, ...words], {
      env: { PATH: process.env.PATH, AFFIANT_DATA: join(root, 'data'), AFFIANT_SAMPLE: 'off' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said = text(child.stderr)
    const [code] = await once(child, 'close')
    expect(code, await said).toBe(0)
  }

  async function isWhole(project: number, { name, messages, found }: Form): Promise<void> {
    const { read } = server.services.records
    const rows = await read
      .selectFrom('document')
      .select(['sha256', 'source_path', 'record_type', 'job_id'])
      .where('project_id', '=', project)
      .orderBy('control')
      .execute()
    const kept = await Promise.all(rows.map(({ sha256 }) => server.services.blobs.read(sha256)))
    expect(kept.map(String).sort()).toEqual(messages.map(String).sort())
    expect(rows.map(({ record_type }) => record_type)).toEqual(messages.map(() => 'E-mail'))
    const paths = rows.map(({ source_path }): string[] => JSON.parse(source_path))
    const byName = (one: readonly string[], other: readonly string[]) =>
      String(one.at(-1)) < String(other.at(-1)) ? -1 : 1
    expect(paths.toSorted(byName)).toEqual(found.map((below) => [name, ...below]))
    const job = await server.call(user, getJob, { project, query: { jobId: rows[0]?.job_id ?? 0 } })
    expect(job.data).toMatchObject({
      state: 'Completed',
      exceptions: 0,
      reconciliation: { promoted: messages.length, duplicates: 0, unexplained: 0 },
    })
  }

  const ways = { 'is uploaded': upload, 'comes by the command line': onCommandLine }
  describe.each(Object.keys(made))('as %s', (name) => {
    it.each(Object.entries(ways))('that %s comes in whole', inDeepRun, async (_way, bring) => {
      const form = forms.get(name) ?? expect.fail()
      const project = await server.project(company)
      await bring(project, form.path)
      await isWhole(project, form)
    })
  })

  it('as a maildir on the disk comes in whole by the command line', inDeepRun, async () => {
    const folder = join(root, 'as-it-lies')
    mkdirSync(folder)
    const messages = letters('folder')
    const path = maildir(folder, messages)
    const project = await server.project(company)
    await onCommandLine(project, path)
    const found = names.map((name) => [name])
    await isWhole(project, { name: 'Maildir.tar', messages, found, path })
  })

  it.each([
    ['in a folder on the disk', 'folder', onCommandLine],
    ['in a zip', 'zip', upload],
  ] as const)('beside a bomb comes in whole, %s', inDeepRun, async (_where, form, bring) => {
    const messages = letters(`bomb-${form}`)
    const sixtyMegabytes = Buffer.alloc(60 * 1024 * 1024)
    const bombs = [
      { name: 'a-bomb.zip', bytes: zip([{ name: 'zeros.bin', bytes: sixtyMegabytes }]) },
      { name: 'b-bomb.bin.gz', bytes: gzipSync(sixtyMegabytes) },
    ]
    const files = [...bombs, ...names.map((name, i) => ({ name, bytes: messages[i] ?? Buffer.alloc(0) }))]
    const folder = join(root, `beside-a-bomb-${form}`)
    for (const part of ['cur', 'new']) mkdirSync(join(folder, part), { recursive: true })
    for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes)
    const project = await server.project(company)
    await bring(project, form === 'folder' ? folder : file(root, 'with-a-bomb.zip', zip(files)))
    const { read } = server.services.records
    const rows = await read
      .selectFrom('document')
      .select('sha256')
      .where('project_id', '=', project)
      .execute()
    expect(rows.map(({ sha256 }) => sha256).sort()).toEqual(messages.map(sha).sort())
    const failed = await read
      .selectFrom('exception')
      .select(['path', 'code', 'reason'])
      .where('project_id', '=', project)
      .orderBy('path')
      .execute()
    const reason = 'It expands to more than 100 times its size.'
    expect(failed.map(({ path, ...why }) => ({ ...why, below: JSON.parse(path).slice(1) }))).toEqual([
      { code: 'tooLarge', reason, below: ['a-bomb.zip', 'zeros.bin'] },
      { code: 'tooLarge', reason, below: ['b-bomb.bin.gz'] },
    ])
  })

  it('and all else that is brought in by its path keeps when it was last changed', inDeepRun, async () => {
    const folder = mkdtempSync(join(root, 'dated-'))
    const at = new Date('2019-08-07T06:05:04.000Z')
    const path = file(folder, 'note.txt', Buffer.from('Words of that summer.'))
    utimesSync(path, at, at)
    const project = await server.project(company)
    await onCommandLine(project, path)
    const rows = await server.services.records.read
      .selectFrom('document')
      .select('parent_date')
      .where('project_id', '=', project)
      .execute()
    expect(rows).toEqual([{ parent_date: at.toISOString() }])
  })
})
