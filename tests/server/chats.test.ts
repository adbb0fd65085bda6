/** Exports and logs of chat, through the real import: what they hold, what of it can be read, and what it is found as. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listExceptions } from '#contracts/collect.ts'
import { getConversation } from '#contracts/conversation.ts'
import { conversationType } from '#contracts/conversation-type.ts'
import { getMetadata } from '#contracts/documents.ts'
import { getJob } from '#contracts/jobs.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import type { ParseRequest } from '#server/intake/processing/protocol.ts'
import type { ChildPool } from '#server/platform/jobs/pool.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { message } from '#tests/fixtures/mail.ts'
import { inDeepRun } from '#tests/runs.ts'
import type { TestServer, TestUser } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const slack = `${corpus}chats/slack-export-testarchive.zip`
const logs = `${corpus}answers/chat-threads-irc/`
const present = existsSync(corpus)
if (!present) console.warn('The real chats are not here: the tests on them are skipped.')

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
/** Seconds since 1970, as Slack writes them. */
const ts = (instant: string): string => `${Date.parse(instant) / 1000}.000100`
const lists = {
  'users.json': json([{ id: 'U1', name: 'ann', profile: { real_name: 'Ann Lee', email: 'ann@x.example' } }]),
  'channels.json': json([{ id: 'C1', name: 'general', members: ['U1'] }]),
}
const exported = (files: Readonly<Record<string, Buffer>>): Buffer =>
  zip(Object.entries({ ...lists, ...files }).map(([name, bytes]) => ({ name, bytes })))
const said = (at: string, text: string) => ({ user: 'U1', text, ts: ts(at) })

describe('chats', () => {
  let intake: Intake
  let server: TestServer
  let user: TestUser
  let project: number

  beforeEach(async () => {
    intake = await startIntake('sqlite')
    ;({ server, user, project } = intake)
  }, 60_000)
  afterEach(() => intake.close())

  const jobOf = async (jobId: number) =>
    (await server.call(user, getJob, { project, query: { jobId } })).data.reconciliation
  async function bring(path: string) {
    const { jobId } = await importPath(server.services, {
      path,
      projectId: project,
      custodian: 'Ann Lee',
      userId: user.userId,
    })
    await settledJob(server.services, jobId)
    return jobId
  }
  const write = (name: string, bytes: Buffer) => bring(intake.write(name, bytes))
  const documents = () =>
    server.services.records.read
      .selectFrom('document as d')
      .innerJoin('document_text as t', 't.document_id', 'd.document_id')
      .selectAll('d')
      .select('t.text')
      .orderBy('d.control')
      .execute()
  const exceptions = async (jobId: number) =>
    (await server.call(user, listExceptions, { project, query: { jobId } })).data.data
  const conversation = async (documentId: number) =>
    (await server.call(user, getConversation, { project, query: { documentId } })).data

  it('have what was shared attached, and say what of it is not here or was removed', async () => {
    const plan = Buffer.from('The plan of the weir.')
    const shared = (at: string, ...files: object[]) => ({ ...said(at, 'See this.'), files })
    const day = json([
      shared('2024-01-02T10:00:00Z', { id: 'F1', name: 'plan.txt' }, { id: 'F2', mode: 'tombstone' }),
      shared('2024-01-02T11:00:00Z', { id: 'F1', name: 'plan.txt' }, { id: 'F9', name: 'gone.pdf' }),
    ])
    const files = {
      'general/2024-01-02.json': day,
      'general/2024-01-04.json': json([shared('2024-01-04T10:00:00Z', { id: 'F3', name: 'note.txt' })]),
    }
    const uploads = {
      '__uploads/F1/plan.txt': plan,
      '__uploads/F7/other.txt': Buffer.from('Nobody shared it.'),
      'attachments/F3-note.txt': Buffer.from('A note.'),
    }
    const jobId = await write('export.zip', exported({ ...files, ...uploads }))
    const rows = await documents()
    const [first, second] = rows.filter(({ mime_type }) => mime_type === conversationType)
    expect(rows.map(({ file_name, parent_id, record_type }) => [file_name, parent_id, record_type])).toEqual([
      ['users.json', null, 'Loose file'],
      ['channels.json', null, 'Loose file'],
      ['#general, 2024-01-02.json', null, 'Chat'],
      ['plan.txt', first?.document_id, 'Loose file'],
      ['#general, 2024-01-04.json', null, 'Chat'],
      ['note.txt', second?.document_id, 'Loose file'],
      ['other.txt', null, 'Loose file'],
    ])
    expect(rows.find(({ file_name }) => file_name === 'plan.txt')?.text).toBe(plan.toString())
    expect(first?.attachment_count).toBe(1)
    expect(first?.text).toContain('[A file that was removed: F2]')
    expect(
      (await exceptions(jobId)).map(({ code, documentId, reason }) => [code, documentId, reason]),
    ).toEqual([
      [
        'missing',
        first?.document_id,
        'The content of what was shared (“gone.pdf”) is not in the export, which only says where it was to be had.',
      ],
    ])
    expect(await jobOf(jobId)).toMatchObject({ unexplained: 0, exceptions: 0, promoted: rows.length })
    // The same days without the files are no copies of those that have them.
    await write('bare.zip', exported(files))
    expect((await documents()).filter(({ mime_type }) => mime_type === conversationType)).toHaveLength(4)
  }, 120_000)

  describe.skipIf(!present)('that are real', () => {
    it('come of a Slack export as a document for each channel and day of the project’s zone', async () => {
      const jobId = await bring(slack)
      const rows = await documents()
      const chats = rows.filter((row) => row.mime_type === conversationType)
      // In New York: counted from the times in the export's files, by other means.
      const expected: Record<string, number> = {}
      const { unzipSync } = await import('fflate')
      for (const [name, bytes] of Object.entries(unzipSync(readFileSync(slack)))) {
        const [, channel] = /([^/]+)\/\d{4}-\d\d-\d\d\.json$/.exec(name) ?? []
        if (channel === undefined) continue
        for (const row of JSON.parse(Buffer.from(bytes).toString()) as { ts: string }[]) {
          const day = new Date(Number(row.ts) * 1000).toLocaleDateString('sv-SE', {
            timeZone: 'America/New_York',
          })
          const title = `#${channel}, ${day}`
          expected[title] = (expected[title] ?? 0) + 1
        }
      }
      const found: Record<string, number> = {}
      for (const { document_id, title } of chats)
        found[title] = (await conversation(document_id)).messages.length
      expect(found).toEqual(expected)
      expect(Object.values(found).reduce((sum, n) => sum + n, 0)).toBe(158)
      const books = await jobOf(jobId)
      // The lists are files; each day is in its conversations.
      expect(rows.length - chats.length).toBe(books === null ? -1 : books.promoted - chats.length)
      expect(books).toMatchObject({ unexplained: 0, containers: 1, exceptions: 0, promoted: rows.length })
      for (const row of chats)
        expect(row).toMatchObject({ record_type: 'Chat', file_category: 'Chat', depth: 0, extension: 'json' })
      const [first] = chats
      const { messages } = await conversation(first?.document_id ?? 0)
      expect(first?.parent_date).toBe(messages[0]?.at)
      expect(first?.text).toContain('Hamza Faran')
      const { data } = (
        await server.call(user, getMetadata, { project, query: { documentId: first?.document_id ?? 0 } })
      ).data
      const field = (name: string) => data.find((each) => each.name === name)?.values
      expect(field('Channel')).toEqual(['#enrique'])
      expect(field('Time_Zone')).toEqual(['America/New_York'])
      // Twelve entries of the export's files, of which four say that somebody joined.
      expect(expected['#enrique, 2016-01-15']).toBe(12)
      expect(field('Message_Count')).toEqual(['8'])
      expect(field('First_Message')).toEqual([messages[0]?.at])
    }, 120_000)

    it('come of logs as the log itself, with its own bytes, and a conversation for each of its days', {
      ...inDeepRun,
      timeout: 240_000,
    }, async () => {
      const names = readdirSync(logs).filter((name) => name.endsWith('.raw.txt'))
      const score = { found: 0, right: 0, set: 0 }
      for (const name of names) await bring(logs + name)
      const rows = await documents()
      const tops = rows.filter(({ depth }) => depth === 0)
      expect(tops).toHaveLength(9)
      for (const top of tops) {
        const bytes = readFileSync(logs + top.file_name)
        expect(top.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
        expect(top).toMatchObject({ record_type: 'Chat', file_category: 'Chat', mime_type: 'text/plain' })
        const below = rows.filter((row) => row.parent_id === top.document_id)
        expect(below.length).toBeGreaterThan(0)
        const pairs = readFileSync(logs + basename(top.file_name).replace('.raw.', '.annotation.'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split(' ').slice(0, 2).map(Number))
          .filter(([a, b]) => a !== b && Math.max(a ?? 0, b ?? 0) >= 1000)
        const known = new Set(pairs.map((pair) => `${Math.max(...pair)} ${Math.min(...pair)}`))
        score.set += known.size
        for (const { document_id } of below)
          for (const { id, replyTo } of (await conversation(document_id)).messages) {
            if (replyTo === null || Number(id) <= 1000) continue
            score.found++
            if (known.has(`${Number(id) - 1} ${Number(replyTo.id) - 1}`)) score.right++
          }
      }
      process.stdout.write(
        `Imported: ${score.found} links, ${score.right} as people set them, of ${score.set} that they set.\n`,
      )
      expect(score.right / score.found).toBeGreaterThan(0.6)
      expect(score.right / score.set).toBeGreaterThan(0.25)
    })
  })

  it('are of the zone that the job was started with, though the project has another one when it goes on', async () => {
    const bytes = exported({
      'general/2024-01-02.json': json([
        said('2024-01-02T04:30:00Z', 'late'),
        said('2024-01-02T06:00:00Z', 'early'),
      ]),
    })
    const requests: ParseRequest[] = []
    const moving: ChildPool = {
      ...server.services.children,
      alive: 0,
      stop: async () => {},
      run: async (module, task, options) => {
        requests.push(task as ParseRequest)
        await server.services.records.write('interactive', async (trx) => {
          await trx.updateTable('project').set({ time_zone: 'Asia/Tokyo' }).execute()
        })
        return await server.services.children.run(module, task, options)
      },
    }
    const path = intake.write('export.zip', bytes)
    await intake.importHere(path, { children: moving })
    const titles = (await documents()).map(({ title }) => title).filter((title) => title.startsWith('#'))
    expect(requests.map(({ timeZone }) => timeZone)).toEqual(['America/New_York'])
    expect(titles).toEqual(['#general, 2024-01-01', '#general, 2024-01-02'])
  })

  it('of which something cannot be read lose nothing: the day is a file, too, and what is wrong is told', async () => {
    const jobId = await write(
      'export.zip',
      exported({
        'users.json': Buffer.from('[{'),
        'general/2024-01-02.json': json([said('2024-01-02T15:00:00Z', 'one')]),
        'general/2024-01-03.json': Buffer.from('[{"user":'),
        'general/2024-01-04.json': json([said('2024-01-04T15:00:00Z', 'two'), 7]),
        'notes/readme.txt': Buffer.from('Just a file.'),
      }),
    )
    const rows = await documents()
    expect(rows.map(({ title, text }) => [title, text]).toSorted()).toEqual(
      [
        ['#general, 2024-01-02', '[10:00:00] U1: one'],
        ['#general, 2024-01-04', '[10:00:00] U1: two'],
        ['2024-01-03.json', '[{"user":'],
        ['2024-01-04.json', expect.stringContaining('two')],
        ['channels.json', expect.any(String)],
        ['readme.txt', 'Just a file.'],
        ['users.json', '[{'],
      ].toSorted(),
    )
    const told = (await exceptions(jobId)).map(({ code, reason }) => `${code}: ${reason}`)
    expect(told).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^containerPartial: .*users\.json/),
        expect.stringMatching(/^corrupt: The file of 2024-01-03 is damaged/),
        expect.stringMatching(/^corrupt: The file of 2024-01-04 has entries that are no messages/),
      ]),
    )
    expect(await jobOf(jobId)).toMatchObject({ unexplained: 0, containers: 0, exceptions: 1 })
  })

  it('that are attached to an e-mail are documents of its family', async () => {
    const one = { ...said('2024-01-02T15:00:00Z', 'one'), files: [{ id: 'F1', name: 'plan.txt' }] }
    const bytes = exported({
      'general/2024-01-02.json': json([one]),
      '__uploads/F1/plan.txt': Buffer.from('The plan.'),
    })
    const log = Buffer.from(
      ['[10:00] <ann> hello', '[10:01] <bo> ann: hi', '[10:02] <ann> bo: lunch?'].join('\n'),
    )
    const attachments = [
      { name: 'export.zip', type: 'application/zip', bytes },
      { name: '#team.2024-01-02.log', type: 'text/plain', bytes: log },
    ]
    const jobId = await write('mail.eml', message({ subject: 'Chats', attachments }))
    const rows = await documents()
    expect(rows.map(({ title, record_type, depth }) => `${depth} ${record_type}: ${title}`)).toEqual([
      '0 E-mail: Chats',
      '1 E-mail attachment: export.zip',
      '2 E-mail attachment: users.json',
      '2 E-mail attachment: channels.json',
      '2 Chat: #general, 2024-01-02',
      '3 E-mail attachment: plan.txt',
      '1 Chat: #team.2024-01-02.log',
      '2 Chat: #team, 2024-01-02',
    ])
    expect(await jobOf(jobId)).toMatchObject({ unexplained: 0, exceptions: 0, promoted: 8 })
  })

  it('are shown to who may view documents of the project, and nothing else is shown as one', async () => {
    await write('a.eml', message({ subject: 'No chat' }))
    await write('e.zip', exported({ 'general/2024-01-02.json': json([said('2024-01-02T15:00:00Z', 'one')]) }))
    const rows = await documents()
    const id = (title: string) => rows.find((row) => row.title === title)?.document_id ?? 0
    const ask = (who: TestUser, title: string) =>
      server.call(who, getConversation, { project, query: { documentId: id(title) } })
    expect((await ask(user, 'No chat')).status).toBe(404)
    const { data } = await ask(user, '#general, 2024-01-02')
    expect(data.messages.map(({ text, sender }) => `${sender.name}: ${text}`)).toEqual(['Ann Lee: one'])
    expect(data).not.toHaveProperty('flaws')
    const stranger = await server.user({ role: 'Reviewer', companyId: await server.company() })
    expect((await ask(stranger, '#general, 2024-01-02')).status).toBe(404)
    const looks = await server.services.records.read
      .selectFrom('audit')
      .select('action')
      .where('action', '=', 'document.conversationRead')
      .execute()
    expect(looks).toHaveLength(1)
  })
})
