import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentHistory, verifyChain } from '#contracts/audit.ts'
import {
  type CodedValue,
  changeDocument,
  type FieldValue,
  readCoding,
  saveCoding,
  staleData,
} from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { askForSave, save as saveInto } from '#server/review/coding/save.ts'
import { dialects, type TestUser } from './harness.ts'
import { addForm, type CreatedForm, fieldNamed, type Matter, startMatter } from './matter.ts'

interface Said {
  readonly key?: string
  readonly as?: TestUser
  readonly undo?: { kind: 'do' | 'undo' | 'redo' | 'none'; group: string; targets: string[] }
  readonly documentId?: number
}

describe.each(dialects)('saving coding on %s', (dialect) => {
  let matter: Matter
  let form: CreatedForm
  let saves = 0
  beforeEach(async () => {
    matter = await startMatter(dialect)
    form = await addForm(matter)
  })
  afterEach(() => matter.close())

  const first = () => matter.documents[0] ?? 0
  const bodyOf = (fields: Record<string, [value: unknown, seen?: number]>, said: Said = {}) => ({
    documentId: said.documentId ?? first(),
    coding_form_id: form.coding_form_id,
    fields: Object.entries(fields).map(([name, [value]]) => ({
      name,
      value,
      coding_form_field_id: fieldNamed(form, name).coding_form_field_id,
    })),
    undo: said.undo ?? { kind: 'do' as const, group: 'group-0001', targets: [] },
    correlationId: 'gesture-0001',
  })
  const seenIn = (fields: Record<string, [value: unknown, seen?: number]>) =>
    ifMatchOf(
      new Map(
        Object.entries(fields).map(([name, [, seen = 0]]) => [
          fieldNamed(form, name).coding_form_field_id,
          seen,
        ]),
      ),
    )
  const send = (body: unknown, ifMatch: string, { as = matter.ana, key }: Said = {}) => {
    saves += 1
    return matter.server.call(as, saveCoding, {
      project: matter.projectId,
      key: key ?? `command-${saves}`,
      ifMatch,
      body,
    })
  }
  const save = (fields: Record<string, [value: unknown, seen?: number]>, said: Said = {}) =>
    send(bodyOf(fields, said), seenIn(fields), said)
  const values = async (documentId = first()) => {
    const answer = await matter.server.call(matter.ana, readCoding, {
      project: matter.projectId,
      query: { documentId },
    })
    const nameOf = new Map(form.sections.flatMap((s) => s.fields).map((f) => [f.fieldId, f.field_name]))
    const byName: Record<string, FieldValue> = {}
    for (const one of answer.data.data) byName[nameOf.get(one.fieldId) ?? ''] = one
    return byName
  }
  const auditRows = () =>
    matter.server.services.records.read
      .selectFrom('audit')
      .selectAll()
      .where('project_id', '=', matter.projectId)
      .where('action', '=', 'coding.saved')
      .orderBy('seq')
      .execute()

  it('[rest-any-review-codingform] [payload-coding-field] writes a value of every type and answers with versions', async () => {
    matter.server.setNow(new Date('2026-03-04T05:06:07.000Z'))
    const sent: Record<string, CodedValue> = {
      Responsive: 'Yes',
      Issues: ['Patent', 'Trade secret'],
      Hot: true,
      'Meeting date': '2024-02-29T00:00:00',
      Pages: 3,
      Amount: 2.5,
      Summary: ' kept as typed ',
      Notes: 'Line one\nLine two',
      Comment: 'c',
      Related: 12,
    }
    const reply = (await save(Object.fromEntries(Object.entries(sent).map(([k, v]) => [k, [v]])))).data
    expect(reply.values.map((one) => one.value)).toEqual(Object.values(sent))
    expect(new Set(reply.values.map((one) => one.version))).toEqual(new Set([1]))
    expect(reply.auditIds).toHaveLength(10)
    const stored = await values()
    expect(Object.fromEntries(Object.entries(stored).map(([name, one]) => [name, one?.value]))).toEqual(sent)
    expect(stored.Responsive).toMatchObject({ by: 'Ana Lima', at: '2026-03-04T05:06:07.000Z', version: 1 })
  })

  it('[rest-put-review-document] changes a document under its own name, by the same rules', async () => {
    const put = (value: string, seen: number, as = matter.ana) =>
      matter.server.call(as, changeDocument, {
        ...{ project: matter.projectId, key: `change-${value}-${seen}` },
        ...{ ifMatch: seenIn({ Summary: [value, seen] }), body: bodyOf({ Summary: [value] }) },
      })
    const { data } = await put('First', 0)
    expect(data.values).toMatchObject([{ value: 'First', version: 1 }])
    expect((await put('Second', 0, matter.ben)).status).toBe(412)
    // One document, whatever it is called by.
    await save({ Summary: ['Third', 1] })
    expect((await values()).Summary).toMatchObject({ value: 'Third', version: 2 })
    expect(await auditRows()).toHaveLength(2)
  })

  it('[payload-coding-number-negative] keeps a negative number as null, zero as zero', async () => {
    await save({ Pages: [7], Amount: [1.5] })
    const reply = (await save({ Pages: [-1, 1], Amount: [0, 1] })).data
    expect(reply.values.map((one) => one.value)).toEqual([null, 0])
    expect((await values()).Pages).toMatchObject({ value: null, version: 2 })
  })

  it('never converts a date: the same day for everybody', async () => {
    const body = bodyOf({ 'Meeting date': ['2024-03-10T02:30:00'] })
    const answer = await matter.server.call(matter.ana, saveCoding, {
      project: matter.projectId,
      key: 'command-date',
      headers: { 'Time-Zone': 'Asia/Tokyo' },
      ifMatch: seenIn({ 'Meeting date': [null] }),
      body,
    })
    expect(answer.data.values[0]?.value).toBe('2024-03-10T02:30:00')
    expect((await values())['Meeting date']?.value).toBe('2024-03-10T02:30:00')
  })

  it('refuses what a field cannot hold, naming the field, and writes nothing', async () => {
    const bad: readonly [string, unknown, string][] = [
      ['Responsive', 'Maybe', 'Responsive has no choice "Maybe".'],
      ['Responsive', ['Yes'], 'Responsive takes one choice.'],
      ['Issues', ['Patent', 'Fraud'], 'Issues has no choice "Fraud".'],
      ['Issues', 'Patent', 'Issues takes a list of choices.'],
      ['Hot', 'Yes', 'Hot takes true or false.'],
      ['Pages', 1.5, 'Pages takes a whole number.'],
      ['Amount', '1', 'Amount takes a number.'],
      ['Meeting date', '2024-02-30T00:00:00', 'Meeting date takes a date as YYYY-MM-DDThh:mm:ss.'],
      ['Meeting date', '2024-03-10T02:30:00Z', 'Meeting date takes a date as YYYY-MM-DDThh:mm:ss.'],
      ['Summary', 5, 'Summary takes text.'],
    ]
    for (const [name, value, message] of bad) {
      const answer = await save({ Notes: ['good'], [name]: [value] })
      expect([answer.status, answer.error.message, answer.error.detail]).toEqual([400, message, name])
    }
    expect(await values()).toEqual({})
    expect(await auditRows()).toEqual([])
  })

  it('puts on the record whose value was overwritten knowingly, and whose own was given up for it', async () => {
    await save({ Pages: [7], Notes: ['theirs'] }, { as: matter.ben })
    const over = bodyOf({ Pages: [8] })
    const answer = await send(
      { ...over, fields: over.fields.map((field) => ({ ...field, over: 1 })) },
      seenIn({ Pages: [8, 1] }),
    )
    expect(answer.status).toBe(200)
    const notes = fieldNamed(form, 'Notes').fieldId
    const gaveUp = [{ fieldId: notes, value: 'mine', version: 1 }]
    const told = await matter.server.call(matter.ana, saveCoding, {
      project: matter.projectId,
      key: 'command-gave-up',
      body: { ...bodyOf({}), gaveUp },
    })
    expect(told.data).toMatchObject({ values: [], auditIds: [expect.any(Number)] })
    const { data } = (
      await matter.server.call(matter.manager, documentHistory, {
        project: matter.projectId,
        query: { documentId: first() },
      })
    ).data
    expect(data.slice(0, 2)).toMatchObject([
      {
        action: 'coding.gaveUp',
        userName: 'Ana Lima',
        field: 'Notes',
        oldValue: 'mine',
        newValue: 'theirs',
        decision: { kind: 'gaveUp', by: 'Ben Novak', at: expect.any(String) },
      },
      {
        action: 'coding.saved',
        field: 'Pages',
        oldValue: 7,
        newValue: 8,
        decision: { kind: 'overwrote', by: 'Ben Novak' },
      },
    ])
    expect(data.at(-1)).not.toHaveProperty('decision')
    // Nothing was written by giving up: no version has moved.
    expect((await values()).Notes).toMatchObject({ value: 'theirs', version: 1, by: 'Ben Novak' })
    const verified = await matter.server.call(matter.manager, verifyChain, { project: matter.projectId })
    expect(verified.data.firstBroken).toBeNull()
  })

  it('says of no version but the one that was overwritten that it was known, and takes no empty save', async () => {
    await save({ Pages: [7] }, { as: matter.ben })
    const body = bodyOf({ Pages: [8] })
    // Somebody says that he knew of a version that there never was: that is no decision.
    await send(
      { ...body, fields: body.fields.map((field) => ({ ...field, over: 9 })) },
      seenIn({ Pages: [8, 1] }),
    )
    const { data } = (
      await matter.server.call(matter.manager, documentHistory, {
        project: matter.projectId,
        query: { documentId: first() },
      })
    ).data
    expect(data[0]).toMatchObject({ newValue: 8 })
    expect(data[0]).not.toHaveProperty('decision')
    const empty = await matter.server.call(matter.ana, saveCoding, {
      project: matter.projectId,
      key: 'command-empty',
      body: bodyOf({}),
    })
    expect([empty.status, empty.error.detail]).toEqual([400, 'fields'])
    const long = [{ fieldId: fieldNamed(form, 'Notes').fieldId, value: 'x'.repeat(100_001), version: 1 }]
    const tooLong = await matter.server.call(matter.ana, saveCoding, {
      project: matter.projectId,
      key: 'command-long',
      body: { ...bodyOf({}), gaveUp: long },
    })
    expect(tooLong.status).toBe(400)
  })

  it('refuses read-only fields, foreign fields and wrong names', async () => {
    const readOnly = await save({ 'Batch remark': ['mine'] })
    expect([readOnly.status, readOnly.error.message]).toEqual([403, 'Batch remark is read-only.'])
    const body = bodyOf({ Summary: ['x'] })
    const seen = seenIn({ Summary: ['x'] })
    const foreign = await send(
      { ...body, fields: [{ ...body.fields[0], coding_form_field_id: 99_999 }] },
      '"99999.0"',
    )
    expect(foreign.status).toBe(400)
    const misnamed = await send({ ...body, fields: [{ ...body.fields[0], name: 'Notes' }] }, seen)
    expect(misnamed.error.message).toBe('This is the field "Summary", not "Notes".')
    const twice = await send({ ...body, fields: [body.fields[0], body.fields[0]] }, seen)
    expect(twice.error.message).toBe('Summary stands twice in this save.')
    expect((await send({ ...body, documentId: 99_999 }, seen)).status).toBe(404)
    expect((await send({ ...body, coding_form_id: 99_999 }, seen)).status).toBe(404)
    expect(await values()).toEqual({})
  })

  it('asks for a key where there is none', async () => {
    const answer = await matter.server.call(matter.ana, saveCoding, {
      project: matter.projectId,
      body: bodyOf({ Summary: ['x'] }),
    })
    expect([answer.status, answer.error.code, answer.error.detail]).toEqual([
      428,
      'version.required',
      'Idempotency-Key',
    ])
  })

  it('asks for the version of each field that it changes, and takes nothing else for one', async () => {
    const body = bodyOf({ Summary: ['x'], Notes: ['y'] })
    const bare = await matter.server.call(matter.ana, saveCoding, {
      project: matter.projectId,
      key: 'command-bare',
      body,
    })
    expect([bare.status, bare.error.code, bare.error.detail]).toEqual([428, 'version.required', 'If-Match'])
    const half = await send(body, seenIn({ Summary: ['x'] }))
    expect([half.status, half.error.code, half.error.detail]).toEqual([428, 'version.required', 'Notes'])
    const blind = await send(body, '*')
    expect([blind.status, blind.error.code, blind.error.detail]).toEqual([400, 'request.invalid', 'If-Match'])
    expect(await values()).toEqual({})
  })

  it('knows a save again by its key though the versions that it saw have moved on', async () => {
    const body = bodyOf({ Summary: ['x'] })
    const once = await send(body, seenIn({ Summary: ['x', 0] }), { key: 'command-moved' })
    const again = await send(body, seenIn({ Summary: ['x', 1] }), { key: 'command-moved' })
    expect(again.data).toEqual(once.data)
    expect(await auditRows()).toHaveLength(1)
  })

  it('answers a repeated save as it did the first time, and writes it once', async () => {
    const once = await save({ Responsive: ['Yes'] }, { key: 'command-again' })
    await save({ Responsive: ['No', 1] }, { as: matter.ben })
    const again = await save({ Responsive: ['Yes'] }, { key: 'command-again' })
    expect(again.data).toEqual(once.data)
    expect((await values()).Responsive).toMatchObject({ value: 'No', version: 2, by: 'Ben Novak' })
    expect(await auditRows()).toHaveLength(2)
    expect((await save({ Responsive: ['No'] }, { key: 'command-again' })).status).toBe(422)
  })

  it('merges fields that nobody else touched, and answers both values of those that somebody did', async () => {
    matter.server.setNow(new Date('2026-03-04T05:06:07.000Z'))
    await save({ Responsive: ['Yes'], Summary: ['first'] }, { as: matter.ben })
    // Ana has seen neither; other fields are nobody's but hers.
    expect((await save({ Issues: [['Patent']] })).status).toBe(200)
    const stale = await save({ Responsive: ['No'], Summary: ['mine'], Notes: ['n'] })
    expect([stale.status, stale.error.code]).toEqual([412, 'coding.stale'])
    expect(stale.error.message).toContain('Ben Novak')
    expect(staleData.parse(stale.error.data).conflicts).toEqual([
      {
        fieldId: fieldNamed(form, 'Responsive').fieldId,
        coding_form_field_id: fieldNamed(form, 'Responsive').coding_form_field_id,
        name: 'Responsive',
        yours: 'No',
        theirs: 'Yes',
        version: 1,
        by: 'Ben Novak',
        at: '2026-03-04T05:06:07.000Z',
      },
      expect.objectContaining({ name: 'Summary', yours: 'mine', theirs: 'first', version: 1 }),
    ])
    // All or nothing: the note that was in no conflict is not there either.
    expect((await values()).Notes).toBeUndefined()
    // Having seen it, she may overwrite.
    expect((await save({ Responsive: ['No', 1], Notes: ['n'] })).data.values[0]).toMatchObject({
      value: 'No',
      version: 2,
      by: 'Ana Lima',
    })
  })

  it('finds no conflict where both mean the same, and writes it once', async () => {
    await save({ Responsive: ['Yes'] }, { as: matter.ben })
    const reply = (await save({ Responsive: ['Yes'] })).data
    expect(reply).toMatchObject({ values: [{ value: 'Yes', version: 1, by: 'Ben Novak' }], auditIds: [] })
    expect(await auditRows()).toHaveLength(1)
  })

  it('lets one of two simultaneous saves of a field win; the other hears of it', async () => {
    for (let round = 0; round < 5; round++) {
      const documentId = matter.documents[1] ?? 0
      const seen = (await values(documentId)).Responsive?.version ?? 0
      const [yes, no] = round % 2 === 0 ? ['Yes', 'No'] : ['No', 'Yes']
      const current = (await values(documentId)).Responsive?.value
      const answers = await Promise.all([
        save({ Responsive: [current === yes ? 'Needs further review' : yes, seen] }, { documentId }),
        save({ Responsive: [current === no ? null : no, seen] }, { documentId, as: matter.ben }),
      ])
      expect(answers.map((one) => one.status).sort()).toEqual([200, 412])
      expect((await values(documentId)).Responsive?.version).toBe(seen + 1)
    }
  })

  it('lets simultaneous saves of different fields both in', async () => {
    const answers = await Promise.all([
      save({ Responsive: ['Yes'] }),
      save({ Issues: [['Pricing']] }, { as: matter.ben }),
      save({ Pages: [4] }, { as: matter.senior }),
    ])
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200])
    expect(Object.keys(await values()).sort()).toEqual(['Issues', 'Pages', 'Responsive'])
  })

  it('puts one row a field on the record: who, old, new, how, with the undo mark and the command', async () => {
    await save({ Responsive: ['Yes'], Notes: ['private words'] }, { key: 'command-save1' })
    const undo = { kind: 'undo' as const, group: 'group-0002', targets: ['command-save1'] }
    await save({ Responsive: [null, 1] }, { key: 'command-undo1', undo })
    const redo = { kind: 'redo' as const, group: 'group-0002', targets: ['command-undo1'] }
    await save({ Responsive: ['Yes', 2] }, { key: 'command-redo1', undo: redo })
    const rows = await auditRows()
    expect(rows.map((row) => row.command_id)).toEqual([
      'command-save1',
      'command-save1',
      'command-undo1',
      'command-redo1',
    ])
    // What people typed stands beside the text that is hashed, so that it can be erased by law.
    expect(rows.every((row) => !row.text.includes('private words'))).toBe(true)
    const history = await matter.server.call(matter.ana, documentHistory, {
      project: matter.projectId,
      query: { documentId: first() },
    })
    const said = history.data.data.filter((row) => row.action === 'coding.saved').reverse()
    expect(said.map(({ field, oldValue, newValue, how }) => [field, oldValue, newValue, how])).toEqual([
      ['Responsive', null, 'Yes', 'manual'],
      ['Notes', null, 'private words', 'manual'],
      ['Responsive', 'Yes', null, 'undo'],
      ['Responsive', null, 'Yes', 'redo'],
    ])
    expect(said[2]).toMatchObject({
      userName: 'Ana Lima',
      roleName: 'Reviewer',
      commandId: 'command-undo1',
      undo,
      correlationId: 'gesture-0001',
    })
    const chain = await matter.server.call(matter.manager, verifyChain, { project: matter.projectId })
    expect(chain.data).toMatchObject({ firstBroken: null, rows: rows.length + 1 })
  })

  it('keeps of an undo what it can prove: own changes of the document and the field, and the value that stood before', async () => {
    const said = async () =>
      (await auditRows()).map(({ text }) => {
        const { field, how, undo } = JSON.parse(text)
        return [field, how, undo.kind, undo.targets]
      })
    const undo = (...targets: string[]) => ({ kind: 'undo' as const, group: 'group-0002', targets })
    await save({ Responsive: ['Yes'], Pages: [3] }, { key: 'command-save1' })
    await save({ Responsive: ['No', 1] }, { key: 'command-save2' })
    // Both saves are taken back at once: what stood before the first of them is written.
    await save(
      { Responsive: [null, 2] },
      { key: 'command-undo1', undo: undo('command-save1', 'command-save2') },
    )
    // What never stood before it, another field, what was never saved, a command that nobody gave: changes like any other.
    await save(
      { Responsive: ['Needs further review', 3] },
      { key: 'command-othr1', undo: undo('command-save2') },
    )
    await save({ Issues: [['Patent']] }, { key: 'command-othr2', undo: undo('command-save1') })
    await save({ Pages: [9, 1] }, { key: 'command-othr3', undo: undo('command-none1') })
    // A redo names what was done first, and writes it.
    const redo = { kind: 'redo' as const, group: 'group-0002', targets: ['command-othr1'] }
    await save({ Responsive: ['No', 4] }, { key: 'command-redo1', undo: redo })
    await save({ Responsive: ['Needs further review', 5] }, { key: 'command-redo2', undo: redo })
    // Of two fields the one that fits.
    await save(
      { Responsive: ['No', 6], Pages: [3, 2] },
      { key: 'command-undo2', undo: undo('command-othr1', 'command-othr3', 'gesture-none2') },
    )
    expect(await said()).toEqual([
      ['Responsive', 'manual', 'do', []],
      ['Pages', 'manual', 'do', []],
      ['Responsive', 'manual', 'do', []],
      ['Responsive', 'undo', 'undo', ['command-save1', 'command-save2']],
      ['Responsive', 'manual', 'do', []],
      ['Issues', 'manual', 'do', []],
      ['Pages', 'manual', 'do', []],
      ['Responsive', 'manual', 'do', []],
      ['Responsive', 'redo', 'redo', ['command-othr1']],
      ['Responsive', 'manual', 'do', []],
      ['Pages', 'undo', 'undo', ['command-othr3']],
    ])
  })

  it('refuses an undo of what somebody else has coded, and writes nothing', async () => {
    await save({ Responsive: ['Yes'] }, { key: 'command-save1' })
    const undo = { kind: 'undo' as const, group: 'group-0002', targets: ['command-save1'] }
    const refused = await save({ Responsive: [null, 1] }, { as: matter.ben, key: 'command-undo1', undo })
    expect([refused.status, refused.error.code, refused.error.detail]).toEqual([
      400,
      'request.invalid',
      'undo.targets',
    ])
    expect((await values()).Responsive).toMatchObject({ value: 'Yes', version: 1 })
  })

  it('takes a command id once in a project, whoever sends it', async () => {
    await save({ Responsive: ['Yes'] }, { key: 'command-save1' })
    const again = await save({ Pages: [7] }, { as: matter.ben, key: 'command-save1' })
    expect([again.status, again.error.code]).toEqual([422, 'idempotency.mismatch'])
    // The same user's own after its reply was forgotten: it would tell of two changes.
    await matter.server.services.records.write('interactive', (trx) =>
      trx.deleteFrom('idempotency').execute(),
    )
    const later = await save({ Pages: [7] }, { key: 'command-save1' })
    expect([later.status, later.error.code]).toEqual([422, 'idempotency.mismatch'])
    expect((await auditRows()).map((row) => row.command_id)).toEqual(['command-save1'])
  })

  it('tells the index and the project that something has happened, in the same transaction', async () => {
    const at = new Date('2026-03-04T05:06:07.000Z')
    const user = { userId: matter.ana.userId, name: matter.ana.name, role: 'Reviewer' }
    const ctx = { projectId: matter.projectId, user, at, commandId: 'command-index' }
    const body = saveCoding.body.parse(bodyOf({ Responsive: ['Yes'] }))
    const seen = new Map([[fieldNamed(form, 'Responsive').coding_form_field_id, 0]])
    const after = await matter.server.services.records.write('interactive', async (trx) => {
      await saveInto(trx, ctx, body, seen, askForSave(trx, ctx, body))
      const queue = await trx.selectFrom('index_queue').select(['document_id', 'what']).execute()
      const project = await trx
        .selectFrom('project')
        .select('last_activity_at')
        .where('project_id', '=', matter.projectId)
        .executeTakeFirstOrThrow()
      return { queue, ...project }
    })
    expect(after).toEqual({
      queue: [{ document_id: first(), what: 'coding' }],
      last_activity_at: '2026-03-04T05:06:07.000Z',
    })
  })

  it('is closed to whoever has no business in the project', async () => {
    const stranger = await matter.server.user({ role: 'Reviewer', companyId: matter.companyId })
    expect((await save({ Responsive: ['Yes'] }, { as: stranger })).status).toBe(404)
    const onlooker = await matter.server.user({ role: 'Default', companyId: matter.companyId })
    await matter.server.member(matter.projectId, onlooker.userId, 'Default')
    expect((await save({ Responsive: ['Yes'] }, { as: onlooker })).status).toBe(403)
    // A document of another project is not there.
    const other = await matter.server.project(matter.companyId, { name: 'Other', prefix: 'OTH' })
    await matter.server.member(other, matter.ana.userId, 'Reviewer')
    const across = await matter.server.call(matter.ana, readCoding, {
      project: other,
      query: { documentId: first() },
    })
    expect(across.status).toBe(404)
  })
})
