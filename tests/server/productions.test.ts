/** Productions on the record: settings, numbers, checks and warnings. What they make is in productions-made.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as checks from '#contracts/production-checks.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import * as templates from '#contracts/production-templates.ts'
import * as contract from '#contracts/productions.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { type Matter, startMatter } from './matter.ts'
import { trail } from './people.ts'

describe.each(costlyDialects)('productions on %s', (dialect) => {
  let matter: Matter
  let lead: TestUser
  let commercial: ProductionSettings
  let keys = 0
  beforeAll(async () => {
    matter = await startMatter(dialect, { documents: 6 })
    lead = await matter.server.user({
      role: 'ProjectManager',
      companyId: matter.companyId,
      name: 'Paula Reyes',
    })
    await matter.server.member(matter.projectId, lead.userId, 'ProjectManager')
    matter.server.services.search.wake()
    await matter.server.services.search.settled(matter.projectId)
    const { data } = await matter.server.call(lead, contract.initStuff, project())
    commercial = data.templates.find(({ name }) => name === 'Commercial')?.settings as ProductionSettings
  })
  afterAll(() => matter.close())

  const project = () => ({ project: matter.projectId })
  const key = () => `production-command-${++keys}`
  const create = (name: string, settings: ProductionSettings = commercial, user: TestUser = lead) =>
    matter.server.call(user, contract.insertProduction, {
      ...project(),
      key: key(),
      body: { name, settings },
    })
  const validate = (productionId: number, version: number) =>
    matter.server.call(lead, checks.validateProduction, { ...project(), body: { productionId, version } })
  const reserve = (prefix: string, first: number, last: number, digits = 6) =>
    matter.server.call(lead, contract.reserveNumbers, {
      ...project(),
      key: key(),
      body: { prefix, digits, first, last, name: 'Paper production of 2019' },
    })
  const said = ({ raw }: { readonly raw: { json<T>(): T } }) =>
    raw.json<{ readonly message: string }>().message

  it('[entity-production] [rest-job-prod-insert-production] [rest-job-production-list] [rest-job-getproductionname-id] [rest-job-production-exist] begins one under a name that no other has', async () => {
    const { data: made } = await create('First volume')
    expect(made).toMatchObject({ name: 'First volume', state: 'Draft', version: 1, firstNumber: null })
    expect((await create('FIRST volume')).status).toBe(409)
    const { call } = matter.server
    const exists = async (name: string) =>
      (await call(lead, contract.productionExists, { ...project(), query: { name } })).data.exists
    expect([await exists('first VOLUME'), await exists('Second volume')]).toEqual([true, false])
    const listed = await call(lead, contract.listProductions, project())
    expect(listed.data.data.map(({ name }) => name)).toEqual(['First volume'])
    const names = await call(lead, contract.productionNames, project())
    expect(names.data.data).toEqual([
      { productionId: made.productionId, name: 'First volume', state: 'Draft' },
    ])
    expect((await create('By a reviewer', commercial, matter.ana)).status).toBe(403)
    const rows = await trail(matter.server, `project:${matter.projectId}`)
    expect(rows.map(({ action }) => action)).toContain('production.created')
  })

  it('[rest-job-production-setting] [rest-job-update-production-settings] changes settings by the version that was seen', async () => {
    const { productionId } = (await create('Changed')).data
    const change = (version: number, settings: ProductionSettings) =>
      matter.server.call(lead, contract.updateSettings, {
        ...project(),
        body: { productionId, name: 'Changed', settings, version },
      })
    const texts = { ...commercial, texts: false }
    expect((await change(1, texts)).data).toMatchObject({ version: 2, state: 'Draft' })
    expect((await change(1, commercial)).status).toBe(409)
    const { data } = await matter.server.call(lead, contract.getSettings, {
      ...project(),
      query: { productionId },
    })
    expect(data.settings).toEqual(texts)
    const wrong = { ...commercial, numbering: { ...commercial.numbering, prefix: 'A B' } }
    expect((await change(2, wrong as ProductionSettings)).status).toBe(400)
  })

  it('[rest-job-prod-prefix] [rest-job-prod-insert-prefix] takes a number once, whatever its zeros and its case', async () => {
    const next = async (prefix: string) =>
      (await matter.server.call(lead, contract.prefixNumbers, { ...project(), query: { prefix } })).data
    expect(await next('NW')).toMatchObject({ digits: null, next: 1, taken: [] })
    expect((await reserve('NW', 1, 40)).data).toEqual({ next: 41 })
    const again = await reserve('nw', 40, 50)
    expect([again.status, said(again)]).toEqual([
      409,
      'NW000001 to NW000040 are taken (Paper production of 2019). The next free number is NW000041.',
    ])
    expect(said(await reserve('NW', 41, 41, 7))).toContain('have 6 digits in this project')
    expect(said(await reserve('NW', 999_999, 1_000_000))).toContain('need more than 6 digits')
    expect((await reserve('NW', 50, 41)).status).toBe(400)
    expect(await next('nw')).toMatchObject({ prefix: 'NW', digits: 6, next: 41 })
  })

  it('gives ranges that are asked for at the same time to one each', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => reserve('RACE', 1, 10)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  it('[rest-job-prod-get-init-stuff] [rest-job-prod-sort-fields] [rest-job-prod-get-app-type-list] [rest-job-prod-get-required-doc-list] tells what a production can be made of', async () => {
    const { call } = matter.server
    const { data } = await call(lead, contract.initStuff, project())
    expect(data.templates.map(({ name }) => name)).toContain('SEC style')
    expect(data.fields.map(({ name }) => name)).toContain('Custodian')
    expect(data.fields.map(({ name }) => name)).not.toContain('Document_Name')
    const fields = await call(lead, contract.sortFields, project())
    expect(fields.data.data.map(({ name }) => name)).toContain('Sent_Date')
    const { set } = commercial
    const types = await call(lead, contract.applicationTypes, { ...project(), body: { set, families: true } })
    expect(types.data.data.reduce((sum, { documents }) => sum + documents, 0)).toBe(6)
    const required = await call(lead, contract.requiredDocuments, { ...project(), body: { set } })
    expect(required.data).toMatchObject({ documents: 6, missingCount: 0 })
  })

  it('[rest-any-project-prod-tmpl-name] keeps settings as a template of the project under a name that no other has', async () => {
    const { call } = matter.server
    const numbering = { ...commercial.numbering, prefix: 'TMPL-', start: 12 }
    const set = { ...commercial.set, filter: 'reviewed' as const }
    const { productionId } = (await create('Of a template', { ...commercial, set, numbering, texts: false }))
      .data
    const free = async (name: string) =>
      (await call(lead, templates.productionTemplateName, { ...project(), query: { name } })).data.available
    const save = (name: string, user = lead) =>
      call(user, templates.saveProductionTemplate, { ...project(), key: key(), body: { productionId, name } })
    const own = async () =>
      (await call(lead, contract.initStuff, project())).data.templates.filter(
        ({ templateId }) => templateId !== null,
      )
    expect([await free('Larkspur protocol'), await free('commercial')]).toEqual([true, false])
    const { templateId } = (await save('Larkspur protocol')).data
    expect([await free('LARKSPUR protocol'), (await save('larkspur Protocol')).status]).toEqual([false, 409])
    expect((await save('By a reviewer', matter.ana)).status).toBe(403)
    expect(await own()).toMatchObject([
      {
        ...{ templateId, name: 'Larkspur protocol', made: { by: 'Paula Reyes' } },
        settings: { texts: false, set: commercial.set, numbering: { ...numbering, start: null } },
      },
    ])
    const remove = () =>
      call(lead, templates.deleteProductionTemplate, { ...project(), query: { templateId } })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
    expect(await own()).toEqual([])
    const rows = await trail(matter.server, `project:${matter.projectId}`)
    expect(rows.map(({ action }) => action).filter((action) => action.includes('emplate'))).toEqual([
      ...['production.templateSaved', 'production.templateDeleted'],
    ])
  })

  it('reads a set and the queries of its rules when it is validated, and says which of them cannot be read', async () => {
    const inside = { ...commercial.set.query, objectId: 987_654_321, type: 'savedSearch' }
    const settings = { ...commercial, set: { ...commercial.set, query: inside } }
    const { productionId } = (await create('Of nothing', settings)).data
    expect((await validate(productionId, 1)).status).toBe(404)
    const designations = [{ query: 'Nowhere:x', text: 'CONFIDENTIAL' }]
    const other = (await create('Misspelled', { ...commercial, designations })).data
    expect(said(await validate(other.productionId, 1))).toMatch(/^Designated by Nowhere:x: /)
  })

  it('[rest-job-prod-validate] says what blocks, and wants a reason for each warning', async () => {
    const { call } = matter.server
    const { productionId } = (await create('Checked', { ...commercial, restriction: 'Control_Number:NWI*' }))
      .data
    const blocked = (await validate(productionId, 1)).data
    expect(blocked.mayRun).toBe(false)
    expect(blocked.found[0]).toMatchObject({ check: 'restricted', blocks: true, documents: 6 })
    const withheld = [{ query: 'Control_Number:NWI00000001', slipSheet: { text: 'WITHHELD' } }]
    const changed = await call(lead, contract.updateSettings, {
      ...project(),
      body: {
        productionId,
        name: 'Checked',
        settings: { ...commercial, withheld, texts: false },
        version: 1,
      },
    })
    expect(changed.data.version).toBe(2)
    const run = () =>
      call(lead, contract.runProduction, { ...project(), key: key(), body: { productionId, version: 2 } })
    expect((await run()).status).toBe(409)
    expect((await validate(productionId, 1)).status).toBe(409)
    const now = (await validate(productionId, 2)).data
    expect(now.documents).toBe(6)
    expect(now.found.filter(({ blocks }) => blocks)).toEqual([])
  })

  it('[rest-job-prod-validate] looks at pages, fields, copies, answers and what files hide before anything runs', async () => {
    const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = matter.documents
    const { records } = matter.server.services
    await records.write('interactive', async (trx) => {
      const set = (documentId: number, more: object) =>
        trx.updateTable('document').set(more).where('document_id', '=', documentId).execute()
      const pages = (documentId: number, sizes: object[] | null) =>
        trx
          .insertInto('document_pages')
          .values({
            ...{ document_id: documentId, project_id: matter.projectId, version: 1, faults: '[]' },
            ...{ sizes: sizes === null ? null : JSON.stringify(sizes) },
            ...{ code: sizes === null ? 'corrupt' : null, reason: sizes === null ? 'It is damaged.' : null },
          })
          .execute()
      const letter = { width: 1_700, height: 2_200, dpi: 200 }
      const isPdf = { mime_type: 'application/pdf', file_category: 'PDF' }
      await set(one, { metadata: JSON.stringify({ Hidden_Content: ['Comments', 'Tracked changes'] }) })
      await set(three, { sha256: 'c'.repeat(64) })
      await set(four, { sha256: 'c'.repeat(64) })
      await set(five, { ...isPdf, metadata: JSON.stringify({ Page_Count: ['3'] }) })
      await pages(five, [letter, { ...letter, height: 3_400 }])
      const makeable = await matter.server.services.pages.makeable({
        ...{
          documentId: six,
          projectId: matter.projectId,
          sha256: '',
          mimeType: isPdf.mime_type,
          category: 'PDF',
        },
      })
      await set(six, isPdf)
      await pages(six, null)
      await trx
        .updateTable('document_pages')
        .set({ version: makeable?.version ?? 0 })
        .where('document_id', '=', six)
        .execute()
      await trx
        .insertInto('document_analysis')
        .values({
          ...{ document_id: four, project_id: matter.projectId, languages: '[]', pii_likely: '{}' },
          ...{ pii_potential: '{}', thread_missing: 0, review_known: 0, review_thread_missing: 0 },
          thread_parent: two,
        })
        .onConflict((on) => on.column('document_id').doUpdateSet({ thread_parent: two }))
        .execute()
    })
    const [column] = commercial.loadFile.columns
    if (column === undefined) throw new Error('The template has no columns.')
    const more = [
      { ...column, source: 'Case_Note', name: 'CASENOTE' },
      { ...column, source: 'Subject', name: 'SUBJECT2', needed: true },
    ]
    const settings: ProductionSettings = {
      ...commercial,
      withheld: [{ query: 'Control_Number:NWI00000002', slipSheet: { text: 'WITHHELD' } }],
      designations: [{ query: 'Control_Number:NWI00000003', text: 'CONFIDENTIAL' }],
      needsDesignation: 'Control_Number:NWI00000003 OR Control_Number:NWI00000004',
      failedSlipSheet: null,
      loadFile: { ...commercial.loadFile, columns: [...commercial.loadFile.columns, ...more] },
    }
    const foundIn = async (name: string, of: ProductionSettings) => {
      const { found } = (await validate((await create(name, of)).data.productionId, 1)).data
      const told = ({ documentId, detail }: { readonly documentId: number; readonly detail: string }) => [
        documentId,
        detail,
      ]
      return new Map(found.map((each) => [each.check, { ...each, told: each.some.map(told) }]))
    }
    const drawn = await foundIn('As pages', {
      ...settings,
      goesAs: { byCategory: {}, otherwise: 'images' },
    })
    expect(drawn.get('withoutPages')?.told).toContainEqual([six, 'It is damaged.'])
    expect(drawn.get('pageCountDiffers')?.told).toEqual([[five, 'The file has 3 pages, and 2 were drawn.']])
    expect(drawn.get('largePages')?.told).toEqual([[five, 'Page 2 is 8.5 by 17.0 inches.']])
    expect(drawn.get('fieldGone')?.message).toContain('no field Case_Note (column CASENOTE)')
    expect(drawn.get('designationMissing')?.told).toEqual([[four, 'It goes out without a designation.']])
    expect(drawn.get('fieldEmpty')?.blocks).toBe(false)
    // All others are of one file, and one of them is withheld.
    expect(drawn.get('duplicatesDiffer')?.told).toEqual([
      ...[[one, 'An exact copy of it is withheld or restricted.']],
      ...[three, four].map((id) => [id, 'An exact copy of it has another designation.']),
      ...[five, six].map((id) => [id, 'An exact copy of it is withheld or restricted.']),
    ])
    expect(drawn.get('quotesWithheld')?.told).toEqual([
      [four, 'It answers a message that is withheld, and may quote it.'],
    ])
    expect(drawn.get('hiddenContent')).toBeUndefined()
    const files = await foundIn('As files', {
      ...settings,
      failedSlipSheet: commercial.failedSlipSheet,
      goesAs: { byCategory: { PDF: 'images' }, otherwise: 'native' },
    })
    expect(files.get('hiddenContent')?.told).toEqual([[one, 'Comments, Tracked changes.']])
    expect(files.get('withoutPages')).toBeUndefined()
    expect(files.get('failedSlipped')).toMatchObject({ blocks: false, told: [[six, 'It is damaged.']] })
  })
})
