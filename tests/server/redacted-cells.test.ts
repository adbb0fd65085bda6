/** Spreadsheets redacted as they are: on the record, in the trail, and in the copy that leaves. */
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BodyOf } from '#contracts/call.ts'
import { searchDocuments } from '#contracts/documents.ts'
import * as contract from '#contracts/redacted-cells.ts'
import { copyRedactions, exactCopies, takeBackCopies } from '#contracts/redaction-copies.ts'
import { clearRedactions, redactedLabels, redactionLog } from '#contracts/redactions.ts'
import { getSheetFile } from '#contracts/sheets.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { redactionsOf } from '#server/review/redactions/of-document.ts'
import { writeBook } from '#tests/fixtures/sheets.ts'
import { differencesWhere } from './altered.ts'
import { costlyDialects, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'

withoutAnalysis()

const secret = 'ZQX7781'
/** Each one is a file of its own: the same bytes twice are one document. */
const book = (name: string): Buffer =>
  writeBook(
    [
      {
        name: 'Pay',
        rows: [
          ['Name', 'Pay', 'Note'],
          ['Ana', 100, `Bonus of ${secret} agreed`],
          ['Ben', 50, 'Plain'],
          ['All', 150],
        ],
        formulas: { B4: 'SUM(B2:B3)' },
      },
      { name: `Plan ${secret}`, rows: [['open', secret, name]] },
    ],
    'xlsx',
  )

describe.each(costlyDialects)('redacted cells on %s', (dialect) => {
  let intake: Intake
  let manager: TestUser
  let ana: TestUser
  let plain: TestUser
  let guest: TestUser
  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { server, project, user } = intake
    await server.user({ role: 'SystemAdmin' })
    const { companyId } = user
    const person = async (role: 'ReviewManager' | 'SeniorReviewer' | 'Reviewer', name: string) => {
      const one = await server.user({ role, companyId, name })
      await server.member(project, one.userId, role, [])
      return one
    }
    manager = await person('ReviewManager', 'Maria Alvarez')
    ana = await person('SeniorReviewer', 'Ana Lima')
    plain = await person('Reviewer', 'Pia Horn')
    guest = await server.user({ role: 'Default', companyId, name: 'Gil Fox' })
    await server.member(project, guest.userId, 'Default', ['document.view'])
  }, 60_000)
  afterAll(() => intake.close())

  async function bring(name: string, bytes: Buffer): Promise<number> {
    const { server, project } = intake
    const path = intake.write(name, bytes)
    const { jobId } = await importPath(server.services, { path, projectId: project, custodian: 'Rivera' })
    await settledJob(server.services, jobId)
    const { id } = await server.services.records.read
      .selectFrom('document')
      .select((eb) => eb.fn.max('document_id').as('id'))
      .executeTakeFirstOrThrow()
    return Number(id)
  }
  let sent = 0
  type Markup = BodyOf<typeof contract.saveCells>['markup']
  const cover = (
    kind: Markup['add'][number]['kind'],
    range: string | null,
    other: Partial<Markup['add'][number]> = {},
  ): Markup['add'][number] => ({
    ...{ key: `cells-key-${sent++}`, sheet: 0, kind, range, pieces: [], label: '', reason: '' },
    ...other,
  })
  const save = (
    as: TestUser,
    documentId: number,
    markup: Partial<Markup>,
    call: typeof contract.saveCells | typeof contract.saveSheetRedactions = contract.saveCells,
    key = `command-redact-cells-${sent++}`,
  ) =>
    intake.server.call(as, call, {
      ...{ project: intake.project, key },
      body: {
        ...{ documentId, gesture: `gesture-${key}` },
        markup: { add: [], change: [], remove: [], restore: [], ...markup },
      },
    })
  const asked = (documentId: number) => ({ project: intake.project, query: { documentId } })
  const load = async (as: TestUser, documentId: number) =>
    (await intake.server.call(as, contract.loadCells, asked(documentId))).data
  const clear = (
    as: TestUser,
    documentId: number,
    revision: number,
    call: typeof contract.clearSheetRedactions | typeof contract.clearRedaction,
  ) =>
    intake.server.call(as, call, {
      ...{ project: intake.project, key: `command-clear-${sent++}` },
      body: { documentId, gesture: `gesture-clear-${sent++}`, revision },
    })
  const copy = async (
    documentId: number,
    call: typeof contract.getFile | typeof contract.getRedactedFile = contract.getRedactedFile,
  ) => (await intake.server.call(ana, call, asked(documentId))).data
  const take = (
    documentId: number,
    call: typeof contract.downloadFile | typeof contract.download = contract.downloadFile,
  ) =>
    intake.server.call(ana, call, {
      project: intake.project,
      query: { documentId, projectId: intake.project },
    })
  const found = async (queryString: string) => {
    await intake.server.services.search.settled(intake.project)
    const query = { queryString, includeFamily: false, objectId: null, type: null }
    const body = {
      ...{ query, sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', pageSize: 25, page: 1 },
    } as const
    const { data } = await intake.server.call(manager, searchDocuments, { project: intake.project, body })
    return data.data.map(({ documentId }) => documentId)
  }

  it('[rest-any-v1-prizm-redacted-cells] [entity-redacted-cells] [rest-sheet-save-redactions] are in force at once, and each change is told with its place', async () => {
    const id = await bring('pay.xlsx', book('pay'))
    const added = cover('cells', 'c9:B2', { label: 'PII', reason: 'Bank data' })
    const { data } = await save(ana, id, { add: [added, cover('rows', '7:3'), cover('sheetName', null)] })
    expect(data).toMatchObject({ revision: 1, data: [{ range: 'B2:C9', version: 1 }, { range: '3:7' }, {}] })
    const [, rows] = data.data
    const changed = await save(
      manager,
      id,
      {
        change: [{ key: added.key, version: 1, label: 'Privileged' }],
        remove: [{ key: rows?.key ?? '', version: 1 }],
      },
      contract.saveSheetRedactions,
    )
    expect(changed.data).toMatchObject({ revision: 2, data: [{ version: 2, by: 'Ana Lima' }], edit: null })
    expect(await load(ana, id)).toMatchObject({
      ...{ revision: 2, totalCount: 2 },
      data: [{ label: 'Privileged', isOwn: true, toCheck: false }, { kind: 'sheetName' }],
      removed: [{ key: rows?.key, removedBy: 'Maria Alvarez' }],
    })
    // What another has changed meanwhile is not overwritten.
    const late = await save(ana, id, { remove: [{ key: added.key, version: 1 }] })
    expect(late.status).toBe(412)
    expect(late.error).toMatchObject({ code: 'redaction.stale', data: { revision: 2 } })
    const log = await intake.server.call(ana, redactionLog, asked(id))
    expect(log.data.data.map(({ act, cells, kind, label }) => [act, cells, kind, label])).toEqual([
      ['removed', 'Sheet 1, rows 3:7', 'rows', ''],
      ['changed', 'Sheet 1, B2:C9', 'cells', 'Privileged'],
      ['added', 'Sheet 1, its name', 'sheetName', ''],
      ['added', 'Sheet 1, rows 3:7', 'rows', ''],
      ['added', 'Sheet 1, B2:C9', 'cells', 'PII'],
    ])
    const labels = await intake.server.call(ana, redactedLabels, { project: intake.project })
    expect(labels.data.data).toContainEqual({ label: 'Privileged', reason: 'Bank data', count: 1 })
    const where = (more: object) =>
      differencesWhere(intake.server.services, intake.project, (trx) =>
        trx.updateTable('redacted_cells').set(more).where('key', '=', added.key).execute(),
      )
    expect(await where({ label: 'Privileged' })).toEqual([])
    const named = [
      expect.stringMatching(/redacted cells on sheet 1: row \d+ of the audit log says otherwise\.$/),
    ]
    for (const more of [
      { cell_range: 'B2:C8' },
      { kind: 'kept' },
      { pieces: '[{"from":0,"to":1}]' },
      { sheet: 0, label: 'PII' },
    ])
      expect(await where(more)).toEqual(named)
  })

  it('[redact-docedit-category] [redact-docedit-add] [redact-docedit-clear] [rest-sheet-clear-redactions] [redact-service-clearredaction] are an edit of the document that is taken away again', async () => {
    const id = await bring('edit.xlsx', book('edit'))
    const { data } = await save(ana, id, { add: [cover('cells', 'A1')] })
    const type = { Redaction_Type: 'Manual Native' }
    expect(data.edit).toEqual({
      ...{ category: 'document-edits', action: 'addupdate', fields: { Redaction: 1, ...type } },
    })
    expect(await found('Redaction:1 AND Redaction_Type:"Manual Native"')).toContain(id)
    expect((await clear(ana, id, 1, contract.clearSheetRedactions)).status).toBe(403)
    const cleared = await clear(manager, id, 1, contract.clearSheetRedactions)
    expect(cleared.data).toMatchObject({
      ...{ revision: 2, data: [], removed: [{ removedBy: 'Maria Alvarez' }] },
      edit: { category: 'document-edits', action: 'remove', fields: { Redaction: null, ...type } },
    })
    expect(await found('Redaction:1')).not.toContain(id)
    expect(await found('Redaction_Type:"Manual Native"')).toContain(id)
    const [gone] = cleared.data.removed
    await save(ana, id, { restore: [{ key: gone?.key ?? '', version: 0 }] })
    const again = await clear(manager, id, 3, contract.clearRedaction)
    expect(again.data).toMatchObject({ revision: 4, totalCount: 0, edit: { action: 'remove' } })
    // From the pages, too, nothing of it stays redacted.
    await save(ana, id, { restore: [{ key: gone?.key ?? '', version: 0 }] })
    const fromPages = await intake.server.call(manager, clearRedactions, {
      ...{ project: intake.project, key: `command-clear-${sent++}` },
      body: { documentId: id, gesture: `gesture-clear-${sent++}`, revision: 5 },
    })
    expect(fromPages.data).toMatchObject({ revision: 6 })
    expect(await load(ana, id)).toMatchObject({ revision: 6, totalCount: 0 })
    const rows = await trail(intake.server, `project:${intake.project}`)
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['redaction.added', 'redaction.removed', 'redaction.restored']),
    )
    expect(rows.filter(({ action }) => action === 'redaction.removed').at(-1)).toMatchObject({
      facts: { edit: { category: 'document-edits', action: 'remove' } },
    })
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('[rest-sheet-download-file] [redact-service-download] [redact-service-getfile] [redact-service-fetchgrid] [redact-spreadsheet-capability] leave in a copy that says nothing of them', async () => {
    const id = await bring('leave.xlsx', book('leave'))
    expect(await copy(id)).toMatchObject({ state: 'none' })
    expect((await take(id)).status).toBe(409)
    const note = `Bonus of ${secret} agreed`
    const at = note.indexOf(secret)
    const pieces = [{ from: at, to: at + secret.length }]
    await save(ana, id, {
      add: [
        cover('cells', 'B2', { label: 'PII' }),
        cover('text', 'C2', { pieces }),
        cover('cells', 'B1', { sheet: 1 }),
      ],
    })
    // The name of a sheet still says it: the gate lets nothing out.
    const refused = await copy(id, contract.getFile)
    expect(refused).toMatchObject({ state: 'refused', faults: [{ part: 'xl/workbook.xml' }] })
    const { status, error } = await take(id)
    expect([status, error.message]).toEqual([409, expect.stringContaining('cover the name, too')])
    await save(ana, id, { add: [cover('sheetName', null, { sheet: 1 })] })
    const ready = await copy(id)
    expect(ready).toMatchObject({
      ...{ state: 'ready', coveredCells: 4, faults: [] },
      sheets: [{ name: 'Pay' }, { name: 'REDACTED_1' }],
      dependents: [{ sheet: 0, range: 'B4', through: { sheet: 0, range: 'B2' }, isKept: false }],
    })
    const grid = async (revision: number) =>
      await intake.server.call(ana, contract.fetchGrid, {
        project: intake.project,
        query: { documentId: id, sheet: 0, firstRow: 0, rows: 10, firstColumn: 0, columns: 10, revision },
      })
    const { data } = await grid(ready.revision)
    expect(data.data.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['Name', 'Pay', 'Note'],
      ['Ana', 'PII', expect.stringMatching(/^Bonus of █+ agreed$/)],
      ['Ben', '50', 'Plain'],
      ['All', 'PII'],
    ])
    expect((await grid(1)).status).toBe(409)
    for (const call of [contract.downloadFile, contract.download]) {
      const { raw } = await take(id, call)
      if (raw.statusCode !== 200) expect.unreachable(raw.body)
      expect(raw.headers['content-disposition']).toContain('redacted.xlsx')
      const parts = unzipSync(raw.rawPayload)
      expect(Object.keys(parts)).toContain('xl/workbook.xml')
      for (const part of Object.values(parts)) expect(Buffer.from(part).toString()).not.toContain(secret)
      expect(Buffer.from(parts['xl/worksheets/sheet1.xml'] ?? []).toString()).not.toMatch(/150|<f>/)
    }
    // Somebody says that the sum may stay.
    await save(ana, id, { add: [cover('kept', 'B4')] })
    expect(await copy(id)).toMatchObject({ state: 'ready', dependents: [{ range: 'B4', isKept: true }] })
  })

  it('let no page out beside the copy, and no copy where pages are redacted, too', async () => {
    const id = await bring('both.xlsx', book('both'))
    await save(ana, id, { add: [cover('cells', 'B2')] })
    const { records } = intake.server.services
    expect(await redactionsOf(records.read, id)).toMatchObject({ redactions: [], inCells: true })
    await records.write('interactive', (trx) =>
      trx
        .insertInto('redaction')
        .values({
          ...{
            project_id: intake.project,
            document_id: id,
            key: 'page-key-0001',
            sha256: '',
            pages_version: 1,
          },
          ...{
            page: 1,
            kind: 'page',
            boxes: '[]',
            label: '',
            reason: '',
            origin: 'hand',
            gesture: 'page-gesture',
          },
          ...{ version: 1, by_user: ana.userId, at: '2026-01-05T00:00:00.000Z', removed_by: null },
          ...{ removed_at: null, changed_by: null, changed_at: null },
        })
        .execute(),
    )
    expect(await copy(id)).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('Pages of this document'),
    })
    expect((await take(id)).status).toBe(409)
  })

  it('keep every other byte of a text table', async () => {
    const id = await bring('table.csv', Buffer.from(`a;b\r\n"x";${secret}\r\ny;z\r\n`))
    await save(ana, id, { add: [cover('cells', 'B2', { label: 'PII' })] })
    const { raw } = await take(id)
    if (raw.statusCode !== 200) expect.unreachable(raw.body)
    expect(raw.headers['content-disposition']).toContain('redacted.csv')
    expect(raw.body).toBe('a;b\r\n"x";PII\r\ny;z\r\n')
    const named = await save(ana, id, { add: [cover('sheetName', null)] })
    expect([named.status, named.error.detail]).toEqual([400, 'markup.add[0].kind'])
  })

  it('go to exact copies as one gesture, and are taken back as one but for what was changed since', async () => {
    const { server, project } = intake
    const ids = [await bring('one.xlsx', book('one')), await bring('two.xlsx', book('two'))]
    const other = await bring('called.dat', Buffer.from('no table'))
    const [first = 0, second = 0] = ids
    const { records } = server.services
    await records.write('interactive', async (trx) => {
      const { sha256 } = await trx
        .selectFrom('document')
        .select('sha256')
        .where('document_id', '=', first)
        .executeTakeFirstOrThrow()
      await trx.updateTable('document').set({ sha256 }).where('document_id', 'in', [second, other]).execute()
    })
    const pieces = [{ from: 9, to: 9 + secret.length }]
    await save(ana, first, {
      add: [
        cover('columns', 'B', { label: 'Pay' }),
        cover('text', 'C2', { pieces }),
        cover('cells', 'A1', { sheet: 1 }),
        cover('kept', 'B4'),
      ],
    })
    // One of them stands there already.
    await save(manager, second, { add: [cover('cells', 'A1', { sheet: 1 })] })
    const { revision } = await load(ana, first)
    const { data: counted } = await server.call(ana, exactCopies, asked(first))
    expect(counted.count).toBe(2)
    const bringThem = (as: TestUser, gesture: string, seen: number) =>
      server.call(as, copyRedactions, {
        ...{ project, key: `command-copy-cells-${sent++}` },
        body: { documentId: first, gesture, revision: seen, after: null },
      })
    expect((await bringThem(plain, 'cells-by-plain', revision)).status).toBe(403)
    expect((await bringThem(ana, 'cells-too-late', 0)).error.code).toBe('conflict')
    const { data } = await bringThem(ana, 'cells-copied', revision)
    expect(data).toMatchObject({ documents: 1, redactions: 3, next: null })
    // The same bytes under a name that is none of a spreadsheet have no sheets.
    expect(data.left).toMatchObject([{ documentId: other, reason: 'The document is no spreadsheet.' }])
    expect((await load(ana, second)).data).toMatchObject([
      { kind: 'columns', range: 'B', label: 'Pay', gesture: 'cells-copied' },
      { kind: 'text', range: 'C2', pieces },
      { kind: 'kept', range: 'B4' },
      { kind: 'cells', sheet: 1, range: 'A1', by: 'Maria Alvarez' },
    ])
    const log = await server.call(ana, redactionLog, asked(second))
    expect(log.data.data.map(({ origin, cells }) => [origin, cells])).toEqual([
      ['copy', 'Sheet 1, B4 kept open'],
      ['copy', 'Sheet 1, part of C2'],
      ['copy', 'Sheet 1, column B'],
      ['hand', 'Sheet 2, A1'],
    ])
    expect((await copy(second)).coveredCells).toBe((await copy(first)).coveredCells)
    expect((await bringThem(ana, 'cells-copied-anew', revision)).data).toMatchObject({ redactions: 0 })

    const [column] = (await load(ana, second)).data
    await save(ana, second, { change: [{ key: column?.key ?? '', version: 1, label: 'Ours' }] })
    const back = await server.call(ana, takeBackCopies, {
      ...{ project, key: `command-copy-cells-${sent++}` },
      body: { documentId: first, copied: 'cells-copied' },
    })
    expect(back.data).toEqual({ redactions: 2, changed: 1, more: false })
    const left = await load(ana, second)
    expect(left.data.map(({ kind }) => kind)).toEqual(['columns', 'cells'])
    expect(left.removed).toHaveLength(2)
    expect((await bringThem(ana, 'cells-copied', revision)).error.code).toBe('conflict')
    const differences = await differencesWhere(server.services, project, async () => {})
    expect(differences.filter((one) => one.includes('redacted cells'))).toEqual([])
  })

  it('of one’s last gesture are told from the record with what takes it back', async () => {
    const id = await bring('last.xlsx', book('last'))
    const one = cover('cells', 'A1', { label: 'Mine' })
    const last = async (as: TestUser) =>
      (await intake.server.call(as, contract.lastCellsGesture, asked(id))).data.last
    await save(ana, id, { add: [one] })
    expect(await last(ana)).toMatchObject({ remove: [one.key], restore: [], change: [] })
    expect(await last(manager)).toBeNull()
    const change = [{ key: one.key, version: 1, label: 'Privileged', reason: 'Advice' }]
    await save(ana, id, { change })
    expect(await last(ana)).toMatchObject({
      remove: [],
      change: [
        {
          ...{ key: one.key, from: { label: 'Privileged', reason: 'Advice' } },
          to: { label: 'Mine', reason: '' },
        },
      ],
    })
    await save(ana, id, { remove: [{ key: one.key, version: 2 }] })
    expect(await last(ana)).toMatchObject({ remove: [], restore: [one.key], change: [] })
    // It is the same gesture, wherever it was asked for: what was drawn on pages is none of these.
    await save(ana, id, { restore: [{ key: one.key, version: 3 }] })
    expect(await last(ana)).toMatchObject({ remove: [one.key] })
  })

  it('are refused with the field where they are none', async () => {
    const id = await bring('none.xlsx', book('none'))
    const pieces = [{ from: 3, to: 3 }]
    for (const [one, field, message] of [
      [cover('cells', 'B'), 'range', /no such cells/],
      [cover('rows', '0'), 'range', /no such rows/],
      [cover('columns', 'XFE'), 'range', /no such columns/],
      [cover('sheet', 'A1'), 'range', /has no range/],
      [cover('text', 'A1'), 'pieces', /which pieces/],
      [cover('text', 'A1', { pieces }), 'pieces', /which pieces/],
      [cover('cells', 'A1', { sheet: 2 }), 'sheet', /no sheet 3: the file has 2 sheets/],
    ] as const) {
      const { status, error } = await save(ana, id, { add: [one] })
      expect([status, error.detail]).toEqual([400, `markup.add[0].${field}`])
      expect(error.message).toMatch(message)
    }
    expect((await save(ana, id, { add: [cover('cells', 'A1', { label: 'x'.repeat(41) })] })).status).toBe(400)
    expect((await save(plain, id, { add: [cover('cells', 'A1')] })).status).toBe(403)
    expect(await load(ana, id)).toMatchObject({ revision: 0, totalCount: 0 })
  })

  it('close the document to who may not see under redactions, and kept cells alone do not', async () => {
    const id = await bring('closed.xlsx', book('closed'))
    const status = async () => (await intake.server.call(guest, getSheetFile, asked(id))).status
    await save(ana, id, { add: [cover('kept', 'A1')] })
    expect(await status()).toBe(200)
    const one = cover('cells', 'A1')
    await save(ana, id, { add: [one] })
    expect(await status()).toBe(404)
    await save(ana, id, { remove: [{ key: one.key, version: 1 }] })
    expect(await status()).toBe(200)
  })

  it('are to be checked once the document has another file', async () => {
    const id = await bring('other.xlsx', book('other'))
    const one = cover('cells', 'A1')
    await save(ana, id, { add: [one] })
    const { records } = intake.server.services
    const { sha256 } = await intake.server.services.blobs.put(
      writeBook([{ name: 'New', rows: [['other', 'file']] }], 'xlsx'),
    )
    await records.write('interactive', (trx) =>
      trx.updateTable('document').set({ sha256 }).where('document_id', '=', id).execute(),
    )
    expect(await load(ana, id)).toMatchObject({ data: [{ toCheck: true }] })
    expect(await copy(id)).toMatchObject({ state: 'toCheck' })
    await save(ana, id, { change: [{ key: one.key, version: 1, checked: true }] })
    expect(await copy(id)).toMatchObject({ state: 'ready' })
  })
})
