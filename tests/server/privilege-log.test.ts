/**
 * The privilege log from coding, a redaction and a production to the file for the other side: rows, edits and their conflicts,
 * versions, gaps, who sees what, and the files as they are read by a program that is not ours.
 */
import { read as readWorkbook, utils } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCoding, saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { createForm } from '#contracts/form-drafts.ts'
import { getPages, getPageTexts } from '#contracts/pages.ts'
import * as contract from '#contracts/privilege-log.ts'
import { acceptWarning, validateProduction } from '#contracts/production-checks.ts'
import { initStuff, insertProduction, listProductions, runProduction } from '#contracts/productions.ts'
import { fieldTypes } from '#contracts/project.ts'
import { saveMarkup } from '#contracts/redactions.ts'
import { getWalls, putWalls } from '#contracts/walls.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { costlyDialects, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { type CreatedForm, fieldNamed } from './matter.ts'
import { trail } from './people.ts'

withoutAnalysis()

const bidi = '\u202E'
const files = {
  'counsel.eml': message({
    ...{ id: 'counsel', subject: `=HYPERLINK("http://x")${bidi};=1+1`, text: 'Counsel says zanzibar.\n' },
    ...{ from: 'Kay Mann <kay.mann@firm.example>', to: 'Bob <bob@test.example>, R. Lee <lee@test.example>' },
    ...{ cc: 'Impostor* <impostor@test.example>', date: 'Tue, 05 Mar 2024 09:00:00 -0600' },
  }),
  'contract.pdf': pdf({ pages: [{ content: show('The price of Larkspur stays', 72, 700) }] }),
  'memo.eml': message({ id: 'memo', subject: 'Memo', date: 'Mon, 04 Mar 2024 09:00:00 -0600' }),
  'hidden.eml': message({
    ...{
      id: 'hidden',
      subject: 'Behind a wall',
      text: 'zanzibar\n',
      date: 'Wed, 06 Mar 2024 09:00:00 -0600',
    },
  }),
}
type Name = keyof typeof files

const settings: contract.PrivilegeLogSettings = {
  withheld: { query: 'Privileged:Yes', productions: true },
  redacted: { labels: ['privileged'], reasons: [] },
  columns: [
    { source: 'Log_Number', heading: 'No.' },
    { source: 'Control_Number', heading: 'Control number' },
    { source: 'Begin_Bates', heading: 'Begin Bates' },
    { source: 'Date', heading: 'Date' },
    { source: 'Author', heading: 'From' },
    { source: 'To', heading: 'To' },
    { source: 'CC', heading: 'CC' },
    { source: 'Title', heading: 'Subject' },
    { source: 'Custodian', heading: 'Custodian' },
    { source: 'Basis', heading: 'Privilege' },
    { source: 'Description', heading: 'Description' },
    { source: 'Treatment', heading: 'Treatment' },
    { source: 'Redacted_Pages', heading: 'Pages redacted' },
  ],
  ...{ lawyers: ['@firm.example'], lawyerMark: '*' },
  people: [{ name: 'Robert Lee', spellings: ['lee@test.example', 'Bobby Lee'] }],
  ...{ basisField: 'Basis_of_claim', descriptionField: null },
  ...{ bases: ['Attorney-client privilege'], phrases: ['Email requesting legal advice regarding'] },
  dates: { form: 'YYYY-MM-DD', time: false },
}

describe.each(costlyDialects)('the privilege log on %s', (dialect) => {
  let intake: Intake
  let form: CreatedForm
  let senior: TestUser
  const ids = new Map<string, number>()
  beforeAll(async () => {
    intake = await startIntake(dialect)
    await intake.server.user({ role: 'SystemAdmin' })
    const { server, project, user } = intake
    for (const [name, bytes] of Object.entries(files)) {
      const custodian = name === 'hidden.eml' ? 'Hidden' : 'Reyes'
      const path = intake.write(name, bytes)
      const { jobId } = await importPath(server.services, { path, projectId: project, custodian })
      await settledJob(server.services, jobId)
      const { id } = await server.services.records.read
        .selectFrom('document')
        .select((eb) => eb.fn.max('document_id').as('id'))
        .executeTakeFirstOrThrow()
      ids.set(name, Number(id))
    }
    senior = await server.user({ role: 'ReviewManager', companyId: user.companyId, name: 'Sam Okafor' })
    await server.member(project, senior.userId, 'ReviewManager')
    const made = await server.call(user, createForm, {
      project,
      body: {
        name: 'Privilege',
        sections: [
          {
            name: 'Privilege',
            fields: [
              field('Privileged', fieldTypes.boolean, ['Yes', 'No']),
              field('Basis of claim', fieldTypes.singleChoice, ['Attorney-client privilege', 'Work product']),
            ],
          },
        ],
      },
    })
    form = made.data
    await code('counsel.eml', { Privileged: true, 'Basis of claim': 'Attorney-client privilege' })
    await code('hidden.eml', { Privileged: true })
    await cover('contract.pdf', 'Larkspur', 'Privileged')
    await settled()
  }, 60_000)
  afterAll(() => intake.close())

  const field = (field_name: string, field_type_id: number, choices: string[]) => ({
    ...{ field_name, field_type_id, choices, is_required: false, is_read_only: false },
  })
  let sent = 0
  const key = () => `privilege-log-${sent++}`
  const idOf = (name: Name): number => ids.get(name) ?? 0
  const settled = () => intake.server.services.search.settled(intake.project)
  const by = (user: TestUser = intake.user) => ({
    rows: (query: Record<string, string> = {}) =>
      intake.server.call(user, contract.logRows, { project: intake.project, query }),
    save: (name: Name, version: number, values: Record<string, string | null>) =>
      intake.server.call(user, contract.saveLogRows, {
        ...{ project: intake.project, key: key() },
        body: { changes: [{ documentId: idOf(name), version, values }], correlationId: 'gesture-0001' },
      }),
    make: (name: string) =>
      intake.server.call(user, contract.makeLogVersion, {
        project: intake.project,
        key: key(),
        body: { name },
      }),
    file: (versionId: number, format: 'csv' | 'xlsx', logForm = 'documents') =>
      intake.server.call(user, contract.logVersionFile, {
        project: intake.project,
        query: { projectId: intake.project, versionId, form: logForm, format },
      }),
    gaps: async () => {
      const { data } = await intake.server.call(user, contract.logGaps, { project: intake.project })
      return Object.fromEntries(
        data.data.map(({ kind, some, documents }) => {
          expect(some.length).toBe(documents)
          return [kind, some.map(({ documentId }) => documentId)]
        }),
      )
    },
  })
  const rowOf = async (name: Name): Promise<contract.LogRow> => {
    const row = (await by().rows()).data.data.find(({ documentId }) => documentId === idOf(name))
    if (row === undefined) throw new Error(`${name} is not on the log.`)
    return row
  }
  async function code(name: Name, values: Record<string, unknown>): Promise<void> {
    const { server, user, project } = intake
    const documentId = idOf(name)
    const { data } = await server.call(user, readCoding, { project, query: { documentId } })
    const fields = Object.entries(values).map(([title, value]) => ({
      ...{ coding_form_field_id: fieldNamed(form, title).coding_form_field_id, name: title, value },
    }))
    const seen = Object.keys(values).map((title) => {
      const { coding_form_field_id, fieldId } = fieldNamed(form, title)
      return [coding_form_field_id, data.data.find((one) => one.fieldId === fieldId)?.version ?? 0] as const
    })
    const saved = await server.call(user, saveCoding, {
      ...{ project, key: key(), ifMatch: ifMatchOf(new Map(seen)) },
      body: {
        ...{ documentId, coding_form_id: form.coding_form_id, fields, correlationId: 'gesture-0001' },
        undo: { kind: 'do', group: 'group-0001', targets: [] },
      },
    })
    expect([saved.status, saved.raw.body]).toEqual([200, saved.raw.body])
  }
  async function cover(name: Name, word: string, label: string): Promise<void> {
    const { server, user, project } = intake
    const at = { project, query: { documentId: idOf(name) } }
    await server.call(user, getPages, at)
    const { data } = await server.call(user, getPageTexts, at)
    const [first] = data.data
    const nth = first?.text.split(/\s+/).indexOf(word) ?? -1
    const boxes = first?.boxes.slice(4 * nth, 4 * nth + 4) ?? []
    const gesture = key()
    const add = [{ key: `key-${gesture}`, page: 1, kind: 'words' as const, boxes, label, reason: '' }]
    const body = {
      ...{ documentId: idOf(name), gesture, markup: { add, change: [], remove: [], restore: [] } },
    }
    expect((await server.call(user, saveMarkup, { project, key: gesture, body })).status).toBe(200)
  }
  /** Everything but the hidden message goes out; what says zanzibar is withheld. */
  async function produce(name: string): Promise<void> {
    const { server, user, project } = intake
    const { data } = await server.call(user, initStuff, { project })
    const [first] = data.templates
    if (first === undefined) throw new Error('There are no templates.')
    const set = {
      ...first.settings.set,
      query: { ...first.settings.set.query, queryString: 'NOT Subject:wall' },
    }
    const made = await server.call(user, insertProduction, {
      ...{ project, key: key() },
      body: {
        name,
        settings: {
          ...{ ...first.settings, set, numbering: { prefix: 'NW', digits: 6, level: 'page', start: null } },
          withheld: [{ query: 'zanzibar', slipSheet: { text: 'WITHHELD' } }],
        },
      },
    })
    const body = { productionId: made.data.productionId, version: made.data.version }
    const checked = await server.call(user, validateProduction, { project, body })
    for (const { check } of checked.data.found) {
      const accepting = { productionId: body.productionId, check, reason: 'It is meant so.' }
      await server.call(user, acceptWarning, { project, key: key(), body: accepting })
    }
    const running = await server.call(user, runProduction, { project, key: key(), body })
    await settledJob(server.services, running.data.job?.jobId ?? 0)
    const all = await server.call(user, listProductions, { project })
    expect(all.data.data.map(({ state, job }) => [state, job?.message])).toEqual([['Produced', null]])
  }

  it('begins with what is usual, and refuses settings that cannot be read or that somebody has changed', async () => {
    const { server, user, project } = intake
    const save = (body: { settings: contract.PrivilegeLogSettings; version: number }, as = user) =>
      server.call(as, contract.saveLogSettings, { project, body })
    const { data } = await server.call(user, contract.getLogSettings, { project })
    expect(data).toMatchObject({ version: 0, changed: null, labels: ['Privileged'] })
    expect(data.fields).toContainEqual({ name: 'Custodian', displayName: 'Custodian', mayLeave: true })
    const wrong = (more: Partial<contract.PrivilegeLogSettings>) =>
      save({ settings: { ...settings, ...more }, version: 0 })
    const unread = await wrong({ withheld: { query: 'Privileged:(', productions: true } })
    expect(unread.error.code).toBe('query.invalid')
    for (const columns of [
      [{ source: 'Nowhere', heading: 'Nowhere' }],
      [{ source: 'Document_Name', heading: 'Left out of exports' }],
      [settings.columns[0], settings.columns[0]] as contract.LogColumn[],
    ])
      expect((await wrong({ columns })).error).toMatchObject({ code: 'request.invalid', detail: 'columns' })
    expect((await wrong({ basisField: 'Nowhere' })).status).toBe(400)
    expect((await save({ settings, version: 0 }, senior)).status).toBe(403)
    expect((await save({ settings, version: 0 })).data).toMatchObject({ version: 1, settings })
    expect((await save({ settings, version: 0 })).error.message).toContain(`${user.name} has changed`)
  })

  it('has one row for each document that is withheld or redacted for privilege, as the record says it', async () => {
    const { data } = await by().rows({ sort: 'date' })
    expect(data.data.map(({ documentId }) => documentId)).toEqual(
      expect.arrayContaining([idOf('counsel.eml'), idOf('hidden.eml'), idOf('contract.pdf')]),
    )
    expect(data.counts).toEqual({ all: 3, toDescribe: 3, withheld: 2, redacted: 1, changed: 0 })
    expect(await rowOf('counsel.eml')).toMatchObject({
      ...{
        treatment: 'withheld',
        why: ['query'],
        version: 0,
        logNumber: null,
        written: null,
        toDescribe: true,
      },
      values: {
        ...{ Date: '2024-03-05', Author: 'Kay Mann*', To: 'Bob; Robert Lee', CC: 'Impostor' },
        ...{ Title: '=HYPERLINK("http://x");=1+1', Custodian: 'Reyes', Begin_Bates: '' },
        ...{ Basis: 'Attorney-client privilege', Description: '', Treatment: 'Withheld' },
      },
    })
    expect(await rowOf('contract.pdf')).toMatchObject({
      ...{ treatment: 'redacted', why: ['redaction'] },
      values: { Title: 'contract.pdf', Treatment: 'Redacted', Redacted_Pages: '1' },
    })
    const { data: people } = await intake.server.call(intake.user, contract.logPeople, {
      project: intake.project,
    })
    expect(people.data).toContainEqual({
      ...{ spelling: 'Kay Mann <kay.mann@firm.example>', name: 'Kay Mann', lawyer: true, documents: 1 },
    })
    const redacted = await by().rows({ filter: 'redacted' })
    expect(redacted.data.data.map(({ documentId }) => documentId)).toEqual([idOf('contract.pdf')])
    expect((await by().rows({ after: '["x",1]' })).status).toBe(400)
  })

  it('is written in place, says who was first, and takes back what was written', async () => {
    const text = 'Email requesting legal advice\nregarding prices'
    const first = await by(senior).save('counsel.eml', 0, { Description: ` ${text} `, To: 'Bob' })
    expect(first.data.data).toMatchObject([
      {
        ...{ version: 1, written: { by: 'Sam Okafor' }, toDescribe: false },
        ...{ values: { Description: text, To: 'Bob' }, derived: { Description: '', To: 'Bob; Robert Lee' } },
      },
    ])
    const late = await by().save('counsel.eml', 0, { Description: 'Another' })
    expect([late.status, late.error.message]).toEqual([
      409,
      'Sam Okafor has written into this row since you looked. Nothing was saved; decide what stays.',
    ])
    expect(late.error.data).toMatchObject({ rows: [{ version: 1, values: { Description: text } }] })
    const back = first.data.before[0]
    expect(back).toEqual({
      ...{ documentId: idOf('counsel.eml'), version: 1, values: { Description: null, To: null } },
    })
    const undone = await by(senior).save('counsel.eml', back?.version ?? 0, back?.values ?? {})
    expect(undone.data.data[0]).toMatchObject({
      ...{ version: 2, values: { Description: '', To: 'Bob; Robert Lee' }, derived: {} },
    })
    await by(senior).save('counsel.eml', 2, { Description: text })
    const told = (await trail(intake.server, `project:${intake.project}`)).filter(
      ({ action }) => action === 'privilegeLog.written',
    )
    expect(told.map(({ beside: { ip: _, ...values } }) => values)).toEqual([
      { oldValue: null, newValue: text },
      { oldValue: null, newValue: 'Bob' },
      { oldValue: text, newValue: null },
      { oldValue: 'Bob', newValue: null },
      { oldValue: null, newValue: text },
    ])
    expect((await by().save('counsel.eml', 3, { Treatment: 'Redacted' })).status).toBe(400)
    expect((await by().save('counsel.eml', 3, { Nowhere: 'x' })).status).toBe(400)
    // What the record says by itself is not kept over it.
    const same = await by(senior).save('counsel.eml', 3, { Author: 'Kay Mann*' })
    expect(same.data.data[0]).toMatchObject({ version: 4, derived: { Description: '' } })
  })

  it('says what has changed since somebody described a document, until somebody has looked', async () => {
    const { records } = intake.server.services
    const documentId = idOf('counsel.eml')
    const { addresses } = await records.read
      .selectFrom('document')
      .select('addresses')
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    const now = { ...JSON.parse(addresses ?? ''), to: [{ name: 'Bob', address: 'bob@test.example' }] }
    await records.write('interactive', (trx) =>
      trx
        .updateTable('document')
        .set({ addresses: JSON.stringify(now) })
        .where('document_id', '=', documentId)
        .execute(),
    )
    const changed = await by().rows({ filter: 'changed' })
    expect(changed.data.data.map((row) => [row.documentId, row.changed])).toEqual([
      [
        documentId,
        [
          {
            source: 'To',
            was: 'Bob <bob@test.example>; R. Lee <lee@test.example>',
            is: 'Bob <bob@test.example>',
          },
        ],
      ],
    ])
    const looked = await by().save('counsel.eml', 4, {})
    expect(looked.data.data[0]).toMatchObject({ version: 5, changed: [] })
    expect((await by().rows()).data.counts.changed).toBe(0)
  })

  it('keeps versions, numbers what is new behind what has a number, and says what differs', async () => {
    const { server, user, project } = intake
    await code('hidden.eml', { Privileged: false })
    await settled()
    const first = (await by().make('Served in March')).data
    expect(first).toMatchObject({ number: 1, name: 'Served in March', rows: 2, withheld: 1, redacted: 1 })
    expect((await by().make('SERVED in march')).error.detail).toBe('name')
    expect((await by(senior).make('By a review manager')).status).toBe(403)
    const numbers = async () =>
      new Map((await by().rows()).data.data.map((row) => [row.documentId, row.logNumber]))
    const before = await numbers()
    expect([...before.values()].sort()).toEqual([1, 2])
    // An earlier date and a later number: numbers that were handed over do not move.
    await code('memo.eml', { Privileged: true })
    await settled()
    await by().save('counsel.eml', 5, { Description: 'Email requesting legal advice regarding wells' })
    const compare = async (other?: number) =>
      (
        await server.call(user, contract.compareLog, {
          ...{ project, query: { versionId: first.versionId, otherId: other } },
        })
      ).data
    const now = await compare()
    expect(now.counts).toEqual({ added: 1, gone: 0, changed: 1 })
    expect(now.data.find(({ kind }) => kind === 'changed')).toMatchObject({
      documentId: idOf('counsel.eml'),
      values: [{ source: 'Description', is: 'Email requesting legal advice regarding wells' }],
    })
    const second = (await by().make('Served in April')).data
    expect(second).toMatchObject({ number: 2, rows: 3 })
    const after = await numbers()
    expect(after.get(idOf('memo.eml'))).toBe(3)
    for (const [id, number] of before) expect(after.get(id)).toBe(number)
    expect((await compare(second.versionId)).counts).toEqual(now.counts)
    const listed = await server.call(user, contract.listLogVersions, { project })
    expect(listed.data.data.map(({ name }) => name)).toEqual(['Served in April', 'Served in March'])
    const then = await server.call(user, contract.listLogVersions, {
      ...{ project, query: { at: first.made.at } },
    })
    expect(then.data.data.map(({ name }) => name)).toContain('Served in March')
    const kept = await server.call(user, contract.logVersionRows, {
      ...{ project, query: { versionId: first.versionId } },
    })
    expect(kept.data.data.map((row) => [row.logNumber, row.values.Log_Number])).toEqual([
      [1, '1'],
      [2, '2'],
    ])
    await code('memo.eml', { Privileged: false })
    await settled()
    expect((await compare()).counts).toEqual({ added: 0, gone: 0, changed: 1 })
  })

  it('has the numbers of the production, and says what is on one of the two and not on the other', async () => {
    expect(await by().gaps()).toMatchObject({
      notProduced: [idOf('counsel.eml'), idOf('contract.pdf')].sort((a, b) => a - b),
      ...{ notLogged: [], notInVersion: [], sentOut: [] },
    })
    await produce('First')
    expect(await rowOf('counsel.eml')).toMatchObject({
      ...{ treatment: 'withheld', why: ['query', 'production'] },
      values: { Begin_Bates: expect.stringMatching(/^NW00000\d$/) },
    })
    expect(await by().gaps()).toEqual({ notProduced: [], notLogged: [], notInVersion: [], sentOut: [] })
    // It has left as it is, and is claimed now.
    await code('memo.eml', { Privileged: true })
    // What nothing says any more is still withheld in the production.
    await code('counsel.eml', { Privileged: false })
    await settled()
    const { server, user, project } = intake
    const saved = (withheldThere: boolean, version: number) =>
      server.call(user, contract.saveLogSettings, {
        project,
        body: {
          ...{
            version,
            settings: { ...settings, withheld: { ...settings.withheld, productions: withheldThere } },
          },
        },
      })
    await saved(false, 1)
    expect(await by().gaps()).toMatchObject({
      ...{ notLogged: [idOf('counsel.eml')], notInVersion: [], sentOut: [idOf('memo.eml')] },
    })
    await saved(true, 2)
    expect((await rowOf('counsel.eml')).why).toEqual(['production'])
    await code('memo.eml', { Privileged: false })
    await settled()
  })

  it('leaves as CSV and as a workbook that others read, in which nothing runs', async () => {
    const version = (await by().make('For the other side')).data
    const headings = settings.columns.map(({ heading }) => heading)
    const read = async (format: 'csv' | 'xlsx', form?: string): Promise<string[][]> => {
      const { raw, status } = await by().file(version.versionId, format, form)
      expect([status, raw.headers['content-type']]).toEqual([200, 'application/octet-stream'])
      expect(raw.headers['content-disposition']).toContain(`For the other side.${format}`)
      const book = readWorkbook(raw.rawPayload, { raw: true, cellFormula: true, codepage: 65_001 })
      const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
      for (const [name, cell] of Object.entries(sheet))
        if (!name.startsWith('!')) expect([cell.t, cell.f]).toEqual(['s', undefined])
      return utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '', raw: true })
    }
    const workbook = await read('xlsx')
    expect(workbook[0]).toEqual(headings)
    const rowIn = (rows: string[][], title: string) => rows.find((cells) => cells.includes(title))
    expect(rowIn(workbook, '=HYPERLINK("http://x");=1+1')).toEqual(
      expect.arrayContaining(['Kay Mann*', '2024-03-05', 'Email requesting legal advice regarding wells']),
    )
    const csv = await read('csv')
    expect(csv[0]).toEqual(headings)
    expect(csv.length).toBe(workbook.length)
    // The same cells, but for the apostrophes that keep programs from running them.
    expect(csv.map((cells) => cells.map((cell) => cell.replace(/^'|(?<=;)'/g, '')))).toEqual(workbook)
    expect(rowIn(csv, `'=HYPERLINK("http://x");'=1+1`)).toBeDefined()
    expect((await read('csv', 'metadata'))[0]).not.toContain('Description')
    expect(await read('xlsx', 'categories')).toEqual([
      ['Basis', 'Author', 'Treatment', 'Documents', 'First date', 'Last date'],
      expect.arrayContaining(['Redacted', '1']),
      ['Attorney-client privilege', 'Kay Mann*', 'Withheld', '1', '2024-03-05', '2024-03-05'],
    ])
  })

  it('tells and counts nothing of what somebody does not see, and gives nobody a part of a version', async () => {
    const { server, user, project } = intake
    await code('hidden.eml', { Privileged: true })
    await settled()
    const whole = (await by().make('With what is hidden')).data
    expect(whole.rows).toBe(3)
    const walled = await server.user({ role: 'LitigationSupport', companyId: user.companyId, name: 'Wim' })
    await server.member(project, walled.userId, 'LitigationSupport')
    const { data } = await server.services.records.read
      .selectFrom('custodian')
      .select(['custodian_id', 'name'])
      .where('project_id', '=', project)
      .execute()
      .then((rows) => ({ data: new Map(rows.map((row) => [row.name, row.custodian_id])) }))
    const part = (name: string) => ({
      ...{ kind: 'custodian' as const, partId: data.get(name) ?? 0, access: 'allow' as const },
    })
    const { version: stands } = (await server.call(user, getWalls, { project })).data
    const put = await server.call(user, putWalls, {
      ...{ project, ifMatch: String(stands) },
      body: {
        groups: [
          { name: 'Case team', userIds: [walled.userId], parts: [part('Reyes')] },
          { name: 'Lead', userIds: [user.userId, senior.userId], parts: [part('Reyes'), part('Hidden')] },
        ],
        batchesOnly: false,
      },
    })
    expect(put.status).toBe(200)
    const rows = (await by(walled).rows()).data
    expect([
      rows.data.map(({ documentId }) => documentId).includes(idOf('hidden.eml')),
      rows.counts.all,
    ]).toEqual([false, 2])
    const versions = await server.call(walled, contract.listLogVersions, { project })
    expect(versions.data.data[0]).toMatchObject({ name: 'With what is hidden', rows: 2 })
    expect((await by(walled).save('hidden.eml', 0, { Basis: 'x' })).status).toBe(404)
    expect((await by(walled).file(whole.versionId, 'csv')).error.message).toContain('that you do not see')
    expect((await by(walled).make('A part')).status).toBe(403)
    expect((await by(walled).file(versions.data.data[1]?.versionId ?? 0, 'csv')).status).toBe(200)
    const compared = await server.call(walled, contract.compareLog, {
      ...{ project, query: { versionId: versions.data.data[1]?.versionId ?? 0, otherId: whole.versionId } },
    })
    expect(compared.data.counts.added).toBe(0)
    const reviewer = await server.user({ role: 'Reviewer', companyId: user.companyId })
    await server.member(project, reviewer.userId, 'Reviewer')
    expect((await by(reviewer).rows()).status).toBe(403)
    expect((await by(reviewer).save('memo.eml', 0, { Basis: 'x' })).status).toBe(403)
  })
})
