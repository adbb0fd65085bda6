import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BodyOf } from '#contracts/call.ts'
import { saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { applyOverlay, checkMetadata } from '#contracts/overlay.ts'
import {
  begunText,
  commands,
  exportReports,
  type LogCounts,
  maxCommands,
  readReport,
  report,
  reports,
  saidText,
  taggedText,
} from '#contracts/reconcile.ts'
import { applyTags } from '#contracts/tags.ts'
import { machineName } from '#server/review/reconcile/machine.ts'
import { bulkIn } from './bulk-changes.ts'
import { dialects, type TestUser } from './harness.ts'
import { addForm, type CreatedForm, fieldNamed, type Matter, startMatter } from './matter.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const noCounts: LogCounts = { acknowledged: 0, matched: 0, differs: 0, missing: 0, unsent: 0, localOnly: 0 }
const bodyOf = (more: Partial<BodyOf<typeof report>> = {}): BodyOf<typeof report> => ({
  browser: 'browser-0001',
  log: 'log-00000001',
  seq: 1,
  version: '1.0.0',
  clockOffset: -120,
  reconciledAt: '2026-01-05T09:00:00.000Z',
  reconciledTo: 4,
  counts: noCounts,
  odd: [],
  ...more,
})

describe('what a machine is called', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'Chrome on Linux · k3Vp',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows · k3Vp',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605',
      'Safari on macOS · k3Vp',
    ],
    ['curl <script>', 'Browser · k3Vp'],
    [undefined, 'Browser · k3Vp'],
  ])('%s', (agent, name) => expect(machineName(agent, 'k3VpQ9')).toBe(name))
})

describe.each(dialects)('reconciliation on %s', (dialect) => {
  let matter: Matter
  let form: CreatedForm
  beforeEach(async () => {
    matter = await startMatter(dialect)
    form = await addForm(matter)
  })
  afterEach(() => matter.close())

  const project = () => matter.projectId
  const documentId = () => matter.documents[0] ?? 0
  const save = async (as: TestUser, key: string, values: Readonly<Record<string, unknown>>, seen = 0) => {
    const fields = Object.entries(values).map(([name, value]) => ({
      name,
      value: value as string,
      coding_form_field_id: fieldNamed(form, name).coding_form_field_id,
    }))
    const answer = await matter.server.call(as, saveCoding, {
      project: project(),
      key,
      ifMatch: ifMatchOf(new Map(fields.map((field) => [field.coding_form_field_id, seen]))),
      body: {
        documentId: documentId(),
        coding_form_id: form.coding_form_id,
        fields,
        undo: { kind: 'do', group: 'group-0001', targets: [] },
        correlationId: 'gesture-0001',
      },
    })
    expect(answer.status).toBe(200)
    return answer.data
  }
  const look = (as: TestUser, commandIds: string[]) =>
    matter.server.call(as, commands, { project: project(), body: { commandIds } })
  const send = (as: TestUser, more: Partial<BodyOf<typeof report>> = {}, agent?: string) =>
    matter.server.call(as, report, {
      project: project(),
      body: bodyOf(more),
      ...(agent === undefined ? {} : { headers: { 'user-agent': agent } }),
    })
  const all = async (as = matter.manager) =>
    (await matter.server.call(as, reports, { project: project() })).data.data

  it('tells what became of commands: their rows, and a digest of what each says, whether it was chosen or typed', async () => {
    const saved = await save(matter.ana, 'command-0001', { Pages: 7, Notes: 'As agreed.' })
    const { status, data } = await look(matter.ana, ['command-0001', 'command-none', 'command-0001'])
    expect(status).toBe(200)
    expect(data.commands).toHaveLength(1)
    expect(data.commands[0]).toEqual({
      commandId: 'command-0001',
      rows: saved.auditIds.map((auditId, at) => ({
        auditId,
        documentId: documentId(),
        digests: [digest(at === 0 ? saidText('Pages', 7) : saidText('Notes', 'As agreed.'))],
      })),
    })
    const head = await matter.server.services.records.read
      .selectFrom('audit_head')
      .select('seq')
      .where('chain', '=', `project:${project()}`)
      .executeTakeFirstOrThrow()
    expect(data.asOf).toBe(head.seq)
    // No value ever: a digest is all that leaves.
    expect(JSON.stringify(data)).not.toContain('As agreed')
  })

  it('tells of a file of values that was loaded both that it was asked for and which file it was, by its job', async () => {
    const bulk = bulkIn(matter, form)
    const body = Buffer.from('Control_Number,Pages\r\nNWI00000001,7\r\n')
    const lee = await matter.server.user({
      role: 'LitigationSupport',
      companyId: matter.companyId,
      name: 'Lee Park',
    })
    await matter.server.member(project(), lee.userId, 'LitigationSupport')
    const { overlayId } = (
      await matter.server.call(lee, checkMetadata, { project: project(), query: {}, body })
    ).data
    const { data: asked } = await matter.server.call(lee, applyOverlay, {
      project: project(),
      params: { overlayId },
      key: 'command-load-1',
      body: { correlationId: 'gesture-0001' },
    })
    await bulk.settled(asked.jobId)
    expect(asked.auditIds).toHaveLength(2)
    const { data } = await look(lee, ['command-load-1'])
    expect(data.commands).toEqual([
      {
        commandId: 'command-load-1',
        rows: asked.auditIds.map((auditId) => ({
          auditId,
          documentId: null,
          digests: [digest(begunText(asked.jobId))],
        })),
      },
    ])
  })

  it('tells of a bulk change that it was asked for, by its row and its job, however much it wrote', async () => {
    const bulk = bulkIn(matter, form)
    const send = { key: 'command-bulk-1' }
    const { data: asked } = await bulk.code({ ids: [...matter.documents] }, [['Hot', 'set', true]], send)
    await bulk.settled(asked.jobId)
    const undone = (await bulk.undo(asked.jobId, { key: 'command-undo-1' })).data
    await bulk.settled(undone.jobId)
    // Undone already: another command's job has done it, and this one has written nothing.
    const again = (await bulk.undo(asked.jobId, { key: 'command-undo-2' })).data
    expect(again).toEqual({ jobId: undone.jobId, auditIds: [] })
    const { data } = await matter.server.call(matter.senior, commands, {
      project: project(),
      body: { commandIds: ['command-bulk-1', 'command-undo-1', 'command-undo-2'] },
    })
    const row = ({ jobId, auditIds }: typeof asked) => ({
      auditId: auditIds[0],
      documentId: null,
      digests: [digest(begunText(jobId))],
    })
    expect(data.commands).toEqual([
      { commandId: 'command-bulk-1', rows: [row(asked)] },
      { commandId: 'command-undo-1', rows: [row(undone)] },
    ])
  })

  it('compares nothing that the law had erased, and still says that it is there', async () => {
    const { auditIds } = await save(matter.ana, 'command-0001', { Notes: 'Somebody' })
    await matter.server.services.records.write('interactive', async (trx) => {
      await trx.updateTable('audit').set({ erasable: '{}' }).where('audit_id', 'in', auditIds).execute()
    })
    const { data } = await look(matter.ana, ['command-0001'])
    expect(data.commands[0]?.rows).toMatchObject([{ auditId: auditIds[0], digests: null }])
  })

  it('tells a reviewer of his own commands, a manager of all, and nobody of other projects', async () => {
    await save(matter.ana, 'command-0001', { Pages: 7 })
    const found = async (as: TestUser) => (await look(as, ['command-0001'])).data.commands.length
    expect(await found(matter.ana)).toBe(1)
    expect(await found(matter.ben)).toBe(0)
    expect(await found(matter.senior)).toBe(0)
    expect(await found(matter.manager)).toBe(1)
    const other = await matter.server.project(matter.companyId, { name: 'Other', prefix: 'OTH' })
    await matter.server.member(other, matter.ana.userId, 'Reviewer')
    const elsewhere = await matter.server.call(matter.ana, commands, {
      project: other,
      body: { commandIds: ['command-0001'] },
    })
    expect(elsewhere.data).toMatchObject({ asOf: 0, commands: [] })
  })

  it('takes so many ids at once and no more', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `command-${at}`)
    expect((await look(matter.ana, ids(maxCommands))).status).toBe(200)
    expect((await look(matter.ana, ids(maxCommands + 1))).status).toBe(400)
    expect((await look(matter.ana, [])).status).toBe(400)
  })

  it('[rest-post-user-log] keeps what each browser reports of its log, by person and machine, differences first', async () => {
    const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
    expect((await send(matter.ana, { counts: { ...noCounts, matched: 12 } }, chrome)).data).toEqual({
      taken: true,
    })
    await send(matter.ben, {
      browser: 'browser-0002',
      counts: { ...noCounts, matched: 3, missing: 1 },
      odd: [{ command: 'command-lost', document: documentId(), state: 'missing' }],
    })
    const [first, second] = await all()
    expect(first).toMatchObject({ userName: 'Ben Novak', roleName: 'Reviewer', counts: { missing: 1 } })
    expect(second).toMatchObject({
      userName: 'Ana Lima',
      machine: 'Chrome on Linux · brow',
      clockOffset: -120,
      reconciledTo: 4,
      counts: { matched: 12 },
      ended: false,
    })
    // Nothing that a document or a person says is in it.
    expect((await matter.server.call(matter.ana, reports, { project: project() })).status).toBe(403)
  })

  it('[rest-post-user-log] a report that comes twice, late or out of order never overwrites a newer one', async () => {
    const matched = (matched: number) => ({ ...noCounts, matched })
    const taken = []
    for (const seq of [4, 9, 9, 6, 9, 12, 4])
      taken.push((await send(matter.ana, { seq, counts: matched(seq) })).data.taken)
    expect(taken).toEqual([true, true, false, false, false, true, false])
    expect(await all()).toMatchObject([{ seq: 12, counts: { matched: 12 } }])
    const { reportId = 0 } = (await all())[0] ?? {}
    const opened = await matter.server.call(matter.manager, readReport, {
      project: project(),
      params: { reportId },
    })
    expect(opened.data.history.map(({ seq }) => seq)).toEqual([12, 9, 4])
  })

  it('a log that was begun anew after a sign-out stands beside the one before it, which has ended', async () => {
    await send(matter.ana, { seq: 90, counts: { ...noCounts, differs: 2 } })
    await send(matter.ana, { log: 'log-00000002', seq: 3 })
    // A late word of the old log is only about the old log.
    await send(matter.ana, { seq: 95, counts: { ...noCounts, differs: 3 } })
    expect((await all()).map(({ seq, ended, counts }) => [seq, ended, counts.differs])).toEqual([
      [95, true, 3],
      [3, false, 0],
    ])
  })

  it('[rest-post-user-log] is bounded: ids, reports of a log, logs of a person, and how often', async () => {
    const odd = Array.from({ length: 201 }, (_, at) => ({
      command: `command-${at}`,
      document: documentId(),
      state: 'differs' as const,
    }))
    expect((await send(matter.ana, { odd })).status).toBe(400)
    expect((await send(matter.ana, { odd: odd.slice(1) })).status).toBe(200)
    let now = Date.now()
    const later = () => {
      now += 2_000
      matter.server.setNow(new Date(now))
    }
    let held = 0
    // Far apart first: kept is bounded whatever the pace.
    for (let seq = 2; seq <= 130; seq++) {
      later()
      const log = seq <= 70 ? 'log-00000001' : `log-made-up-${seq}`
      if ((await send(matter.ana, { log, seq, counts: noCounts })).status === 200) held += 1
    }
    expect(held).toBe(129)
    for (let at = 0; at < 45; at++) {
      later()
      await send(matter.ana, { log: `log-more-${at}`, seq: 1 })
    }
    const logs = await matter.server.services.records.read.selectFrom('client_log').selectAll().execute()
    expect(logs).toHaveLength(100)
    const earlier = await matter.server.services.records.read
      .selectFrom('client_log_report')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .groupBy('client_log_id')
      .execute()
    expect(Math.max(...earlier.map(({ count }) => count))).toBeLessThanOrEqual(50)
    const statuses = []
    for (let seq = 200; seq < 300; seq++) statuses.push((await send(matter.ben, { seq })).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect(statuses.indexOf(429)).toBeGreaterThan(20)
  })

  it('opens a report with each entry beside what the record has of its command and of its document', async () => {
    await save(matter.ana, 'command-0001', { Pages: 7 })
    await save(matter.ben, 'command-0002', { Pages: 8 }, 1)
    await send(matter.ana, {
      counts: { ...noCounts, differs: 1, missing: 2 },
      odd: [
        { command: 'command-0001', document: documentId(), state: 'differs' },
        { command: 'command-lost', document: documentId(), state: 'missing' },
        { command: 'command-gone', document: 987_654, state: 'missing' },
      ],
    })
    const { reportId = 0 } = (await all())[0] ?? {}
    const { data } = await matter.server.call(matter.manager, readReport, {
      project: project(),
      params: { reportId },
    })
    expect(data.odd).toMatchObject([
      {
        command: 'command-0001',
        controlNumber: 'NWI00000001',
        rows: [{ field: 'Pages', newValue: 7, userName: 'Ana Lima' }],
        last: { newValue: 8, userName: 'Ben Novak' },
      },
      { command: 'command-lost', rows: [], last: { newValue: 8 } },
      { command: 'command-gone', controlNumber: '', rows: [], last: null },
    ])
  })

  it('writes all reports as CSV, in which nothing is read as a formula', async () => {
    const mallory = await matter.server.user({
      role: 'Reviewer',
      companyId: matter.companyId,
      name: '=HYPERLINK("x"),Mal',
    })
    await matter.server.member(project(), mallory.userId, 'Reviewer')
    await send(mallory, {
      clockOffset: -120,
      counts: { ...noCounts, missing: 1 },
      odd: [{ command: '-command-1', document: documentId(), state: 'missing' }],
    })
    const answer = await matter.server.call(matter.manager, exportReports, {
      project: project(),
      query: { projectId: project() },
    })
    expect(answer.status).toBe(200)
    const lines = answer.raw.body.split('\r\n')
    expect(lines[0]).toMatch(/^line,person,role,machine,/)
    expect(lines[1]).toMatch(/^log,"'=HYPERLINK\(""x""\),Mal",Reviewer,/)
    expect(lines[1]).toMatch(/,1\.0\.0,-120,,,$/)
    expect(lines[2]).toMatch(/,"'-command-1",NWI00000001,missing$/)
    expect(answer.raw.headers['content-disposition']).toContain('Reconciliation NWI.csv')
  })
})

describe.each(dialects)('reconciliation of tags on %s', (dialect) => {
  it('digests each tag that was put on', async () => {
    const matter = await startMatter(dialect, { codingForms: false })
    const tagIds = await matter.server.services.records.write('interactive', async (trx) => {
      const { tag_category_id } = await trx
        .insertInto('tag_category')
        .values({ project_id: matter.projectId, name: 'Issues', position: 0, exclusive: 0 })
        .returning('tag_category_id')
        .executeTakeFirstOrThrow()
      const rows = await trx
        .insertInto('tag')
        .values(
          ['Hot', 'Cold'].map((name, position) => ({ tag_category_id, name, position, quick_key: null })),
        )
        .returning('tag_id')
        .execute()
      return rows.map(({ tag_id }) => tag_id)
    })
    const [hot = 0, cold = 0] = tagIds
    const tag = (key: string, add: number[], remove: number[]) =>
      matter.server.call(matter.ana, applyTags, {
        project: matter.projectId,
        key,
        body: {
          documentId: matter.documents[0] ?? 0,
          add,
          remove,
          undo: { kind: 'do', group: 'group-0001', targets: [] },
          correlationId: 'gesture-0001',
        },
      })
    await tag('command-0001', [hot], [])
    await tag('command-0002', [cold], [hot])
    const { data } = await matter.server.call(matter.ana, commands, {
      project: matter.projectId,
      body: { commandIds: ['command-0001', 'command-0002'] },
    })
    const digests = new Map(
      data.commands.map(({ commandId, rows }) => [commandId, rows.flatMap((row) => row.digests)]),
    )
    expect(digests.get('command-0001')).toEqual([digest(taggedText(hot))])
    expect(digests.get('command-0002')).toEqual([digest(taggedText(cold))])
    await matter.close()
  })
})
