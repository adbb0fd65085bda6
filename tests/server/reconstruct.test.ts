/** Reconstruct as its calls answer it: what a review manager sees of who coded what. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CodedValue } from '#contracts/coding.ts'
import { saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { recordView } from '#contracts/documents.ts'
import { getExcludedFields, putExcludedFields } from '#contracts/excluded-fields.ts'
import { changeField, listCustomFields } from '#contracts/fields.ts'
import { putForm } from '#contracts/form-drafts.ts'
import * as reconstruct from '#contracts/reconstruct.ts'
import { appendAudit } from '#server/platform/audit/append.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { completeAll, incomplete } from '#server/review/coding-history/rebuild.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { addForm, type CreatedForm, everyType, fieldNamed, type Matter, startMatter } from './matter.ts'

const minute = 60_000
const nine = Date.UTC(2026, 2, 2, 9)

describe.each(costlyDialects)('Reconstruct on %s', (dialect) => {
  let matter: Matter
  let form: CreatedForm
  const versions = new Map<string, number>()
  let commands = 0
  beforeEach(async () => {
    versions.clear()
    matter = await startMatter(dialect, { documents: 4 })
    at(-60)
    form = await addForm(matter)
  })
  afterEach(() => matter.close())

  /** Sets the clock to minutes after nine. */
  const at = (minutes: number): string => {
    const now = new Date(nine + minutes * minute)
    matter.server.setNow(now)
    return now.toISOString()
  }
  const moment = (minutes: number): string => new Date(nine + minutes * minute).toISOString()
  const documentId = (n: number): number => matter.documents[n - 1] ?? 0
  const fieldId = (name: string): number => fieldNamed(form, name).fieldId

  const look = async (as: TestUser, document: number): Promise<void> => {
    const answer = await matter.server.call(as, recordView, {
      project: matter.projectId,
      body: { documentId: documentId(document) },
    })
    expect(answer.status).toBe(204)
  }
  const save = async (
    as: TestUser,
    document: number,
    values: Readonly<Record<string, CodedValue>>,
    kind: 'do' | 'undo' | 'redo' = 'do',
  ): Promise<void> => {
    const command = `command-${String(commands++).padStart(4, '0')}`
    const last = `command-${String(commands - 2).padStart(4, '0')}`
    const fields = Object.entries(values).map(([name, value]) => {
      const { coding_form_field_id } = fieldNamed(form, name)
      return { name, value, coding_form_field_id }
    })
    const seen = new Map(
      fields.map(({ name, coding_form_field_id }) => [
        coding_form_field_id,
        versions.get(`${document} ${name}`) ?? 0,
      ]),
    )
    const answer = await matter.server.call(as, saveCoding, {
      project: matter.projectId,
      key: command,
      ifMatch: ifMatchOf(seen),
      body: {
        documentId: documentId(document),
        coding_form_id: form.coding_form_id,
        fields,
        // An undo takes back the save before.
        undo: { kind, group: command, targets: kind === 'do' ? [] : [last] },
        correlationId: command,
      },
    })
    for (const { fieldId: id, version } of answer.data.values) {
      const name = fields.find((field) => fieldId(field.name) === id)?.name
      versions.set(`${document} ${name}`, version)
    }
  }
  const project = () => ({ project: matter.projectId })
  const activity = async (filter: reconstruct.ActivityFilter = {}, more: object = {}) =>
    (
      await matter.server.call(matter.manager, reconstruct.activity, {
        ...project(),
        body: { filter, ...more },
      })
    ).data
  const documentAt = async (document: number, when: { at?: string; seq?: number } = {}) =>
    (
      await matter.server.call(matter.manager, reconstruct.documentAsOf, {
        ...project(),
        query: { documentId: documentId(document), ...when },
      })
    ).data
  const countsAt = async (when: { at?: string; seq?: number } = {}) =>
    (await matter.server.call(matter.manager, reconstruct.countsAsOf, { ...project(), query: when })).data

  /** A quarter of an hour of work: two people, an undo, a gap. */
  async function work(): Promise<void> {
    at(0)
    await look(matter.ana, 1)
    at(4)
    await save(matter.ana, 1, { Responsive: 'Yes', Notes: 'Ask Mr. Bell.' })
    await look(matter.ana, 2)
    at(10)
    await save(matter.ana, 2, { Responsive: 'No' })
    at(40)
    await look(matter.ana, 1)
    at(44)
    await save(matter.ana, 1, { Responsive: 'No' })
    at(45)
    await save(matter.ana, 1, { Responsive: 'Yes' }, 'undo')
    at(50)
    await look(matter.ben, 3)
    at(52)
    await save(matter.ben, 3, { Issues: ['Patent', 'Pricing'], Hot: true })
    at(60)
  }

  it('lists who changed what, newest first, by which means and how long it took', async () => {
    await work()
    const { data, next } = await activity()
    expect(next).toBeNull()
    expect(
      data.map((row) => [row.userName, row.controlNumber, row.field, row.old.value, row.new.value, row.how]),
    ).toEqual([
      ['Ben Novak', 'NWI00000003', 'Hot', null, true, 'manual'],
      ['Ben Novak', 'NWI00000003', 'Issues', null, ['Patent', 'Pricing'], 'manual'],
      ['Ana Lima', 'NWI00000001', 'Responsive', 'No', 'Yes', 'undo'],
      ['Ana Lima', 'NWI00000001', 'Responsive', 'Yes', 'No', 'manual'],
      ['Ana Lima', 'NWI00000002', 'Responsive', null, 'No', 'manual'],
      ['Ana Lima', 'NWI00000001', 'Notes', null, 'Ask Mr. Bell.', 'manual'],
      ['Ana Lima', 'NWI00000001', 'Responsive', null, 'Yes', 'manual'],
    ])
    expect(data.map((row) => (row.tookMs ?? Number.NaN) / minute)).toEqual([2, 2, 1, 4, 6, 4, 4])
    expect(data[0]).toMatchObject({ commandId: data[1]?.commandId, roleName: 'Reviewer', at: moment(52) })
  })

  it('goes through pages without a cap, and filters by person, document, field, means and period', async () => {
    await work()
    const all = (await activity()).data.map(({ seq }) => seq)
    const paged: number[] = []
    let before: number | null = null
    do {
      const page: Awaited<ReturnType<typeof activity>> = await activity(
        {},
        { limit: 2, ...(before && { before }) },
      )
      paged.push(...page.data.map(({ seq }) => seq))
      before = page.next
    } while (before !== null)
    expect(paged).toEqual(all)
    const count = async (filter: reconstruct.ActivityFilter) => (await activity(filter)).data.length
    expect(await count({ userIds: [matter.ben.userId] })).toBe(2)
    expect(await count({ userIds: [matter.ben.userId, matter.ana.userId] })).toBe(7)
    expect(await count({ documentId: documentId(1) })).toBe(4)
    expect(await count({ fieldIds: [fieldId('Responsive')] })).toBe(4)
    expect(await count({ fieldIds: [fieldId('Responsive')], how: ['undo', 'redo'] })).toBe(1)
    expect(await count({ from: { at: moment(10) }, to: { at: moment(45) } })).toBe(2)
    expect(await count({ to: { seq: all.at(-1) ?? 0 } })).toBe(1)
    expect(await count({ action: 'tags' })).toBe(0)
    expect(await count({ userIds: [987_654] })).toBe(0)
  })

  it('sums up what each reviewer did: active time by the idle limit, documents an hour, nothing that a job did', async () => {
    await work()
    const bulk = { at: new Date(nine + 58 * minute), how: 'bulk' as const, jobId: 1, action: 'coding.saved' }
    await matter.server.services.records.write('interactive', (trx) =>
      appendAudit(
        trx,
        `project:${matter.projectId}`,
        [1, 2, 3, 4].map((n) => ({
          ...bulk,
          user: { userId: matter.ben.userId, name: 'Ben Novak', role: 'Reviewer' },
          projectId: matter.projectId,
          documentId: documentId(n),
          fieldId: fieldId('Hot'),
          field: 'Hot',
          newValue: false,
        })),
      ),
    )
    const summary = async (filter: reconstruct.ActivityFilter) =>
      (await matter.server.call(matter.manager, reconstruct.summary, { ...project(), body: { filter } })).data
    const whole = await summary({})
    expect(whole).toMatchObject({ total: { changes: 11, documents: 4 }, idleMinutes: 15, tracked: true })
    expect(whole.reviewers).toEqual([
      expect.objectContaining({
        userName: 'Ben Novak',
        changes: 6,
        documents: 4,
        reviewed: 1,
        activeMs: 2 * minute,
      }),
      expect.objectContaining({
        userName: 'Ana Lima',
        changes: 5,
        documents: 2,
        reviewed: 2,
        activeMs: 15 * minute,
      }),
    ])
    expect(whole.reviewers[1]?.documentsPerHour).toBeCloseTo(8)
    expect(whole.means).toEqual(
      expect.arrayContaining([
        { how: 'bulk', changes: 4, documents: 4 },
        { how: 'undo', changes: 1, documents: 1 },
        { how: 'manual', changes: 6, documents: 3 },
      ]),
    )
    expect(whole.subjects.find(({ name }) => name === 'Responsive')).toMatchObject({
      changes: 4,
      documents: 2,
    })
    // A document that was coded before is not reviewed a second time.
    const later = await summary({ from: { at: moment(30) }, userIds: [matter.ana.userId] })
    expect(later.reviewers).toEqual([
      expect.objectContaining({ changes: 2, reviewed: 0, activeMs: 5 * minute }),
    ])
  })

  it('shows a document as it stood, with the step before, whoever looks and whenever', async () => {
    await work()
    const before = await documentAt(1, { at: moment(3) })
    expect(before).toMatchObject({
      existed: true,
      values: [],
      lastStep: null,
      asOf: { seq: 0, changedAt: null },
    })
    const first = await documentAt(1, { at: moment(30) })
    expect(first.values.map(({ name, value, userName, at: when }) => [name, value, userName, when])).toEqual([
      ['Responsive', 'Yes', 'Ana Lima', moment(4)],
      ['Notes', 'Ask Mr. Bell.', 'Ana Lima', moment(4)],
    ])
    expect(first.lastStep?.changes.map(({ name, old, new: now }) => [name, old.value, now.value])).toEqual([
      ['Responsive', null, 'Yes'],
      ['Notes', null, 'Ask Mr. Bell.'],
    ])
    expect(first.previousSeq).toBeNull()
    const second = await documentAt(1, { seq: first.nextSeq ?? 0 })
    expect(second.values.map(({ value }) => value)).toEqual(['No', 'Ask Mr. Bell.'])
    expect(second.lastStep).toMatchObject({ at: moment(44), how: 'manual' })
    expect(second.previousSeq).toBe(first.lastStep?.seq)
    expect((await documentAt(1)).lastStep).toMatchObject({ how: 'undo', at: moment(45) })
    expect((await documentAt(1, { at: '2025-12-01T00:00:00.000Z' })).existed).toBe(false)
  })

  it('calls choices what they were called then, and says of erased values that they were', async () => {
    await work()
    const { coding_form_id, sections } = form
    const renamed = structuredClone(everyType)
    const yes = fieldNamed(form, 'Responsive').values[0]
    const field = renamed.sections[0]?.fields[0] ?? expect.fail()
    field.choices = [{ choiceId: yes?.choiceId ?? 0, text: 'Produce' }, 'No', 'Needs further review']
    expect(sections.length).toBe(2)
    const answer = await matter.server.call(matter.manager, putForm, {
      ...project(),
      params: { id: coding_form_id },
      body: renamed,
    })
    expect(answer.status).toBe(200)
    at(70)
    const { write, read } = matter.server.services.records
    await save(matter.ben, 4, { Responsive: 'Produce' })
    const responsive = async (when: { at?: string }) =>
      (await countsAt(when)).subjects
        .find(({ name }) => name === 'Responsive')
        ?.choices.map((one) => [one.label, one.documents])
    expect(await responsive({ at: moment(50) })).toEqual([
      ['Yes', 1],
      ['No', 1],
      ['Needs further review', 0],
    ])
    expect(await responsive({})).toEqual([
      ['Produce', 2],
      ['No', 1],
      ['Needs further review', 0],
    ])
    expect((await documentAt(1, { at: moment(50) })).values[0]?.value).toBe('Yes')
    expect((await documentAt(1)).values[0]?.value).toBe('Produce')
    // The trail keeps the words of the time.
    expect((await activity({ documentId: documentId(1) })).data[0]?.new.value).toBe('Yes')

    await write('interactive', async (trx) => {
      await trx
        .updateTable('audit')
        .set({ erasable: null })
        .where('project_id', '=', matter.projectId)
        .where('field_id', '=', fieldId('Notes'))
        .execute()
      const { seq } = await trx
        .selectFrom('audit')
        .select('seq')
        .where('project_id', '=', matter.projectId)
        .where('field_id', '=', fieldId('Notes'))
        .executeTakeFirstOrThrow()
      await appendAudit(trx, `project:${matter.projectId}`, [
        {
          ...{
            at: new Date(moment(70)),
            user: null,
            action: 'audit.valuesErased',
            projectId: matter.projectId,
          },
          facts: { erased: [{ seq, names: ['ip', 'oldValue', 'newValue'] }] },
        },
      ])
    })
    expect((await documentAt(1)).values[1]).toMatchObject({ name: 'Notes', value: null, erased: true })
    const notes = (await activity({ fieldIds: [fieldId('Notes')] })).data[0]
    expect(notes?.new).toEqual({ value: null, erased: true })
    expect((await verifyChain(read, `project:${matter.projectId}`)).firstBroken).toBeNull()
  })

  it('compares two moments: both values and who was last; changed back is not changed', async () => {
    await work()
    const body = { from: { at: moment(5) }, to: { at: moment(60) } }
    const { data } = (await matter.server.call(matter.manager, reconstruct.compare, { ...project(), body }))
      .data
    expect(
      data.map((row) => [row.controlNumber, row.name, row.old.value, row.new.value, row.userName]),
    ).toEqual([
      ['NWI00000003', 'Hot', null, true, 'Ben Novak'],
      ['NWI00000003', 'Issues', null, ['Patent', 'Pricing'], 'Ben Novak'],
      ['NWI00000002', 'Responsive', null, 'No', 'Ana Lima'],
    ])
    const totals = await matter.server.call(matter.manager, reconstruct.compareTotals, {
      ...project(),
      // In whichever order.
      body: { from: body.to, to: body.from },
    })
    expect(totals.data).toMatchObject({ changes: 3, documents: 2, documentsAdded: 0 })
    expect(totals.data.reviewers).toEqual([
      expect.objectContaining({ userName: 'Ben Novak', changes: 2, documents: 1 }),
      expect.objectContaining({ userName: 'Ana Lima', changes: 1, documents: 1 }),
    ])
  })

  it('bins changes for the time line, fine where the period is short, with the jobs that ended', async () => {
    await work()
    const density = async (filter: reconstruct.ActivityFilter, bins?: number) =>
      (
        await matter.server.call(matter.manager, reconstruct.density, {
          ...project(),
          body: { filter, ...(bins === undefined ? {} : { bins }) },
        })
      ).data
    const hour = await density({ from: { at: moment(0) }, to: { at: moment(60) } })
    expect(hour.binMs).toBe(minute)
    expect(hour.total).toBe(7)
    expect(hour.counts[4]).toBe(2)
    expect(hour.counts[52]).toBe(2)
    const days = await density({ from: { at: moment(-60 * 24 * 10) }, to: { at: moment(60 * 24 * 10) } }, 50)
    expect(days.binMs).toBeGreaterThanOrEqual(60 * minute)
    expect([days.total, days.counts.filter((n) => n > 0)]).toEqual([7, [7]])
    expect((await density({ userIds: [matter.ben.userId], to: { at: moment(60 * 24 * 10) } })).total).toBe(2)
    // A row before the first has no date of its own: not the bins of half a century, but those since the record began.
    const whole = await density({ from: { seq: 0 }, to: { at: moment(60) } })
    expect([whole.from <= whole.first, whole.total]).toEqual([true, 7])
    expect(Date.parse(whole.first) - Date.parse(whole.from)).toBeLessThan(whole.binMs)
    const early = await density({ from: { at: '2026-01-01T00:00:00.000Z' }, to: { at: moment(60) } })
    expect(early.marks).toEqual([
      {
        at: '2026-01-05T00:00:00.000Z',
        kind: 'import',
        jobId: expect.any(Number),
        title: 'mail.mbox',
        state: 'Completed',
      },
    ])
  })

  it('lists documents as of a moment, with what they held then', async () => {
    await work()
    const list = async (filter: reconstruct.AsOfFilter, minutes: number) =>
      (
        await matter.server.call(matter.manager, reconstruct.listAsOf, {
          ...project(),
          body: { filter, asOf: { at: moment(minutes) } },
        })
      ).data
    const yes = await list({ is: 'field', fieldId: fieldId('Responsive'), value: 'Yes' }, 5)
    expect(yes).toMatchObject({ totalCount: 1, next: null })
    expect(yes.data[0]).toMatchObject({
      ...{ controlNumber: 'NWI00000001', title: 'Message 1', custodian: 'Mailroom 1', codedBy: 'Ana Lima' },
      values: [
        { name: 'Responsive', value: 'Yes', erased: false },
        { name: 'Notes', value: 'Ask Mr. Bell.', erased: false },
      ],
    })
    expect((await list({ is: 'notCoded' }, 20)).data.map(({ documentId: id }) => id)).toEqual([
      documentId(3),
      documentId(4),
    ])
    expect((await list({ is: 'field', fieldId: fieldId('Issues'), value: 'Pricing' }, 60)).totalCount).toBe(1)
    expect((await list({ is: 'field', fieldId: fieldId('Hot'), value: true }, 60)).totalCount).toBe(1)
    const pages = await matter.server.call(matter.manager, reconstruct.listAsOf, {
      ...project(),
      body: { filter: { is: 'field', fieldId: fieldId('Pages'), value: 'x' } },
    })
    expect([pages.status, pages.error.code]).toEqual([400, 'request.invalid'])
  })

  it('sends all of it as a file that no spreadsheet runs, and puts that on the record', async () => {
    await work()
    await save(matter.ben, 4, { Summary: '=HYPERLINK("http://x")', Comment: 'two\nlines, "quoted"' })
    const send = async (query: object) =>
      matter.server.call(matter.manager, reconstruct.exportActivity, {
        query: { projectId: matter.projectId, ...query } as never,
      })
    const csv = await send({ format: 'csv' })
    expect(csv.raw.headers['content-disposition']).toMatch(
      /^attachment; filename="Matter coding activity .*\.csv"/,
    )
    const text = csv.raw.rawPayload.toString('utf8')
    expect(text.startsWith('\uFEFFSequence,')).toBe(true)
    expect(text).toContain('"\'=HYPERLINK(""http://x"")"')
    expect(text).toContain('"two\nlines, ""quoted"""')
    expect(text).toContain('2026-03-02 04:04:00')
    expect(text.split('\r\n').length - 1).toBe(1 + 9)
    const nd = await send({ format: 'ndjson', userIds: String(matter.ana.userId), how: 'manual,undo' })
    const rows = nd.raw.body
      .trimEnd()
      .split('\n')
      .map((line) => reconstruct.activityEvent.parse(JSON.parse(line)))
    expect(rows.map(({ seq }) => seq)).toEqual(
      (await activity({ userIds: [matter.ana.userId] })).data.map(({ seq }) => seq).reverse(),
    )
    const { read } = matter.server.services.records
    const exported = await read
      .selectFrom('audit')
      .select('text')
      .where('project_id', '=', matter.projectId)
      .where('action', '=', 'reconstruct.exported')
      .execute()
    expect(exported.map((row) => JSON.parse(row.text).facts.format)).toEqual(['csv', 'ndjson'])
  })

  it('calls yes and no in that file as the options of the field were called then', async () => {
    await work()
    const { server, projectId } = matter
    const fields = (await server.call(matter.manager, listCustomFields, project())).data.data
    const hot = fields.find(({ name }) => name === 'Hot')
    const choices = ['Withhold', 'Produce'].map((text, at) => ({
      choiceId: hot?.choices[at]?.choiceId ?? 0,
      text,
    }))
    const params = { fieldId: fieldId('Hot') }
    const body = { name: 'Hot', choices }
    expect((await server.call(matter.manager, changeField, { ...project(), params, body })).status).toBe(200)
    await save(matter.ben, 3, { Hot: false })
    const csv = await server.call(matter.manager, reconstruct.exportActivity, {
      query: { projectId, format: 'csv' },
    })
    const told = csv.raw.body.match(/(?<=,Hot,)[^,]*,[^,]*(?=,)/g)
    expect(told).toEqual([',Yes', 'Withhold,Produce'])
  })

  it('[excluded-export] tells no value of a field that exports leave out, whatever it is called by now', async () => {
    await work()
    await save(matter.ben, 4, { Summary: 'The secret', Comment: 'Plain to see' })
    const { server, companyId, projectId } = matter
    const lead = await server.user({ role: 'ProjectManager', companyId })
    await server.member(projectId, lead.userId, 'ProjectManager')
    const version = (await server.call(lead, getExcludedFields, project())).data.version
    const body = { export: ['Summary'], externalSync: [], version }
    expect((await server.call(lead, putExcludedFields, { ...project(), body })).status).toBe(200)
    const params = { fieldId: fieldId('Summary') }
    await server.call(lead, changeField, { ...project(), params, body: { name: 'Abstract', choices: [] } })
    const send = async (format: 'csv' | 'ndjson') =>
      (await server.call(lead, reconstruct.exportActivity, { query: { projectId, format } })).raw.body
    const csv = await send('csv')
    expect(csv).toContain('Summary,(left out of exports),(left out of exports),')
    expect(csv).toContain('Plain to see')
    expect(csv).not.toContain('The secret')
    const lines = (await send('ndjson')).trimEnd().split('\n')
    const rows = lines.map((line) => reconstruct.exportedEvent.parse(JSON.parse(line)))
    // Who changed it and when is told all the same.
    expect(csv.split('\r\n')).toHaveLength(1 + rows.length + 1)
    const out = rows.filter(({ excluded }) => excluded)
    expect(new Set(out.map(({ kind, subjectId }) => `${kind} ${subjectId}`))).toEqual(
      new Set([`field ${fieldId('Summary')}`]),
    )
    expect(out.every((row) => row.old.value === null && row.new.value === null)).toBe(true)
    expect(rows.filter(({ subjectId }) => subjectId === fieldId('Summary'))).toEqual(out)
    expect(lines.join()).not.toContain('The secret')
  })

  it('answers documents, fields and tags of other projects like ones that are not there', async () => {
    const other = await matter.server.project(matter.companyId, { name: 'Other', prefix: 'OTH' })
    await matter.server.member(other, matter.manager.userId, 'ReviewManager')
    const tagCategoryId = await matter.server.services.records.write('interactive', async (trx) => {
      const row = await trx
        .insertInto('tag_category')
        .values({ project_id: matter.projectId, name: 'Subject', position: 0, exclusive: 0 })
        .returning('tag_category_id')
        .executeTakeFirstOrThrow()
      return row.tag_category_id
    })
    const list = async (filter: reconstruct.AsOfFilter) => {
      const { status, error } = await matter.server.call(matter.manager, reconstruct.listAsOf, {
        project: other,
        body: { filter },
      })
      return { status, message: error.message }
    }
    for (const one of [fieldId('Hot'), 987_654])
      expect(await list({ is: 'field', fieldId: one, coded: true })).toEqual(
        await list({ is: 'field', fieldId: 987_655, coded: true }),
      )
    for (const one of [tagCategoryId, 987_654])
      expect(await list({ is: 'tags', tagCategoryId: one, coded: true })).toMatchObject({ status: 404 })
  })

  it('works out after an upgrade what was there before it, and refuses to guess meanwhile', async () => {
    await work()
    const { records } = matter.server.services
    const { projectId } = matter
    const before = await activity()
    await records.write('interactive', async (trx) => {
      for (const table of ['coding_span', 'coding_tally', 'coding_hour', 'choice_span'] as const)
        await trx.deleteFrom(table).where('project_id', '=', projectId).execute()
      await trx
        .updateTable('span_head')
        .set({ seq: 0, moment: '', complete: 0 })
        .where('project_id', '=', projectId)
        .execute()
    })
    const refused = await matter.server.call(matter.manager, reconstruct.countsAsOf, project())
    expect([refused.status, refused.error.code]).toEqual([503, 'unavailable'])
    // What is saved meanwhile is worked out with the rest, once.
    at(65)
    await save(matter.ben, 3, { Hot: false })
    await completeAll(records, (error) => expect.fail(String(error))).done
    expect(await incomplete(records.read)).toEqual([])
    const after = await activity()
    expect(after.data.slice(1)).toEqual(before.data)
    expect((await countsAt()).subjects.find(({ name }) => name === 'Hot')?.choices).toEqual([
      { value: true, label: 'Yes', documents: 0 },
      { value: false, label: 'No', documents: 1 },
    ])
  })
})
