/** What files say about themselves, and where they and their copies were: fields to search, filter and count by. */
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultPageSize, getMetadata, searchDocuments } from '#contracts/documents.ts'
import { readFacets } from '#contracts/facets.ts'
import type { DocumentFilter } from '#contracts/filter.ts'
import * as lists from '#contracts/hash-lists.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { indexFile } from '#server/review/search/open.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { mbox, message } from '#tests/fixtures/mail.ts'
import { pdf } from '#tests/fixtures/pdf.ts'
import { zipOf } from '#tests/support/office.ts'
import { allSettled } from './all-settled.ts'
import { costlyDialects, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { setProcessing } from './processing-settings.ts'

withoutAnalysis()

const namespace = 'xmlns="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const memo = zipOf({
  '[Content_Types].xml':
    '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  'word/document.xml': `<document ${namespace}><body><p><r><t>The plan.</t></r></p><p><r><rPr><vanish/></rPr><t>Not for them.</t></r></p></body></document>`,
  'docProps/core.xml':
    '<coreProperties><title>Plan of the well</title><creator>Nevin Nollop</creator><lastModifiedBy>Ella Minnow</lastModifiedBy><created>2020-01-31T10:00:00Z</created><modified>2020-02-01T02:00:00Z</modified><lastPrinted>2020-02-03T10:00:00Z</lastPrinted></coreProperties>',
  'docProps/app.xml': '<Properties><Pages>12</Pages></Properties>',
})
const report = pdf({
  pages: [{}, {}],
  info: '<< /Author (Ella Minnow) /CreationDate (D:20210501120000Z) >>',
})

describe.each(costlyDialects)('what files say, on %s', (dialect) => {
  let intake: Intake
  beforeEach(async () => {
    intake = await startIntake(dialect)
  }, 60_000)
  afterEach(() => intake.close())

  async function bring(custodian: string, name: string, bytes: Buffer): Promise<void> {
    const { server, user, project } = intake
    const path = intake.write(name, bytes)
    const { jobId } = await importPath(server.services, {
      path,
      projectId: project,
      custodian,
      userId: user.userId,
    })
    await settledJob(server.services, jobId)
    await allSettled(server.services)
    await server.services.search.settled(project)
  }

  async function found(queryString: string): Promise<string[]> {
    const { data } = await intake.server.call(intake.user, searchDocuments, {
      project: intake.project,
      body: {
        query: { queryString, includeFamily: false, objectId: null, type: null },
        sort: 'documentId',
        viewer: 'parentsAndChildren',
        filter: 'all',
        pageSize: defaultPageSize,
        page: 1,
      },
    })
    return data.data.map(({ title }) => title)
  }

  const counted = async (
    asked: Partial<Parameters<typeof bodyOf>[0]>,
    filter: DocumentFilter | null = null,
  ) =>
    (
      await intake.server.call(intake.user, readFacets, {
        project: intake.project,
        body: bodyOf(asked, filter),
      })
    ).data
  const bodyOf = (
    asked: {
      facets?: { field: string; most: number }[]
      histograms?: { field: string; by: 'month' | 'year' | 'powers' }[]
    },
    filter: DocumentFilter | null,
  ) => ({
    stage: 'processing' as const,
    query: { queryString: '', includeFamily: false, objectId: null, type: null },
    filter,
    facets: asked.facets ?? [],
    histograms: asked.histograms ?? [],
    matrix: null,
  })

  const letter = (id: string, attachments: Parameters<typeof message>[0] = {}) =>
    message({
      id,
      subject: 'Files',
      headers: ['Received: from a by b; Wed, 06 Mar 2024 10:00:00 +0000'],
      ...attachments,
    })
  const files = [
    { name: 'memo.txt', type: 'text/plain', bytes: memo },
    { name: 'report.pdf', type: 'application/pdf', bytes: report },
  ]

  it('is asked for by its type, with and without a value, filtered, counted and shown', async () => {
    await bring('ann', 'mail.mbox', mbox([letter('with', { attachments: files })]))
    const all = ['Files', 'memo.txt', 'report.pdf']
    expect(await found('')).toEqual(all)
    for (const [query, titles] of [
      ['Author:nollop', ['memo.txt']],
      ['Author:"Ella Minnow"', ['report.pdf']],
      ['Author Is Null', ['Files']],
      ['Last_Author:minn*', ['memo.txt']],
      ['Last_Author Is Not Null', ['memo.txt']],
      ['Doc_Title:"plan well"', []],
      ['Doc_Title:well', ['memo.txt']],
      ['Created_Date On 01/31/2020', ['memo.txt']],
      ['Created_Date After 01/31/2020', ['report.pdf']],
      ['Created_Date Is Null', ['Files']],
      ['Modified_Date Before or On 02/01/2020', ['memo.txt']],
      ['Printed_Date Between 02/03/2020 and 02/03/2020', ['memo.txt']],
      ['Received_Date Is Not Null', ['Files']],
      ['Received_Date On 03/06/2024', ['Files']],
      ['Page_Count > 2', ['memo.txt']],
      ['Page_Count = 2', ['report.pdf']],
      ['NOT Page_Count Is Not Null', ['Files']],
      ['Hidden_Content:"Hidden text"', ['memo.txt']],
      ['Hidden_Content Is Null', ['Files', 'report.pdf']],
      ['Detected_Type:docx', ['memo.txt']],
      ['Known_File Is Null', all],
      ['De_NISTed_Attachments Is Not Null', []],
    ] as const)
      expect([query, await found(query).catch(String)]).toEqual([query, titles])
    const { facets, histograms } = await counted({
      facets: ['Author', 'Hidden_Content', 'Detected_Type', 'Page_Count'].map((field) => ({
        field,
        most: 5,
      })),
      histograms: [
        { field: 'Created_Date', by: 'year' },
        { field: 'Page_Count', by: 'powers' },
      ],
    })
    expect(facets.map(({ values, none }) => [values.map(({ value }) => value), none.documents])).toEqual([
      [['Ella Minnow', 'Nevin Nollop'], 1],
      [['Hidden text'], 2],
      [['docx'], 2],
      [['12', '2'], 1],
    ])
    expect(histograms.map(({ bins, none }) => [bins.map(({ from }) => from), none.documents])).toEqual([
      [['2020', '2021'], 1],
      [['1', '10'], 1],
    ])
    const [memoId = 0] = await idsOf('memo.txt')
    const shown = (
      await intake.server.call(intake.user, getMetadata, {
        project: intake.project,
        query: { documentId: memoId },
      })
    ).data.data
    // Each once, though its file said it too.
    expect(shown.filter(({ name }) => name === 'Author').map(({ values }) => values)).toEqual([
      ['Nevin Nollop'],
    ])
    expect(shown.find(({ name }) => name === 'Created_Date')?.values).toEqual(['2020-01-31T10:00:00.000Z'])
    expect(new Set(shown.map(({ name }) => name)).size).toBe(shown.length)
  }, 120_000)

  it('[filter-recipient-count] counts people whom a directory names without an address, each once', async () => {
    const people = { to: '"Lay, Ken"; Jeff Skilling; ann@example.com', cc: 'ANN@example.com; ken rice' }
    await bring('ann', 'mail.mbox', mbox([message({ id: 'named', subject: 'Named', ...people })]))
    const { facets } = await counted({ facets: [{ field: 'Recipient_Count', most: 5 }] })
    expect(facets[0]?.values.map(({ value }) => value)).toEqual(['4'])
  }, 60_000)

  it('[filter-custodians] counts as one what a query does not tell apart: a bar is what its click finds', async () => {
    const by = (author: string) => pdf({ pages: [{}], info: `<< /Author (${author}) >>` })
    const authors = ['Ella Minnow', 'ELLA MINNOW', 'Ella Minnow', 'Nevin Nollop']
    await bring(
      'ann',
      'mail.mbox',
      mbox([
        letter('with', {
          attachments: authors.map((author, at) => ({
            ...{ name: `${at}.pdf`, type: 'application/pdf', bytes: by(author) },
          })),
        }),
      ]),
    )
    const bars = async (filter: DocumentFilter | null = null) => {
      const { documents, facets } = await counted({ facets: [{ field: 'Author', most: 5 }] }, filter)
      return { documents, bars: facets[0]?.values.map(({ value, documents }) => [value, documents]) }
    }
    expect((await bars()).bars).toEqual([
      ['ELLA MINNOW', 3],
      ['Nevin Nollop', 1],
    ])
    const click = { authors: { values: ['ELLA MINNOW'], includeNull: false, includeSelections: true } }
    expect(await bars(click)).toEqual({ documents: 3, bars: [['ELLA MINNOW', 3]] })
  }, 60_000)

  it('is no date where it is no instant, and is shown as it was said', async () => {
    const entry = 'UID:1\r\nSUMMARY:Call\r\nDTSTART:20200131T090000Z'
    const calendar = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\n${entry}\r\nCREATED:20200131T230000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
    await bring('ann', 'call.ics', Buffer.from(calendar))
    expect(await found('Created_Date Is Null')).toEqual(['call.ics'])
    const [documentId = 0] = await idsOf('call.ics')
    const { project, server, user } = intake
    const { data } = (await server.call(user, getMetadata, { project, query: { documentId } })).data
    expect(data.find(({ name }) => name === 'Created_Date')?.values).toEqual(['2020-01-31 23:00:00'])
  }, 120_000)

  const idsOf = async (title: string): Promise<number[]> => {
    const rows = await intake.server.services.records.read
      .selectFrom('document')
      .select('document_id')
      .where('title', '=', title)
      .execute()
    return rows.map(({ document_id }) => document_id)
  }

  it('tells whom a copy alone names by BCC, and what each attachment of it is called there', async () => {
    const bytes = Buffer.from('numbers')
    const sent = (bcc: string, ...names: readonly string[]) =>
      letter('deal', {
        headers: [`Bcc: ${bcc}`],
        attachments: names.map((name) => ({ name, type: 'text/plain', bytes })),
      })
    const own = sent('Cy <cy@z.example>', 'budget.txt', 'costs.txt')
    await bring('ann', 'one.zip', zip([{ name: 'one.eml', bytes: own }]))
    expect(await found('All_BCC:boss')).toEqual([])
    const other = sent('boss@y.example, cy@z.example', 'gun.txt', 'smoke.txt')
    await bring('bob', 'two.zip', zip([{ name: 'two.eml', bytes: other }]))
    for (const [query, titles] of [
      ['All_BCC:"boss y.example"', ['Files']],
      ['All_BCC:cy', ['Files']],
      ['BCC:boss', []],
      ['Domains:y.example', ['Files']],
      // Two that are alike have a copy each.
      ['All_Paths:gun', ['budget.txt']],
      ['All_Paths:smoke', ['costs.txt']],
      ['All_Paths:"two eml budget"', []],
    ] as const)
      expect([query, await found(query)]).toEqual([query, titles])
    const [documentId = 0] = await idsOf('Files')
    const { project, server, user } = intake
    const { data } = (await server.call(user, getMetadata, { project, query: { documentId } })).data
    expect(data.find(({ name }) => name === 'All_BCC')?.values).toEqual([
      'Cy <cy@z.example>',
      'boss@y.example',
    ])
  }, 120_000)

  it('tells all places of a family, those of copies that came later too', async () => {
    const same = letter('one', { attachments: [files[1] ?? fail()] })
    await bring('ann', 'first.mbox', mbox([same]))
    expect(await found('All_Paths:second')).toEqual([])
    await bring('bob', 'second.mbox', mbox([same]))
    // Of one who has it already: nobody comes to All_Custodian, and a place does.
    await bring('bob', 'third.zip', zip([{ name: 'kept/here/one.eml', bytes: same }]))
    const both = ['Files', 'report.pdf']
    for (const [query, titles] of [
      ['All_Paths:first', both],
      ['All_Paths:second', both],
      ['All_Paths:"kept here one"', both],
      ['All_Paths:"one eml report"', ['report.pdf']],
      ['Source_Path:second', []],
      ['All_Folders:here', both],
      ['All_Folders:eml', []],
      ['All_Folders Is Null OR All_Paths Is Null', []],
    ] as const)
      expect([query, await found(query)]).toEqual([query, titles])
    const { facets } = await counted({ facets: [{ field: 'All_Folders', most: 5 }] })
    expect(facets[0]?.values.map(({ value, documents }) => `${value}: ${documents}`)).toEqual([
      'first.mbox: 2',
      'second.mbox: 2',
      'third.zip/kept/here: 2',
    ])
  }, 120_000)

  it('has the hash of its message id that other products have, and the one by which copies of its family are known', async () => {
    // As another maker of such software tells it of this id.
    const id = 'CALckR-a8UDkRjO4xJyjd_s0GPxQWw@mail.gmail.com'
    const mih = '1de319c276884bd0c9e2f1621ada26cc'
    const headersOf = (from: string) =>
      Buffer.from(
        letter('x', { attachments: [files[1] ?? fail()] })
          .toString()
          .replace('x@test.example', from),
      )
    const unnamed = Buffer.from(
      letter('y', { subject: 'No id' })
        .toString()
        .replace(/^Message-ID.*\r\n/m, ''),
    )
    await bring('ann', 'mail.mbox', mbox([headersOf(id), unnamed]))
    await bring('bob', 'loose.pdf', report)
    const shown = async (title: string) => {
      const { project, server, user } = intake
      const [documentId = 0] = await idsOf(title)
      const { data } = (await server.call(user, getMetadata, { project, query: { documentId } })).data
      return (name: string) => data.find((one) => one.name === name)?.values[0]
    }
    expect(await found(`MIH:${mih}`)).toEqual(['Files'])
    expect(await found(`MIH:${mih.toUpperCase()}`)).toEqual(['Files'])
    // A message without an id has none, nor has what is no message.
    expect(new Set(await found('MIH Is Null'))).toEqual(new Set(['report.pdf', 'No id', 'loose.pdf']))
    expect((await shown('Files'))('MIH')).toBe(mih)
    const dedupe = (await shown('Files'))('Dedupe_Hash')
    expect(dedupe).toMatch(/^[0-9a-f]{64}$/)
    expect(await found(`Dedupe_Hash:${dedupe}`)).toEqual(['Files'])
    // What is attached has none, though it is the very file: it is never held against others.
    expect((await shown('report.pdf'))('Dedupe_Hash')).toBeUndefined()
    expect((await shown('loose.pdf'))('Dedupe_Hash')).toBe(createHash('sha256').update(report).digest('hex'))
    // The same message in a mailbox whose server wrote its headers anew.
    const other = Buffer.from(
      headersOf(id).toString().replace('Received: from a by b', 'Received: from c by d'),
    )
    await bring('bob', 'other.mbox', mbox([other]))
    expect(await found(`Dedupe_Hash:${dedupe}`)).toEqual(['Files'])
    expect(new Set(await found('All_Custodian:bob'))).toEqual(new Set(['Files', 'report.pdf', 'loose.pdf']))
  }, 120_000)

  it('tells which are known files, and of which some were left out', async () => {
    const { server, user, project } = intake
    const known = Buffer.from(`${createHash('sha256').update(report).digest('hex')}  report.pdf\n`)
    const { hashListId } = (
      await server.call(user, lists.beginHashList, {
        project,
        body: { name: 'Ours', version: '7', fileName: 'list.txt', size: known.length },
      })
    ).data
    await server.call(user, lists.putHashListChunk, {
      project,
      params: { hashListId },
      query: { offset: 0 },
      body: known,
    })
    const { jobId } = (
      await server.call(user, lists.finishHashList, { project, params: { hashListId }, body: {} })
    ).data
    await settledJob(server.services, jobId)
    const choose = async (deNist: 'exclude' | 'flag') =>
      expect((await setProcessing(server, user, project, { deNist })).status).toBe(200)
    await choose('flag')
    await bring('ann', 'a.mbox', mbox([letter('flagged', { attachments: files })]))
    await choose('exclude')
    await bring('ann', 'b.mbox', mbox([letter('without', { subject: 'Less', attachments: files })]))
    expect(await found('Known_File:ours')).toEqual(['report.pdf'])
    expect(await found('De_NISTed_Attachments:"report pdf"')).toEqual(['Less'])
    const { facets } = await counted({
      facets: ['Known_File', 'De_NISTed_Attachments'].map((field) => ({ field, most: 5 })),
    })
    expect(
      facets.map(({ values }) => values.map(({ value, documents }) => `${value}: ${documents}`)),
    ).toEqual([['Ours 7: 1'], ['report.pdf: 1']])
  }, 120_000)

  it('is there for what was brought in before, once the index is made anew by itself', async () => {
    await bring('ann', 'mail.mbox', mbox([letter('with', { attachments: files })]))
    const { services, config } = intake.server
    const file = indexFile(config.dataDir, intake.project)
    // Nobody holds the file while it is made one of the version before.
    await services.search.rebuild(intake.project)
    const index = new Database(file)
    index.prepare("update meta set value = '5' where key = 'version'").run()
    index.prepare('delete from words').run()
    index.close()
    expect(await found('Author:nollop')).toEqual(['memo.txt'])
    expect(await found('plan')).toEqual(['memo.txt'])
  }, 120_000)
})

const fail = (): never => {
  throw new Error('There is no such file.')
}
