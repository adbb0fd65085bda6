/** Overlays: values of custom fields and custom ids from files, looked at first and loaded by a bulk change. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentHistory } from '#contracts/audit.ts'
import { controlBulk } from '#contracts/bulk.ts'
import { getMetadata, searchDocuments } from '#contracts/documents.ts'
import { type CustomField, createField } from '#contracts/fields.ts'
import {
  applyOverlay,
  checkCustomIds,
  checkMetadata,
  listCustomIds,
  overlayFaults,
  overlayLimits,
} from '#contracts/overlay.ts'
import { fieldTypes } from '#contracts/project.ts'
import { bulkIn } from './bulk-changes.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { addDocuments, addForm, type CreatedForm, fieldNamed, type Matter, startMatter } from './matter.ts'

describe.each(costlyDialects)('overlays on %s', (dialect) => {
  let matter: Matter
  let support: TestUser
  let form: CreatedForm
  let bulk: ReturnType<typeof bulkIn>
  let box: CustomField
  beforeEach(async () => {
    matter = await startMatter(dialect, { documents: 5 })
    support = await matter.server.user({
      role: 'LitigationSupport',
      companyId: matter.companyId,
      name: 'Lee Park',
    })
    await matter.server.member(matter.projectId, support.userId, 'LitigationSupport')
    form = await addForm(matter)
    bulk = bulkIn(matter, form)
    box = (
      await matter.server.call(matter.manager, createField, {
        project: matter.projectId,
        body: { name: 'Box', field_type_id: fieldTypes.shortText, choices: [] },
      })
    ).data
  })
  afterEach(() => matter.close())

  const document = (n: number) => matter.documents[n] ?? 0
  const control = (n: number) => `NWI${String(n).padStart(8, '0')}`
  const csv = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`)
  const look = (body: Buffer, query: { key?: string; by?: string; blank?: string } = {}, as = support) =>
    matter.server.call(as, checkMetadata, { project: matter.projectId, query, body })
  const lookAtIds = (body: Buffer, query: { key?: string; by?: string; blank?: string } = {}) =>
    matter.server.call(support, checkCustomIds, { project: matter.projectId, query, body })
  let keys = 0
  const apply = (overlayId: number, key = `command-load-${++keys}`) =>
    matter.server.call(support, applyOverlay, {
      project: matter.projectId,
      params: { overlayId },
      key,
      body: { correlationId: 'gesture-0001' },
    })
  const load = async (overlayId: number) => bulk.settled((await apply(overlayId)).data.jobId)
  const value = async (documentId: number, fieldId: number) => {
    const row = await matter.server.services.records.read
      .selectFrom('coding_value')
      .select('value')
      .where('document_id', '=', documentId)
      .where('field_id', '=', fieldId)
      .executeTakeFirst()
    return row === undefined ? undefined : JSON.parse(row.value)
  }
  const history = async (documentId: number) =>
    (
      await matter.server.call(matter.manager, documentHistory, {
        project: matter.projectId,
        query: { documentId },
      })
    ).data.data
  const ids = async () =>
    (await matter.server.call(matter.ana, listCustomIds, { project: matter.projectId })).data.data.map(
      ({ controlNumber, customId }) => [controlNumber, customId],
    )
  const found = async (queryString: string) =>
    (
      await matter.server.call(matter.ana, searchDocuments, {
        project: matter.projectId,
        body: {
          query: { queryString, includeFamily: false, objectId: null, type: null },
          sort: 'documentId',
          viewer: 'parentsAndChildren',
          filter: 'all',
          pageSize: 25,
          page: 1,
        },
      })
    ).data.data.map(({ documentId }) => documentId)

  it('[rest-any-project-doc-bulk-metadata] says what a file would change, and changes nothing', async () => {
    await bulk.save(matter.ana, document(1), 'Issues', ['Patent'])
    const { data } = await look(
      csv(
        'Control Number,Box,Issues,Pages,Remark',
        `${control(1)},B-1,Pricing; patent,12,x`,
        `${control(2)},,Patent,,x`,
        `${control(3)},B-3,Antitrust,many,x`,
        `${control(99)},B-9,,,x`,
        `,B-9,,,x`,
        `${control(1).toLowerCase()},B-4,,,x`,
        `OTH00000001,B-5,,,x`,
      ),
    )
    expect(data).toMatchObject({
      kind: 'fields',
      key: { column: 'Control Number', field: 'Control_Number' },
      columns: [
        { column: 'Box', field: 'Box', fieldId: box.fieldId, changes: 2 },
        { column: 'Issues', field: 'Issues', changes: 1 },
        { column: 'Pages', field: 'Pages', changes: 1 },
        { column: 'Remark', field: null, fieldId: null, changes: 0 },
      ],
      rows: 7,
      matched: 3,
      documents: 3,
      unmatched: 1,
      changes: 4,
      alreadySo: 1,
      faultCount: 6,
    })
    expect(data.faults.map(({ row, column, code }) => [row, column, code])).toEqual([
      [4, 'Issues', 'badValue'],
      [4, 'Pages', 'badValue'],
      [5, 'Control Number', 'unmatched'],
      [6, 'Control Number', 'noKey'],
      [7, 'Control Number', 'twice'],
      [8, 'Control Number', 'badKey'],
    ])
    expect(await value(document(0), box.fieldId)).toBeUndefined()
  })

  it('[rest-any-project-doc-bulk-metadata] [rest-any-project-bulkfield] loads what is right in a file, each document its own, and takes it back as one', async () => {
    const issues = fieldNamed(form, 'Issues').fieldId
    const readOnly = fieldNamed(form, 'Batch remark').fieldId
    await bulk.save(matter.ana, document(1), 'Issues', ['Patent'])
    const { data } = await look(
      csv(
        'Control_Number;Box;Issues;Meeting date;Batch remark;Hot',
        `${control(1)};B-1;Pricing;03/04/2026;From box 1;yes`,
        `${control(2)};B-2;;;;0`,
        `${control(3)};B-3;Antitrust;13/13/2026;;perhaps`,
      ),
    )
    const receipt = await load(data.overlayId)
    expect(receipt).toMatchObject({
      what: 'coding',
      by: 'Lee Park',
      state: 'Completed',
      documents: 3,
      writtenDocuments: 3,
      written: 8,
      left: { gone: 0, changed: 0, readOnly: 0, refused: 0, direct: 0, held: 0, privilege: 0 },
    })
    expect([
      await value(document(0), box.fieldId),
      await value(document(1), box.fieldId),
      await value(document(2), box.fieldId),
    ]).toEqual(['B-1', 'B-2', 'B-3'])
    expect(await bulk.coded(document(0))).toMatchObject({
      Issues: ['Pricing'],
      'Meeting date': '2026-03-04T00:00:00',
      'Batch remark': 'From box 1',
      Hot: true,
    })
    // An empty cell leaves what stands; what could not be read is not loaded.
    expect(await bulk.coded(document(1))).toMatchObject({ Issues: ['Patent'], Hot: false })
    expect(await value(document(2), issues)).toBeUndefined()
    const own = (await history(document(0))).filter(({ action }) => action === 'coding.saved')
    expect(own).toHaveLength(5)
    expect(own.find(({ field }) => field === 'Box')).toMatchObject({
      userName: 'Lee Park',
      oldValue: null,
      newValue: 'B-1',
      how: 'bulk',
    })
    await expect.poll(() => found('Box:B-2'), { timeout: 10_000 }).toEqual([document(1)])
    const again = await apply(data.overlayId)
    expect(again.error).toMatchObject({ code: 'conflict', data: { jobId: receipt.jobId } })
    const undone = await bulk.undone(receipt.jobId, { as: support })
    expect(undone).toMatchObject({ kind: 'undo', written: 8 })
    expect([await value(document(0), box.fieldId), await value(document(0), readOnly)]).toEqual([null, null])
    expect(await bulk.redone(receipt.jobId, { as: support })).toMatchObject({ kind: 'redo', written: 8 })
    expect(await value(document(2), box.fieldId)).toBe('B-3')
  })

  it('[rest-any-project-doc-bulk-metadata] counts rows as spreadsheets do, empty ones too', async () => {
    const { data } = await look(
      csv('', 'Control_Number;Pages', '', `${control(1)};12`, '', '', `${control(2)};many`),
    )
    expect(data).toMatchObject({ rows: 2, changes: 1, faultCount: 1 })
    expect(data.faults).toMatchObject([{ row: 7, column: 'Pages', code: 'badValue' }])
  })

  it('[rest-any-project-doc-bulk-metadata] loads nothing of a row whose values stand under other headings', async () => {
    const { data } = await look(
      csv(
        'Control_Number,Box,Batch remark',
        `${control(1)},Smith, John,remark`,
        `${control(2)},B-2,remark,,`,
        `${control(3)},B-3`,
      ),
    )
    expect(data.faults.map(({ row, column, code, reason }) => [row, column, code, reason])).toEqual([
      [2, null, 'tooManyCells', 'The row has 4 cells, and the heading 3.'],
      [4, null, 'tooFewCells', 'The row has 2 of 3 cells.'],
    ])
    await load(data.overlayId)
    expect(await value(document(0), box.fieldId)).toBeUndefined()
    expect(await value(document(1), box.fieldId)).toBe('B-2')
  })

  it('[rest-any-project-doc-bulk-metadata] clears what has an empty cell where that is what it means', async () => {
    await bulk.save(matter.ana, document(0), 'Issues', ['Patent'])
    const { data } = await look(csv('Control_Number,Issues', `${control(1)},`, `${control(2)},`), {
      blank: 'clear',
    })
    expect(data).toMatchObject({ changes: 1, alreadySo: 1 })
    await load(data.overlayId)
    expect((await bulk.coded(document(0))).Issues).toBe(null)
  })

  it('[rest-any-project-doc-bulk-metadata] is repeated by its key without loading twice', async () => {
    const { data } = await look(csv('Control_Number,Box', `${control(1)},B-1`))
    const first = await apply(data.overlayId, 'command-load-same')
    expect((await apply(data.overlayId, 'command-load-same')).data).toEqual(first.data)
    await bulk.settled(first.data.jobId)
  })

  it('[rest-any-project-doc-bulk-metadata] finds documents by hash, path and custom id', async () => {
    const { records } = matter.server.services
    await records.write('interactive', async (trx) => {
      const rows = [
        { sha256: 'a'.repeat(64), md5: '1'.repeat(32), source_path: '["box.zip","a/b","one.pdf"]' },
        { sha256: 'a'.repeat(64), md5: '2'.repeat(32), source_path: '["box.zip","two.pdf"]' },
      ]
      for (const [n, row] of rows.entries())
        await trx.updateTable('document').set(row).where('document_id', '=', document(n)).execute()
      await trx
        .updateTable('document')
        .set({ custom_id: 'ACME 7' })
        .where('document_id', '=', document(2))
        .execute()
    })
    const by = async (heading: string, key: string, query = {}) => {
      const { data } = await look(csv(`${heading},Box`, `${key},B-1`), query)
      return [data.key.field, data.matched, data.documents]
    }
    expect(await by('SHA-256', 'A'.repeat(64))).toEqual(['SHA256', 1, 2])
    expect(await by('MD5', '2'.repeat(32))).toEqual(['MD5', 1, 1])
    expect(await by('Source path', 'box.zip\\a\\b\\one.pdf')).toEqual(['Source_Path', 1, 1])
    expect(await by('Custom id', 'ACME 7')).toEqual(['Custom_Id', 1, 1])
    expect(await by('DOCID', 'ACME 7', { key: 'docid', by: 'Custom_Id' })).toEqual(['Custom_Id', 1, 1])
  })

  it('[rest-any-project-doc-bulk-metadata] refuses files that say nothing, too much, or of no field', async () => {
    const message = async (body: Buffer, query = {}) => (await look(body, query)).error.message
    expect(await message(csv('Name,Box', 'x,B-1'))).toContain('needs a column that says which documents')
    expect(await message(csv('Control_Number,Remark', `${control(1)},x`))).toContain('No column')
    expect(await message(csv('Control_Number,Box,box', `${control(1)},x,y`))).toContain('Two columns')
    expect(await message(Buffer.from('Control_Number,Box\n"x'))).toContain('a quote is not closed')
    expect(await message(csv(`Control_Number,${','.repeat(overlayLimits.columns)}`))).toContain(
      'at most 200 columns',
    )
    const many = Array.from({ length: overlayLimits.rows + 1 }, (_, n) => control(n))
    expect(await message(csv('Control_Number,Box', ...many.map((key) => `${key},x`)))).toContain(
      'at most 50000 rows',
    )
    const { data } = await look(csv('Control_Number,Box', `${control(99)},x`))
    expect((await apply(data.overlayId)).error.message).toContain('nothing in this file')
    expect((await look(csv('Control_Number,Box', `${control(1)},x`), {}, matter.manager)).status).toBe(403)
    expect((await apply(987_654)).status).toBe(404)
  })

  it('[rest-any-project-doc-bulk-metadata] fills the field that a heading names by its own letters, and guesses none', async () => {
    // Two that were there before names like these were refused, and one that is written in signs alone.
    const [number, dashed, sign] = await Promise.all(
      ['Box number', 'Box-number', '%'].map(async (name) => {
        const { field_id } = await matter.server.services.records.write('interactive', (trx) =>
          trx
            .insertInto('field')
            .values({ project_id: matter.projectId, name, type_id: fieldTypes.shortText })
            .returning('field_id')
            .executeTakeFirstOrThrow(),
        )
        return field_id
      }),
    )
    const both = await look(
      csv('Control_Number,Box-number,Box number,,%', `${control(1)},dash,space,nothing,p`),
    )
    await load(both.data.overlayId)
    expect(await Promise.all([number, dashed, sign].map((field) => value(document(0), field ?? 0)))).toEqual([
      'space',
      'dash',
      'p',
    ])
    const one = await look(csv('Control_Number,Box-number,', `${control(2)},dash,nothing`))
    await load(one.data.overlayId)
    expect(await Promise.all([number, dashed, sign].map((field) => value(document(1), field ?? 0)))).toEqual([
      undefined,
      'dash',
      undefined,
    ])
    const unsure = await look(csv('Control_Number,box_number', `${control(3)},x`))
    expect(unsure.error.message).toContain('may be')
  })

  it('[rest-any-project-doc-bulk-metadata] takes the heading that is named exactly for the key', async () => {
    const { data } = await look(csv('Doc-Id,Doc Id,Box', `x,${control(1)},B-1`), {
      key: 'Doc Id',
      by: 'Control_Number',
    })
    expect(data).toMatchObject({ key: { column: 'Doc Id' }, changes: 1 })
  })

  it('[rest-any-project-doc-bulk-metadata] gives what is wrong as a file that no spreadsheet takes for formulas', async () => {
    const { data } = await look(csv('Control_Number,Pages', `${control(1)},"=cmd|' /C calc'!A0"`, `=1+1,2`))
    const answer = await matter.server.call(support, overlayFaults, {
      params: { overlayId: data.overlayId },
      query: { projectId: matter.projectId },
      project: matter.projectId,
    })
    expect(answer.status).toBe(200)
    expect(answer.raw.body).toBe(
      '\uFEFFRow,Key,Column,Value,Code,Reason\r\n' +
        `2,${control(1)},Pages,"'=cmd|' /C calc'!A0",badValue,Enter a number.\r\n` +
        `3,,Control_Number,"'=1+1",badKey,This is no Control_Number of this project.\r\n`,
    )
    expect(answer.raw.headers['content-disposition']).toContain('.csv')
  })

  it('[rest-any-project-custom-id] [entity-custom-id] gives documents the identifiers of the client, found and shown as a field', async () => {
    const { data } = await lookAtIds(
      csv('Custom_Id,Control_Number', `ACME-1,${control(1)}`, `ACME-2,${control(2)}`, `ACME-2,${control(3)}`),
    )
    expect(data).toMatchObject({
      kind: 'customIds',
      key: { field: 'Control_Number' },
      columns: [{ column: 'Custom_Id', field: 'Custom_Id', fieldId: null, changes: 2 }],
      changes: 2,
      faults: [{ row: 4, column: 'Custom_Id', code: 'twice' }],
    })
    const receipt = await load(data.overlayId)
    expect(receipt).toMatchObject({
      what: 'customIds',
      title: 'Load Custom_Id by Control_Number',
      written: 2,
    })
    expect(await ids()).toEqual([
      [control(1), 'ACME-1'],
      [control(2), 'ACME-2'],
    ])
    const metadata = await matter.server.call(matter.ana, getMetadata, {
      project: matter.projectId,
      query: { documentId: document(0) },
    })
    expect(metadata.data.data.find(({ name }) => name === 'Custom_Id')?.values).toEqual(['ACME-1'])
    await expect.poll(() => found('Custom_Id:"ACME-2"'), { timeout: 10_000 }).toEqual([document(1)])
    expect(await found('Custom_Id:ACME*')).toEqual([document(0), document(1)])
    const told = await history(document(0))
    expect(told.find(({ action }) => action === 'document.customIdSet')).toMatchObject({
      field: 'Custom_Id',
      oldValue: null,
      newValue: 'ACME-1',
      userName: 'Lee Park',
    })
    expect((await bulk.rows(receipt.jobId, 'written'))[0]).toMatchObject({
      name: 'Custom id',
      before: 'none',
      after: 'ACME-1',
    })
  })

  it('[rest-any-project-custom-id] keeps an identifier one document’s, and takes a load back as one', async () => {
    const first = await load(
      (await lookAtIds(csv('Control_Number,Custom_Id', `${control(1)},A`, `${control(2)},B`))).data.overlayId,
    )
    const { data } = await lookAtIds(
      csv(
        'Control_Number,Custom_Id',
        `${control(1)},A`,
        `${control(2)},C`,
        `${control(3)},B`,
        `${control(4)},${'x'.repeat(101)}`,
      ),
    )
    expect(data).toMatchObject({ changes: 1, alreadySo: 1 })
    expect(data.faults.map(({ row, code }) => [row, code])).toEqual([
      [4, 'taken'],
      [5, 'badValue'],
    ])
    await load(data.overlayId)
    expect(await ids()).toEqual([
      [control(1), 'A'],
      [control(2), 'C'],
    ])
    // What was given anew since stands.
    const undone = await bulk.undone(first.jobId, { as: support })
    expect(undone).toMatchObject({ written: 1, left: { changed: 1 } })
    expect(await ids()).toEqual([[control(2), 'C']])
    // A load whose id was given away since it was looked at leaves it there.
    const early = (await lookAtIds(csv('Control_Number,Custom_Id', `${control(4)},D`))).data.overlayId
    await load((await lookAtIds(csv('Control_Number,Custom_Id', `${control(5)},D`))).data.overlayId)
    expect((await apply(early)).error.message).toContain('nothing in this file')
    expect(await ids()).toEqual([
      [control(2), 'C'],
      [control(5), 'D'],
    ])
  })

  it('[rest-any-project-custom-id] goes on where a load was cancelled, each document with its own, and repeats nothing', async () => {
    const { server, projectId, manager } = matter
    await addDocuments(server, projectId, manager.userId, 1_200, {
      control: 6,
      at: new Date(Date.UTC(2026, 0, 6)),
    })
    const all = Array.from({ length: 1_205 }, (_, n) => [control(n + 1), `ACME ${n + 1}`])
    const { data } = await lookAtIds(csv('Control_Number,Custom_Id', ...all.map((one) => one.join(','))))
    expect(data).toMatchObject({ rows: 1_205, changes: 1_205, faultCount: 0 })
    const { jobId } = (await apply(data.overlayId)).data
    await expect.poll(async () => (await bulk.receipt(jobId)).done, { interval: 2 }).toBeGreaterThan(0)
    const act = (action: 'cancel' | 'resume') =>
      server.call(support, controlBulk, { project: projectId, body: { jobId, action } })
    await act('cancel')
    await bulk.settled(jobId)
    await act('resume')
    await expect.poll(async () => (await bulk.receipt(jobId)).state, { timeout: 30_000 }).toBe('Completed')
    expect(await bulk.receipt(jobId)).toMatchObject({ documents: 1_205, written: 1_205, alreadySo: 0 })
    const rows = await server.services.records.read
      .selectFrom('document')
      .select(['control', 'custom_id'])
      .where('project_id', '=', projectId)
      .orderBy('control')
      .execute()
    expect(rows.map((row) => [control(row.control), row.custom_id])).toEqual(all)
    const { count } = await server.services.records.read
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('action', '=', 'document.customIdSet')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1_205)
  })

  it('[rest-any-project-custom-id] takes no key that finds several documents, and no project’s for another’s', async () => {
    const { data } = await lookAtIds(csv('MD5,Custom_Id', `${'0'.repeat(32)},A`))
    expect(data.faults).toMatchObject([
      { row: 2, code: 'ambiguous', reason: '5 documents are found by this key.' },
    ])
    const other = await matter.server.project(matter.companyId, { prefix: 'OTH' })
    await matter.server.member(other, support.userId, 'LitigationSupport')
    const answer = await matter.server.call(support, checkCustomIds, {
      project: other,
      body: csv('MD5,Custom_Id', `${'0'.repeat(32)},A`),
    })
    expect(answer.data).toMatchObject({ matched: 0, unmatched: 1 })
  })
})
