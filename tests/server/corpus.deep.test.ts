/** The import on real mail, where it is present beside the project; skipped, and saying so, where it is not. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { readFamily } from '#server/intake/processing/family.ts'
import { identify } from '#server/intake/processing/identify/identify.ts'
import { defaultLimits } from '#server/intake/processing/limits.ts'
import { reconciliationOf } from '#server/intake/writing/reconciliation.ts'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { startServer, type TestServer, withoutAnalysis } from './harness.ts'

withoutAnalysis()

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: the tests on them are skipped.')

let server: TestServer
afterEach(() => server?.close())

async function opened(): Promise<number> {
  server = await startServer()
  await server.user({ role: 'SystemAdmin' })
  return await server.project(await server.company())
}
async function bring(projectId: number, path: string) {
  const custodian = basename(path).split('.')[0] ?? path
  const { jobId } = await importPath(server.services, { path, projectId, custodian })
  await settledJob(server.services, jobId)
  const row = await server.services.records.read
    .selectFrom('job')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  // Every container reconciles: nothing is unexplained.
  expect({ path, unexplained: reconciliationOf(row).unexplained }).toEqual({ path, unexplained: 0 })
  expect(['Completed', 'CompletedWithErrors']).toContain(row.state)
  expect(row.bytes_done).toBe(row.bytes_total)
  return row
}

describe.skipIf(!present)('real mail', () => {
  it('brings in nine mailboxes whole, and finds the 256 messages that several custodians have', async () => {
    const project = await opened()
    const folder = join(corpus, 'mail/enron-cmu-inbox')
    let messages = 0
    for (const name of readdirSync(folder).toSorted()) {
      const row = await bring(project, join(folder, name))
      messages += row.promoted + row.duplicates + row.exceptions
    }
    expect(messages).toBe(4677)
    const shared = await server.services.records.read
      .selectFrom('document_custodian')
      .select('document_id')
      .groupBy('document_id')
      .having((eb) => eb.fn.countAll(), '>', 1)
      .execute()
    process.stdout.write(`Messages that several custodians have: ${shared.length} of 256\n`)
    expect(shared).toHaveLength(256)
  }, 120_000)

  it('brings in single messages with X.500 addresses and impossible dates', async () => {
    const project = await opened()
    const row = await bring(project, join(corpus, 'mail/enron-edrm-bailey-s/native_and_text.tar'))
    expect(row.containers).toBe(1)
    const mail = await server.services.records.read
      .selectFrom('document')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('record_type', '=', 'E-mail')
      .where('source_path', 'like', '%.eml"]')
      .executeTakeFirstOrThrow()
    const suppressed = await server.services.records.read
      .selectFrom('job')
      .select('duplicates')
      .executeTakeFirstOrThrow()
    expect(mail.n + suppressed.duplicates).toBeGreaterThanOrEqual(1275)
    const x500 = await server.services.records.read
      .selectFrom('document')
      .select('from_text')
      .where('from_text', 'like', '%/CN=%')
      .limit(20)
      .execute()
    expect(x500.length).toBe(20)
    expect(x500.every(({ from_text }) => /^[^</]+ <\/O=/i.test(from_text))).toBe(true)
  }, 120_000)

  it('brings in mailing lists with the links that their threads need', async () => {
    const project = await opened()
    for (const folder of ['mail/mailing-lists', 'mail/public-lists-pipermail'])
      for (const name of readdirSync(join(corpus, folder)).toSorted())
        await bring(project, join(corpus, folder, name))
    const rows = await server.services.records.read
      .selectFrom('document')
      .select(['message_id', 'in_reply_to', 'references'])
      .where('record_type', '=', 'E-mail')
      .execute()
    const ids = new Set(rows.map((row) => row.message_id))
    const answers = rows.filter((row) =>
      [row.in_reply_to, ...(JSON.parse(row.references) as string[])].some((id) => id !== '' && ids.has(id)),
    )
    // As another program's reading of the same files counts them.
    expect(answers).toHaveLength(681)
  }, 120_000)

  it.each(
    present ? readdirSync(join(corpus, 'mail-formats/mail-gem')).filter((name) => name.endsWith('.eml')) : [],
  )('reads %s', async (name) => {
    const { readFileSync } = await import('node:fs')
    const bytes = readFileSync(join(corpus, 'mail-formats/mail-gem', name))
    expect(['message', 'mbox']).toContain(identify(bytes, name).shape)
    const family = await readFamily(
      bytes,
      { path: [name] },
      { maxTextSize: 1e6, limits: defaultLimits, ...unlocked },
    )
    const [message] = family.members
    expect(message?.fromText === '' && message.mail?.to.length === 0).toBe(false)
    expect(family.members.every((member, i) => member.ordinal === i)).toBe(true)
    for (const member of family.members) {
      // Nothing that a database refuses, no name that is a path.
      expect(`${member.title}${member.text ?? ''}${member.fromText}`).not.toMatch(
        /\0|[\ud800-\udbff](?![\udc00-\udfff])/,
      )
      expect(member.fileName).not.toMatch(/[/\\]/)
    }
  })
})
