/** What is done with a production once it is made: compared with another, looked at before it leaves, and asked about by its numbers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPages, getPageTexts } from '#contracts/pages.ts'
import { pagesOfNumber } from '#contracts/produced-pages.ts'
import { acceptWarning, validateProduction } from '#contracts/production-checks.ts'
import {
  type ComparisonKind,
  comparedDocuments,
  compareProductions,
  comparisonFile,
} from '#contracts/production-comparison.ts'
import * as sample from '#contracts/production-sample.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { downloadVolume, listDownloads } from '#contracts/production-volumes.ts'
import * as contract from '#contracts/productions.ts'
import { saveMarkup } from '#contracts/redactions.ts'
import { getWalls, putWalls } from '#contracts/walls.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { costlyDialects, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'

withoutAnalysis()

const text = (words: string) => ({ content: show(words, 72, 700) })
const files = {
  'early.pdf': { custodian: 'Reyes', bytes: pdf({ pages: [text('Earlyword alone')] }) },
  'contract.pdf': {
    ...{ custodian: 'Reyes', bytes: pdf({ pages: [text('The price of Larkspur'), text('Appendix')] }) },
  },
  'advice.eml': {
    ...{ custodian: 'Kim', bytes: message({ id: 'advice', subject: 'Advice', text: 'Zanzibar says no.\n' }) },
  },
  'letter.eml': {
    ...{ custodian: 'Kim', bytes: message({ id: 'letter', subject: 'Letter', text: 'Come on Monday.\n' }) },
  },
  'late.pdf': { custodian: 'Reyes', bytes: pdf({ pages: [text('Lateword alone')] }) },
}

describe.each(costlyDialects)('a production that is made on %s', (dialect) => {
  let intake: Intake
  const idOf = new Map<string, number>()
  let [firstId, secondId] = [0, 0]
  let sent = 0
  const key = () => `after-command-${sent++}`

  const settingsOf = async (more: Partial<ProductionSettings> = {}): Promise<ProductionSettings> => {
    const { data } = await intake.server.call(intake.user, contract.initStuff, { project: intake.project })
    const [template] = data.templates
    if (template === undefined) throw new Error('There are no templates.')
    return { ...template.settings, ...more }
  }
  const setOf = async (queryString: string) => {
    const { set } = await settingsOf()
    return { ...set, query: { ...set.query, queryString } }
  }
  const begun = async (name: string, settings: ProductionSettings) => {
    const { server, user, project } = intake
    const made = await server.call(user, contract.insertProduction, {
      ...{ project, key: key(), body: { name, settings } },
    })
    expect(made.status).toBe(200)
    const { productionId, version } = made.data
    const checked = await server.call(user, validateProduction, { project, body: { productionId, version } })
    return { body: { productionId, version }, found: checked.data.found }
  }
  const produce = async (name: string, settings: ProductionSettings): Promise<number> => {
    const { server, user, project } = intake
    const { body, found } = await begun(name, settings)
    for (const { check, blocks, message: said } of found) {
      expect([blocks, said]).toEqual([false, said])
      const accepting = { productionId: body.productionId, check, reason: 'It is meant so.' }
      await server.call(user, acceptWarning, { project, key: key(), body: accepting })
    }
    const running = await server.call(user, contract.runProduction, { project, key: key(), body })
    await settledJob(server.services, running.data.job?.jobId ?? 0)
    const all = await server.call(user, contract.listProductions, { project })
    const one = all.data.data.find(({ productionId }) => productionId === body.productionId)
    expect([one?.state, one?.job?.message]).toEqual(['Produced', null])
    return body.productionId
  }
  const cover = async (name: string, word: string): Promise<void> => {
    const { server, user, project } = intake
    const documentId = idOf.get(name) ?? 0
    const at = { project, query: { documentId } }
    await server.call(user, getPages, at)
    const { data } = await server.call(user, getPageTexts, at)
    const [page] = data.data
    const nth = page?.text.split(/\s+/).indexOf(word) ?? -1
    const boxes = page?.boxes.slice(4 * nth, 4 * nth + 4) ?? []
    const gesture = key()
    const add = [{ key: `key-${gesture}`, page: 1, kind: 'words' as const, boxes, label: '', reason: '' }]
    const markup = { add, change: [], remove: [], restore: [] }
    const saved = await server.call(user, saveMarkup, {
      ...{ project, key: gesture, body: { documentId, gesture, markup } },
    })
    expect(saved.status).toBe(200)
  }
  const compared = async (as: TestUser = intake.user) =>
    await intake.server.call(as, compareProductions, {
      ...{ project: intake.project, query: { productionId: firstId, otherId: secondId } },
    })
  const documents = async (more: { kind?: ComparisonKind; field?: string } = {}, as = intake.user) =>
    (
      await intake.server.call(as, comparedDocuments, {
        ...{ project: intake.project, query: { productionId: firstId, otherId: secondId, ...more } },
      })
    ).data.data
  const namesOf = (some: Awaited<ReturnType<typeof documents>>) =>
    some.map(({ documentId }) => [...idOf].find(([, id]) => id === documentId)?.[0])

  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { server, project } = intake
    await server.user({ role: 'SystemAdmin' })
    for (const [name, { custodian, bytes }] of Object.entries(files)) {
      const path = intake.write(name, bytes)
      const { jobId } = await importPath(server.services, { path, projectId: project, custodian })
      await settledJob(server.services, jobId)
      const { id } = await server.services.records.read
        .selectFrom('document')
        .select((eb) => eb.fn.max('document_id').as('id'))
        .executeTakeFirstOrThrow()
      idOf.set(name, Number(id))
    }
    await server.services.search.settled(project)
    const numbering = { prefix: 'NW', digits: 6, level: 'page' as const, start: null }
    const withheld = [{ query: 'zanzibar', slipSheet: { text: 'DOCUMENT WITHHELD' } }]
    firstId = await produce(
      'First',
      await settingsOf({ set: await setOf('NOT lateword'), numbering, withheld }),
    )
    await cover('contract.pdf', 'Larkspur')
    secondId = await produce(
      'Second',
      await settingsOf({
        ...{ set: await setOf('NOT earlyword'), numbering: { ...numbering, prefix: 'NX' } },
        designations: [{ query: 'Subject:Letter', text: 'CONFIDENTIAL' }],
      }),
    )
  }, 120_000)
  afterAll(() => intake.close())

  it('is compared with another, document by document', async () => {
    const { data } = await compared()
    expect(data).toMatchObject({
      first: { name: 'First', documents: 4, firstNumber: 'NW000001' },
      second: { name: 'Second', documents: 4, firstNumber: 'NX000001' },
      ...{ fieldsCompared: 'compared', pagesCompared: 'compared' },
      ...{ onlyFirstFields: [], onlySecondFields: [] },
      counts: {
        ...{ onlyFirst: 1, onlySecond: 1, treatment: 1, designation: 1, redactions: 1, file: 0 },
        ...{ pages: 1, text: 2, fields: 1, same: 0 },
      },
    })
    expect(data.fields.map(({ documents: n }) => n)).toEqual(data.fields.map(() => 1))
    const all = await documents()
    expect(namesOf(all)).toEqual(['early.pdf', 'contract.pdf', 'advice.eml', 'letter.eml', 'late.pdf'])
    expect(all.map(({ differs }) => differs)).toEqual([
      ['onlyFirst'],
      ['redactions', 'text', 'fields'],
      ['treatment', 'pages', 'text'],
      ['designation'],
      ['onlySecond'],
    ])
    const [early, contractOf, advice, letter, late] = all
    expect([early?.second, late?.first, early?.first?.first, late?.second?.first]).toEqual([
      ...[null, null, 'NW000001', 'NX000005'],
    ])
    expect([contractOf?.pages, contractOf?.pageCount]).toEqual([[], 0])
    expect([contractOf?.first, contractOf?.second]).toMatchObject([
      { first: 'NW000002', last: 'NW000003', redacted: false },
      { first: 'NX000001', last: 'NX000002', redacted: true },
    ])
    expect(contractOf?.fields.find(({ source }) => source === 'File_Name')).toMatchObject({
      ...{ first: 'contract.pdf', second: 'REDACTED' },
    })
    expect([advice?.first?.treatment, advice?.second?.treatment]).toEqual(['withheld', 'images'])
    // Its page shows what it showed, under another number.
    expect([letter?.second?.designation, letter?.pages, advice?.pages]).toEqual(['CONFIDENTIAL', [], [1]])
    for (const kind of ['onlyFirst', 'pages', 'designation'] as const)
      expect((await documents({ kind })).map(({ documentId }) => documentId)).toEqual(
        all.filter(({ differs }) => differs.includes(kind)).map(({ documentId }) => documentId),
      )
    expect(namesOf(await documents({ field: 'File_Name' }))).toEqual(['contract.pdf'])
  })

  it('is compared as CSV, which is on the record and among its downloads', async () => {
    const { server, user, project } = intake
    const query = { projectId: project, productionId: firstId, otherId: secondId, kind: 'fields' as const }
    const { raw } = await server.call(user, comparisonFile, { project, query })
    const lines = raw.rawPayload.toString('utf8').trim().split('\r\n')
    expect(lines[0]).toContain('First: first number')
    expect(lines.slice(1).every((line) => line.includes('contract.pdf'))).toBe(true)
    expect(lines.find((line) => line.endsWith('contract.pdf,REDACTED'))).toContain('NX000001,NX000002')
    for (const range of ['bytes=0-99', 'bytes=100-', 'bytes=50-']) {
      const asked = { projectId: project, productionId: firstId, volume: 1 }
      const part = await server.call(user, downloadVolume, { project, query: asked, headers: { range } })
      expect(part.raw.statusCode).toBe(206)
    }
    const { data } = await server.call(user, listDownloads, { project, query: { productionId: firstId } })
    // A download that was cut, and goes on, is one.
    expect([data.totalCount, data.data]).toMatchObject([
      2,
      [
        { by: user.name, volume: 'VOL001', comparedWith: '' },
        { by: user.name, volume: null, comparedWith: 'Second' },
      ],
    ])
    const other = await server.call(user, listDownloads, { project, query: { productionId: secondId } })
    // It has values of both.
    expect(other.data.data).toMatchObject([{ by: user.name, volume: null, comparedWith: 'First' }])
  })

  it('says in the file in words how documents differ', async () => {
    const { server, user, project } = intake
    const query = { projectId: project, productionId: firstId, otherId: secondId, kind: 'treatment' as const }
    const { raw } = await server.call(user, comparisonFile, { project, query })
    expect(raw.rawPayload.toString('utf8')).toMatch(
      /,Produced differently; Pages; Text or file,.*,Withheld,.*,Pages,/,
    )
  })

  it('has the page of each of its numbers found', async () => {
    const { server, user, project } = intake
    const ask = async (number: string) =>
      (await server.call(user, pagesOfNumber, { project, query: { number } })).data.data
    const documentId = idOf.get('contract.pdf') ?? 0
    expect(await ask('nx000002')).toEqual([
      { documentId, productionId: secondId, name: 'Second', number: 'NX000002', page: 2 },
    ])
    expect(await ask('NX000999')).toEqual([])
  })

  it('leaves only once somebody has looked at a sample of what is redacted or withheld', async () => {
    const { server, user, project } = intake
    const query = { productionId: secondId }
    const at = { project, query }
    const second = await server.user({ role: 'ProjectManager', companyId: user.companyId, name: 'Sol Ortiz' })
    await server.member(project, second.userId, 'ProjectManager')
    const deliver = (as: TestUser) => server.call(as, contract.deliverProduction, { project, body: query })
    expect((await deliver(user)).error).toMatchObject({ code: 'conflict', detail: 'sample' })
    const draw = () =>
      server.call(user, sample.drawProductionSample, {
        ...{ project, key: key(), body: { ...query, confidence: 95, margin: 5 } },
      })
    const drawn = (await draw()).data
    expect(drawn).toMatchObject({ population: 1, open: 1, wrong: 0, isPassed: false, drawn: { size: 1 } })
    const documentId = idOf.get('contract.pdf') ?? 0
    expect(drawn.documents).toMatchObject([{ documentId, first: 'NX000001', verdict: null }])
    type Verdict = 'right' | 'wrong'
    const look = (verdict: Verdict, note: string, seen: Verdict | null, of = documentId) =>
      server.call(second, sample.lookAtSampled, {
        ...{ project, key: key(), body: { ...query, documentId: of, verdict, note, seen } },
      })
    expect((await look('wrong', '', null)).error.detail).toBe('note')
    expect((await look('right', '', null, idOf.get('letter.eml') ?? 0)).status).toBe(404)
    expect((await look('wrong', 'A name shows', null)).data).toMatchObject({ wrong: 1, isPassed: false })
    expect([(await deliver(user)).error.detail, (await draw()).error.detail]).toEqual(['sample', 'begun'])
    // Who has not seen that somebody found a fault does not overwrite it.
    expect((await look('right', '', null)).error).toMatchObject({ code: 'conflict', detail: 'seen' })
    expect((await look('right', '', 'wrong')).data).toMatchObject({ isPassed: true, open: 0 })
    const { data } = await server.call(user, sample.getProductionSample, at)
    expect(data.documents).toMatchObject([{ verdict: 'right', looked: { by: 'Sol Ortiz' } }])
    expect((await deliver(user)).data.state).toBe('Produced')
    expect((await look('wrong', 'Too late', 'right')).status).toBe(409)
    expect((await deliver(second)).data.state).toBe('Delivered')
    const told = (await trail(server, `project:${project}`)).filter(({ action }) =>
      action.startsWith('production.sample'),
    )
    expect(told.map(({ action }) => action)).toEqual([
      ...['production.sampleDrawn', 'production.sampleLookedAt', 'production.sampleLookedAt'],
    ])
  })

  it('is refused where designations that exclude each other meet in a document', async () => {
    const designations = [
      { query: 'Subject:Letter', text: 'AEO' },
      { query: 'Monday', text: 'CONFIDENTIAL' },
    ]
    const set = await setOf('Subject:Letter')
    const numbering = { prefix: 'NY', digits: 6, level: 'page' as const, start: null }
    const settings = await settingsOf({ set, numbering, designations })
    const clash = async (name: string, exclusiveDesignations: boolean) =>
      (await begun(name, { ...settings, exclusiveDesignations })).found.find(
        ({ check }) => check === 'designationsClash',
      )
    expect(await clash('One counts', false)).toBeUndefined()
    expect(await clash('One may be', true)).toMatchObject({
      ...{ blocks: true, documents: 1 },
      some: [{ documentId: idOf.get('letter.eml'), detail: 'Designated AEO and CONFIDENTIAL.' }],
    })
  })

  it('tells whoever sees a part of the project of that part alone', async () => {
    const { server, user, project } = intake
    const walled = await server.user({ role: 'ProjectManager', companyId: user.companyId })
    await server.member(project, walled.userId, 'LitigationSupport')
    const admin = await server.user({ role: 'ClientAdmin', companyId: user.companyId })
    const { data: walls } = await server.call(admin, getWalls, { project })
    const parts = (names: readonly string[]) =>
      walls.parts
        .filter(({ kind, name }) => kind === 'custodian' && names.includes(name))
        .map(({ kind, partId }) => ({ kind, partId, access: 'allow' as const }))
    const put = await server.call(admin, putWalls, {
      ...{ project, ifMatch: String(walls.version) },
      body: {
        groups: [
          { name: 'Reyes alone', userIds: [walled.userId], parts: parts(['Reyes']) },
          { name: 'All', userIds: [user.userId], parts: parts(['Reyes', 'Kim']) },
        ],
        ...{ batchesOnly: false, shutOut: true },
      } as never,
    })
    expect(put.status).toBe(200)
    const { data } = await compared(walled)
    expect([data.first.documents, data.second.documents, data.counts.treatment]).toEqual([2, 2, 0])
    expect([data.fieldsCompared, data.fields]).toEqual(['part', []])
    expect(namesOf(await documents({}, walled))).toEqual(['early.pdf', 'contract.pdf', 'late.pdf'])
    const find = await server.call(walled, pagesOfNumber, { project, query: { number: 'NX000003' } })
    expect(find.data.data).toEqual([])
  })
})
