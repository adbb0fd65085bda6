/** Threads of real mailing lists through the whole of it: imported, analysed by the job, asked as reviewers ask. */
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { splitMbox } from '#server/intake/processing/mail/mbox.ts'
import { allSettled } from './all-settled.ts'
import { startServer, type TestServer } from './harness.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus/mail/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: the tests on them are skipped.')

let server: TestServer
afterAll(() => server?.close())

const files = ['mailing-lists', 'public-lists-pipermail'].flatMap((folder) =>
  present
    ? readdirSync(join(corpus, folder))
        .toSorted()
        .map((file) => join(corpus, folder, file))
    : [],
)

/** By the name of each message what its own header says that it answers, the likeliest first. */
async function answersByHeader(): Promise<ReadonlyMap<string, readonly string[]>> {
  const answers = new Map<string, readonly string[]>()
  for (const file of files)
    for await (const { bytes } of splitMbox(createReadStream(file), { maxBytes: 10_000_000 })) {
      const header = bytes?.toString('latin1').split(/\r?\n\r?\n/, 1)[0] ?? ''
      const ids = (field: string): readonly string[] => {
        const value = new RegExp(`^${field}:((?:.*\\r?\\n[ \\t])*.*)$`, 'im').exec(header)?.[1] ?? ''
        return value.match(/(?<=<)[^<>\s]+(?=>)/g) ?? []
      }
      const [name] = ids('Message-ID')
      // A message that several lists have is one document.
      if (name !== undefined && !answers.has(name))
        answers.set(name, [...ids('In-Reply-To').toReversed(), ...ids('References').toReversed()])
    }
  return answers
}

it.skipIf(!present)(
  'mail of lists stands below what it answers, each conversation has something inclusive, and its last message is',
  async () => {
    server = await startServer()
    const { services } = server
    await server.user({ role: 'SystemAdmin' })
    const projectId = await server.project(await server.company())
    for (const [n, path] of files.entries()) {
      const { jobId } = await importPath(services, { path, projectId, custodian: `List ${n}` })
      await settledJob(services, jobId)
    }
    await allSettled(services)
    const rows = await services.records.read
      .selectFrom('document as d')
      .innerJoin('document_analysis as a', 'a.document_id', 'd.document_id')
      .select([
        'd.document_id',
        'd.message_id',
        'd.sent_at',
        'a.thread_id',
        'a.thread_parent',
        'a.thread_inclusive',
      ])
      .where('d.parent_id', 'is', null)
      .where('d.addresses', 'is not', null)
      .orderBy('d.document_id')
      .execute()
    const bare = (id: string): string => id.replace(/[<>]/g, '')
    const byName = new Map(rows.toReversed().map((row) => [bare(row.message_id), row]))
    let replies = 0
    let right = 0
    for (const [name, answers] of await answersByHeader()) {
      const own = byName.get(name)
      const answered = answers.find((one) => one !== name && byName.has(one))
      if (own === undefined || answered === undefined) continue
      replies++
      if (own.thread_parent === byName.get(answered)?.document_id) right++
    }
    const threads = Map.groupBy(rows, (row) => row.thread_id)
    const read = rows.filter((row) => row.thread_inclusive !== 'repeated').length
    console.warn(
      `${rows.length} messages of lists in ${threads.size} threads; ${right} of ${replies} answers below what they answer; ${read} to be read`,
    )
    expect(replies).toBeGreaterThanOrEqual(680)
    expect(right).toBe(replies)
    for (const messages of threads.values()) {
      expect(messages.some((row) => row.thread_inclusive === 'inclusive')).toBe(true)
      const answered = new Set(messages.map((row) => row.thread_parent))
      for (const row of messages)
        if (!answered.has(row.document_id)) expect(row.thread_inclusive).not.toBe('repeated')
    }
  },
  240_000,
)
