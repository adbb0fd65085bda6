/** Loads: a delivery that came with load files becomes documents, and every row and file of it is accounted for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMetadata, searchDocuments } from '#contracts/documents.ts'
import { createField } from '#contracts/fields.ts'
import type { LoadSettings, LoadTarget } from '#contracts/loads.ts'
import * as contract from '#contracts/loads.ts'
import { filesByProject, getPages, getPageTexts, originalImage, receivedImages } from '#contracts/pages.ts'
import { getReceivedPages, receivedPageBytes } from '#contracts/produced-pages.ts'
import { createCustodian, fieldTypes } from '#contracts/project.ts'
import { redactionsToCheck } from '#contracts/redaction-check.ts'
import { saveMarkup } from '#contracts/redactions.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { loadKind } from '#server/intake/loads/job.ts'
import { noCounts, nothingMade } from '#server/intake/loads/stored.ts'
import { addSourceFile } from '#server/intake/sources/source-files.ts'
import { hashes } from '#server/platform/hashes.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { tiff } from '#tests/fixtures/tiff.ts'
import { dialects, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { newSource } from './uploads.ts'

withoutAnalysis()

const [q, s] = ['\u00fe', '\u0014']
const row = (...values: string[]): string => `${values.map((value) => q + value + q).join(s)}\r\n`
const sheet = Buffer.from('name,amount\nLee,12\n')
const letter = pdf({ pages: [{ content: show('The price of Larkspur') }] })
const heading = [
  ...['BEGDOC', 'ENDDOC', 'BEGATTACH', 'PARENTID', 'CUSTODIAN', 'FROM', 'TO', 'SUBJECT', 'DATESENT'],
  ...['NATIVELINK', 'TEXTLINK', 'MD5HASH', 'HOT', 'ISSUES', 'AUTHOR'],
]
const dat = Buffer.from(
  [
    row(...heading),
    // The attachment stands before its parent.
    row(
      'NW0003',
      'NW0003',
      'NW0001',
      'NW0001',
      'Rivera',
      '',
      '',
      '',
      '',
      'NATIVES\\amounts.csv',
      '',
      hashes(sheet).md5,
      'No',
      '',
      '',
    ),
    row(
      'NW0001',
      'NW0002',
      'NW0001',
      '',
      'Rivera',
      'Ana Rivera <ana@northwind.example>',
      '"Lee; Kim" <kim@northwind.example>;ben@northwind.example',
      'Budget',
      '05/21/2001 3:48 PM',
      '',
      'TEXT\\NW0001.TXT',
      '',
      'Yes',
      'Price;Gas',
      'Ana',
    ),
    row(
      'NW0004',
      'NW0005',
      'NW0004',
      '',
      'Okafor',
      '',
      '',
      'Map',
      '13/21/2001',
      '',
      '',
      '',
      'Perhaps',
      '',
      '',
    ),
    row(
      'NW0006',
      'NW0006',
      '',
      'NW0099',
      'Okafor',
      '',
      '',
      '',
      '',
      'NATIVES\\letter.pdf',
      'TEXT\\none.txt',
      '0'.repeat(32),
      '',
      '',
      '',
    ),
    row('NW0006', 'NW0006', '', '', '', '', '', '', '', '', '', '', '', '', ''),
    row('', '', '', '', '', '', '', '', '', '', '', '', '', '', ''),
    `${q}NW0007${q}${s}${q}short${q}\r\n`,
    row('NW0008', 'NW0009', '', '', '', '', '', '', '', '..\\..\\etc\\passwd', '', '', '', '', ''),
  ].join(''),
)
const opt = Buffer.from(
  [
    'NW0001,VOL001,IMAGES\\NW0001.tif,Y,,,2',
    'NW0002,VOL001,IMAGES\\NW0002.tif,,,,',
    'NW0004,VOL001,IMAGES\\NW0004.tif,Y,,,2',
    'NW0006,VOL001,IMAGES\\NW0006.tif,Y,,,1',
    'NW0008,VOL001,IMAGES\\fake.tif,Y,,,1',
    'NW0100,VOL001,IMAGES\\NW0001.tif,Y,,,1',
  ].join('\r\n'),
)
const volume: Readonly<Record<string, Buffer>> = {
  'VOL001/DATA/VOL001.dat': dat,
  'VOL001/DATA/VOL001.opt': opt,
  'VOL001/IMAGES/NW0001.tif': tiff(1_700, 2_200),
  'VOL001/IMAGES/NW0002.tif': tiff(1_700, 2_200),
  'VOL001/IMAGES/NW0004.tif': tiff(1_700, 2_200, 2),
  'VOL001/IMAGES/NW0006.tif': tiff(850, 1_100),
  'VOL001/IMAGES/fake.tif': Buffer.from('This is no image.'),
  'VOL001/NATIVES/amounts.csv': sheet,
  'VOL001/NATIVES/letter.pdf': letter,
  'VOL001/TEXT/nw0001.txt': Buffer.from('The budget for Larkspur.\r\n'),
  'VOL001/README.txt': Buffer.from('Nobody names this.'),
}

/** The sample load files of another product. */
const samples = '/work/shared/corpus/loadfiles/relativity'

describe.each(dialects)('loads on %s', (dialect) => {
  let intake: Intake
  let custodianId: number
  beforeAll(async () => {
    intake = await startIntake(dialect)
    custodianId = (await ask(createCustodian, { body: { name: 'Received' } })).custodianId
  }, 60_000)
  afterAll(() => intake.close())

  type Call = Parameters<Intake['server']['call']>[1]
  const ask = async <C extends Call>(call: C, options: Parameters<typeof intake.server.call<C>>[2] = {}) =>
    (await intake.server.call(intake.user, call, { project: intake.project, ...options })).data
  let keys = 0
  const key = () => `load-command-${++keys}`
  const put = async (name: string, files: Readonly<Record<string, Buffer>>): Promise<number> => {
    const { server, user, project } = intake
    const sourceId = await newSource(server, user, project, custodianId, name)
    const { blobs, records } = server.services
    for (const [path, bytes] of Object.entries(files)) {
      const kept = await blobs.put(bytes)
      await records.write('interactive', (trx) =>
        addSourceFile(trx, new Date(), {
          projectId: project,
          sourceId,
          path: path.split('/'),
          ...kept,
          modifiedAt: null,
        }),
      )
    }
    return sourceId
  }
  /** As somebody would who takes what is proposed. */
  const settingsFor = async (sourceId: number, more: (name: string) => LoadTarget | null = () => null) => {
    const found = await ask(contract.findLoadFiles, { params: { sourceId } })
    const rows = found.data.find(({ kind }) => kind === 'delimited' || kind === 'edrm')
    const images = found.data.find(({ kind }) => kind === 'opt' || kind === 'lfp')
    if (rows === undefined) throw new Error('No load file was found.')
    const { sourceFileId } = rows
    const kind = rows.kind === 'edrm' ? ('edrm' as const) : ('delimited' as const)
    const looked = await ask(contract.lookAtLoadFile, {
      params: { sourceId },
      body: { sourceFileId, kind, dialect: null },
    })
    const settings: LoadSettings = {
      rows: { sourceFileId, kind, dialect: looked.dialect },
      images:
        images === undefined
          ? null
          : { sourceFileId: images.sourceFileId, kind: images.kind === 'lfp' ? 'lfp' : 'opt' },
      columns: looked.columns.map(({ name, proposed }, column) => ({
        column,
        target: more(name) ?? proposed,
      })),
      mode: { is: 'new' },
      custodians: { is: 'column' },
      timeZone: 'America/Chicago',
    }
    return { settings, looked, found }
  }
  const load = async (sourceId: number, settings: LoadSettings) => {
    const { jobId } = await ask(contract.startLoad, { params: { sourceId }, key: key(), body: settings })
    await settledJob(intake.server.services, jobId)
    return await ask(contract.getLoad, { params: { jobId } })
  }
  const documentsOf = async (jobId: number) => {
    const { read } = intake.server.services.records
    return await read
      .selectFrom('document as d')
      .leftJoin('document_text as t', 't.document_id', 'd.document_id')
      .innerJoin('custodian as c', 'c.custodian_id', 'd.custodian_id')
      .selectAll('d')
      .select(['t.text', 'c.name as custodian'])
      .where('d.job_id', '=', jobId)
      .orderBy('d.control')
      .execute()
  }

  it('[rest-any-project-doc-bulk-metadata] a volume becomes documents with families, files, texts, images, values and numbers, and all of it is accounted for', async () => {
    const hot = await ask(createField, {
      body: { name: 'Hot', field_type_id: fieldTypes.boolean, choices: [] },
    })
    const sourceId = await put('Volume of Rivera', volume)
    const { settings, looked, found } = await settingsFor(sourceId, (name) =>
      name === 'ISSUES' ? { is: 'newField', name: 'Issues said', typeId: fieldTypes.multipleChoice } : null,
    )
    // A native that is a table of values is none.
    expect(found.data.map(({ path }) => path.at(-1))).toEqual(['VOL001.dat', 'VOL001.opt'])
    expect(
      looked.columns.map(({ proposed }) =>
        'role' in proposed ? proposed.role : 'property' in proposed ? proposed.property : proposed.is,
      ),
    ).toEqual([
      ...['begin', 'end', 'beginAttach', 'parent', 'custodian', 'From', 'To', 'Subject', 'Sent_Date'],
      ...['native', 'textPath', 'MD5', 'field', 'metadata', 'metadata'],
    ])
    expect(looked.columns[8]?.dates).toEqual(['MM/DD/YYYY'])
    // Dates are in doubt where one cannot be read: somebody says it.
    const dialect = settings.rows?.dialect ?? null
    const asked: LoadSettings = {
      ...settings,
      rows:
        settings.rows === null || dialect === null
          ? null
          : { ...settings.rows, dialect: { ...dialect, dates: ['MM/DD/YYYY'] } },
    }
    const checked = await ask(contract.checkLoad, { params: { sourceId }, body: asked })
    const done = await load(sourceId, asked)
    expect(done.state).toBe('Completed')
    const { counts } = done.report
    expect(counts).toEqual({
      ...{ rows: 8, loaded: 5, overlaid: 0, refused: 3, families: 4, pages: 5, texts: 1, natives: 2 },
      ...{ files: 11, used: 10, unused: 1 },
    })
    // Images are opened by the load alone.
    expect(checked.counts).toEqual({ ...counts, pages: 6 })
    expect(checked).toMatchObject({ newCustodians: ['Rivera', 'Okafor'], newFields: ['Issues said'] })
    expect(done.report).toMatchObject({ newCustodians: ['Rivera', 'Okafor'], newFields: ['Issues said'] })
    const toldOf = (faults: typeof checked.faults) =>
      faults.map(({ line, code, column }) => [line, code, column])
    expect(toldOf(done.report.faults).toSorted()).toEqual(
      [
        ...[
          [4, 'badDate', 'DATESENT'],
          [4, 'badValue', 'HOT'],
          [5, 'badFamily', 'PARENTID'],
          [5, 'noSuchFile', 'TEXTLINK'],
        ],
        ...[
          [5, 'badValue', 'MD5HASH'],
          [5, 'badImage', null],
          [6, 'twice', 'BEGDOC'],
          [7, 'noKey', 'BEGDOC'],
        ],
        ...[
          [6, 'unmatched', null],
          [8, 'row', null],
          [9, 'badPath', 'NATIVELINK'],
        ],
      ].toSorted(),
    )
    expect(checked.unused).toEqual([['VOL001', 'README.txt']])
    expect(done.report.unused).toEqual(checked.unused)
    // What nobody names waits again.
    expect((await ask(contract.findLoadFiles, { params: { sourceId } })).waiting).toBe(1)

    const documents = await documentsOf(done.jobId)
    const byId = new Map(documents.map((one) => [one.custom_id, one]))
    const [mail, table, scan, paper, bare] = ['NW0001', 'NW0003', 'NW0004', 'NW0006', 'NW0008'].map((id) =>
      byId.get(id),
    )
    if (
      mail === undefined ||
      table === undefined ||
      scan === undefined ||
      paper === undefined ||
      bare === undefined
    )
      throw new Error('A document is missing.')
    expect(table).toMatchObject({
      ...{
        family_id: mail.document_id,
        parent_id: mail.document_id,
        ordinal: 1,
        depth: 1,
        control: mail.control + 1,
      },
      ...{
        record_type: 'E-mail attachment',
        mime_type: 'text/csv',
        sha256: hashes(sheet).sha256,
        custodian: 'Rivera',
      },
    })
    expect(mail).toMatchObject({
      ...{
        record_type: 'E-mail',
        mime_type: 'application/pdf',
        text: 'The budget for Larkspur.\n',
        title: 'Budget',
      },
      ...{
        sent_at: '2001-05-21T20:48:00.000Z',
        parent_date: '2001-05-21T20:48:00.000Z',
        attachment_count: 1,
      },
      from_text: 'Ana Rivera <ana@northwind.example>',
    })
    expect(JSON.parse(mail.addresses ?? '').to).toEqual([
      { name: 'Lee; Kim', address: 'kim@northwind.example' },
      { name: '', address: 'ben@northwind.example' },
    ])
    expect(JSON.parse(mail.metadata)).toMatchObject({
      ...{
        Begin_Bates: ['NW0001'],
        End_Bates: ['NW0002'],
        Begin_Attach: ['NW0001'],
        AUTHOR: ['Ana'],
        Page_Count: ['2'],
      },
    })
    expect([scan.has_text, scan.no_text_reason, scan.custodian]).toEqual([
      0,
      'The load file gives no text.',
      'Okafor',
    ])
    // No message: its subject is its title, and stands among what is said of it.
    expect([scan.title, JSON.parse(scan.metadata).Subject]).toEqual(['Map', ['Map']])
    expect([paper.parent_id, paper.sha256, bare.size]).toEqual([null, hashes(letter).sha256, 0])
    const { read } = intake.server.services.records
    const numbers = await read
      .selectFrom('received_number')
      .selectAll()
      .where('job_id', '=', done.jobId)
      .orderBy('first_number')
      .execute()
    expect(
      numbers.map(({ prefix_key, digits, first_number, last_number }) => [
        prefix_key,
        digits,
        first_number,
        last_number,
      ]),
    ).toEqual([
      ...[
        ['nw', 4, 1, 2],
        ['nw', 4, 3, 3],
        ['nw', 4, 4, 5],
        ['nw', 4, 6, 6],
        ['nw', 4, 8, 9],
      ],
    ])
    // Somebody's native keeps its own pages; the images that came with it are kept beside it.
    const sets = await read
      .selectFrom('received_images')
      .selectAll()
      .where('job_id', '=', done.jobId)
      .execute()
    expect(sets.map(({ document_id, pages }) => [document_id, pages])).toEqual([[paper.document_id, 1]])
    const ofPaper = { documentId: paper.document_id }
    expect((await ask(filesByProject, { query: ofPaper })).images.data).toEqual([
      ...[originalImage, receivedImages],
    ])
    const came = await ask(getReceivedPages, { query: ofPaper })
    expect(came.pages).toMatchObject([{ width: 1_275, height: 1_650, fault: null }])
    const { server, user, project } = intake
    const image = await server.call(user, receivedPageBytes, {
      ...{ project, query: { projectId: project }, params: { ...ofPaper, page: 1 } },
    })
    expect([image.status, String(image.raw.headers['content-type'])]).toEqual([
      ...[200, expect.stringMatching(/^image/)],
    ])
    const none = await server.call(user, getReceivedPages, {
      ...{ project, query: { documentId: scan.document_id } },
    })
    expect(none.status).toBe(404)
    const values = await read
      .selectFrom('coding_value')
      .selectAll()
      .where('document_id', '=', mail.document_id)
      .orderBy('field_id')
      .execute()
    expect(values.map(({ value, version }) => [value, version])).toEqual([
      ['true', 1],
      ['["Price","Gas"]', 1],
    ])
    expect(values[0]?.field_id).toBe(hot.fieldId)
    const coded = await read
      .selectFrom('audit')
      .select('text')
      .where('action', '=', 'coding.saved')
      .where('job_id', '=', done.jobId)
      .execute()
    expect(coded.map(({ text }) => JSON.parse(text).how)).toEqual(['import', 'import', 'import'])

    const pages = await ask(getPages, { query: { documentId: scan.document_id } })
    expect(pages).toMatchObject({
      state: 'ready',
      pages: [
        { width: 1_275, height: 1_650 },
        { width: 1_275, height: 1_650 },
      ],
    })
    const shown = await ask(getMetadata, { query: { documentId: mail.document_id } })
    expect(shown.data.find(({ name }) => name === 'Begin_Bates')?.values).toEqual(['NW0001'])

    const csv = await intake.server.call(intake.user, contract.loadFaults, {
      ...{ project: intake.project, params: { jobId: done.jobId }, query: { projectId: intake.project } },
    })
    expect(csv.raw.body.trim().split('\r\n')).toHaveLength(1 + done.report.faultCount)
    expect((await ask(contract.listLoads)).data[0]).toMatchObject({
      jobId: done.jobId,
      counts,
      state: 'Completed',
    })
  }, 60_000)

  it('goes on where it was killed, at any of its transactions, with the same documents, faults and files', async () => {
    const fields = (name: string): LoadTarget | null => (name === 'ISSUES' ? { is: 'ignored' } : null)
    const wholeId = await put('Whole', volume)
    const first = await settingsFor(wholeId, fields)
    const dated = ({ rows, ...settings }: LoadSettings): LoadSettings => ({
      ...settings,
      rows:
        rows === null || rows.dialect === null
          ? null
          : { ...rows, dialect: { ...rows.dialect, dates: ['MM/DD/YYYY'] } },
    })
    const whole = await load(wholeId, dated(first.settings))
    const sourceId = await put('Killed', volume)
    const { settings } = await settingsFor(sourceId, fields)
    const { records, jobs } = intake.server.services
    const jobId = await records.write('interactive', async (trx) => {
      const id = await jobs.enqueue(trx, {
        ...{ projectId: intake.project, kind: 'load', title: 'Killed', input: null, bytesTotal: 0 },
        ...{ createdBy: intake.user.userId, sourceId },
      })
      await trx.updateTable('job').set({ state: 'Paused' }).where('job_id', '=', id).execute()
      await trx.updateTable('source_file').set({ job_id: id }).where('source_id', '=', sourceId).execute()
      const own = await trx
        .selectFrom('load_job')
        .selectAll()
        .where('job_id', '=', whole.jobId)
        .executeTakeFirstOrThrow()
      const { counts: _, ...row } = own
      await trx
        .insertInto('load_job')
        .values({
          ...row,
          job_id: id,
          source_id: sourceId,
          settings: JSON.stringify(dated(settings)),
          counts: JSON.stringify(noCounts),
          made: JSON.stringify(nothingMade),
          fault_count: 0,
        })
        .execute()
      return id
    })
    let transactions = 0
    for (let runs = 0; ; runs++) {
      if (runs > 50) throw new Error('It does not come to its end.')
      const { cursor } = await records.read
        .selectFrom('job')
        .select('cursor')
        .where('job_id', '=', jobId)
        .executeTakeFirstOrThrow()
      let left = 1 + (runs % 2)
      const killed = await loadKind(intake.server.services)
        .run({
          ...{
            jobId,
            projectId: intake.project,
            input: null,
            cursor: JSON.parse(cursor),
            retry: false,
            retryOnly: null,
          },
          signal: new AbortController().signal,
          beat: async () => {},
          // As a process that dies with its transaction open.
          hold: async () => {
            if (left-- === 0) throw new Error('killed')
            transactions++
          },
        })
        .then(() => false)
        .catch((error: Error) => {
          if (error.message !== 'killed') throw error
          return true
        })
      if (!killed) break
    }
    expect(transactions).toBeGreaterThan(5)
    const [one, other] = [await documentsOf(whole.jobId), await documentsOf(jobId)]
    const plain = (documents: typeof one) =>
      documents.map(({ control, ...each }) => [
        each.sha256,
        each.text,
        each.ordinal,
        each.custodian,
        each.attachment_count,
        control - (documents[0]?.control ?? 0),
      ])
    expect(plain(other)).toEqual(plain(one))
    const done = await ask(contract.getLoad, { params: { jobId } })
    expect(done.report).toMatchObject({
      counts: whole.report.counts,
      unused: whole.report.unused,
      faultCount: whole.report.faultCount,
    })
    await records.write('interactive', (trx) =>
      trx.updateTable('job').set({ state: 'Completed' }).where('job_id', '=', jobId).execute(),
    )
  }, 60_000)

  it('lays values and images over the documents that a key finds, keeps a mapping, and refuses what does not fit', async () => {
    const rows = [
      row('DOCID', 'Box said', 'BEGBATES'),
      row('NW0001', 'B-1', 'NW0001'),
      row('NW0003', '', 'NW0003'),
      row('NW0500', 'B-5', ''),
    ]
    const sourceId = await put('Overlay', {
      'over.dat': Buffer.from(rows.join('')),
      'over.opt': Buffer.from('NW0003,,one.tif,Y,,,1\r\n'),
      'one.tif': tiff(850, 1_100),
    })
    const { settings } = await settingsFor(sourceId)
    const asked: LoadSettings = {
      ...settings,
      ...{ mode: { is: 'overlay', column: 0, by: 'Custom_Id', blank: 'keep' }, custodians: { is: 'source' } },
      columns: [
        { column: 1, target: { is: 'newField', name: 'Box said', typeId: fieldTypes.shortText } },
        { column: 2, target: { is: 'role', role: 'begin' } },
      ],
    }
    const params = { sourceId }
    const refusedWith = async (more: Partial<LoadSettings>) => {
      const { server, user, project } = intake
      const reply = await server.call(user, contract.startLoad, {
        project,
        params,
        key: key(),
        body: { ...asked, ...more },
      })
      return [reply.status, reply.error.detail]
    }
    expect(await refusedWith({ mode: { is: 'new' }, columns: [] })).toEqual([409, 'begin'])
    expect(await refusedWith({ columns: [{ column: 9, target: { is: 'metadata' } }] })).toEqual([
      409,
      'columns',
    ])
    expect(
      await refusedWith({
        ...{ images: null, columns: [{ column: 0, target: { is: 'role', role: 'textPath' } }] },
      }),
    ).toEqual([409, 'mode'])
    expect(
      await refusedWith({
        columns: [{ column: 1, target: { is: 'field', fieldId: 999_999 } }, ...asked.columns.slice(1)],
      }),
    ).toEqual([404, ''])
    expect(await refusedWith({ timeZone: 'Nowhere' })).toEqual([400, 'timeZone'])
    const checked = await ask(contract.checkLoad, { params, body: asked })
    const done = await load(sourceId, asked)
    const counts = { rows: 3, loaded: 0, overlaid: 2, refused: 1, pages: 1, files: 3, used: 3, unused: 0 }
    expect(checked.counts).toMatchObject(counts)
    expect(done.report.counts).toMatchObject(counts)
    expect(done.report.faults).toMatchObject([
      { line: 4, column: 'DOCID', code: 'unmatched', refusesRow: true },
    ])
    const { read } = intake.server.services.records
    const document = await read
      .selectFrom('document')
      .select('document_id')
      .where('custom_id', '=', 'NW0001')
      .executeTakeFirstOrThrow()
    const field = await read
      .selectFrom('field')
      .select('field_id')
      .where('name', '=', 'Box said')
      .executeTakeFirstOrThrow()
    const value = await read
      .selectFrom('coding_value')
      .select('value')
      .where('field_id', '=', field.field_id)
      .where('document_id', '=', document.document_id)
      .execute()
    expect(value).toEqual([{ value: '"B-1"' }])
    expect(
      await read.selectFrom('received_images').select('pages').where('job_id', '=', done.jobId).execute(),
    ).toEqual([{ pages: 1 }])

    const template = {
      name: 'Northwind',
      columns: [{ name: 'DOCID', target: { is: 'role', role: 'begin' } }],
    } as const
    const saved = await ask(contract.saveLoadTemplate, { key: key(), body: template })
    expect(
      await ask(contract.saveLoadTemplate, { key: key(), body: { ...template, name: 'NORTHWIND' } }),
    ).toMatchObject({ templateId: saved.templateId })
    expect((await ask(contract.listLoadTemplates)).data).toEqual([{ ...saved, name: 'NORTHWIND' }])
    await ask(contract.deleteLoadTemplate, { params: { templateId: saved.templateId } })
    expect((await ask(contract.listLoadTemplates)).data).toEqual([])
  }, 60_000)

  it('lays texts over documents: searched at once, the old ones kept, redactions on pages that are laid out of them to be checked', async () => {
    const { server, user, project } = intake
    const { read } = server.services.records
    const memoId = await put('Memo', {
      'memo.dat': Buffer.from(row('DOCID', 'TEXTPATH') + row('M0001', 'memo.txt') + row('M0002', '')),
      'memo.txt': Buffer.from('Kumquat stands here.'),
    })
    const first = await settingsFor(memoId)
    const { jobId } = await load(memoId, {
      ...{ ...first.settings, custodians: { is: 'source' } },
      columns: [
        { column: 0, target: { is: 'role', role: 'begin' } },
        { column: 1, target: { is: 'role', role: 'textPath' } },
      ],
    })
    const [memo = 0, other = 0] = (await documentsOf(jobId)).map(({ document_id }) => document_id)
    const at = { query: { documentId: memo } }
    await ask(getPages, at)
    const boxes = (await ask(getPageTexts, at)).data[0]?.boxes.slice(0, 4) ?? []
    const box = { page: 1, kind: 'words' as const, boxes, label: '', reason: '' }
    const markup = { add: [{ key: 'key-of-the-memo', ...box }], change: [], remove: [], restore: [] }
    await ask(saveMarkup, { key: key(), body: { documentId: memo, gesture: 'gesture-memo', markup } })
    const due = async () => (await ask(redactionsToCheck)).data.map(({ documentId }) => documentId)
    expect(await due()).toEqual([])

    const over = await put('Texts over', {
      'over.dat': Buffer.from(
        [row('DOCID', 'TEXTPATH'), row('M0001', 'T\\new.txt'), row('M0002', 'T\\empty.txt')].join('') +
          row('M0404', 'T\\new.txt'),
      ),
      ...{ 'T/new.txt': Buffer.from('Before it, persimmon.'), 'T/empty.txt': Buffer.from(' ') },
    })
    const { settings } = await settingsFor(over)
    const asked: LoadSettings = {
      ...settings,
      ...{
        mode: { is: 'overlay', column: 0, by: 'Custom_Id', blank: 'clear' },
        custodians: { is: 'source' },
      },
      columns: [{ column: 1, target: { is: 'role', role: 'textPath' } }],
    }
    const checked = await ask(contract.checkLoad, { params: { sourceId: over }, body: asked })
    expect(checked.counts).toMatchObject({ rows: 3, overlaid: 2, refused: 1, texts: 2, used: 3, unused: 0 })
    const done = await load(over, asked)
    // An empty file takes no text away, and says so.
    expect(done.report.counts).toEqual({ ...checked.counts, texts: 1 })
    expect(done.report.faults.map(({ line, column, code }) => [line, column, code]).toSorted()).toEqual([
      [3, 'TEXTPATH', 'badText'],
      [4, 'DOCID', 'unmatched'],
    ])
    await server.services.search.settled(project)
    const finds = async (queryString: string, objectId: number | null = null) =>
      (
        await ask(searchDocuments, {
          body: {
            query: { queryString, includeFamily: false, objectId, type: objectId === null ? null : 'load' },
            ...{ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', pageSize: 25, page: 1 },
          },
        })
      ).data.map(({ documentId }) => documentId)
    expect([await finds('persimmon'), await finds('kumquat')]).toEqual([[memo], []])
    // The documents of a load are a list: those that it made, and those that it was laid over.
    expect(await finds('', jobId)).toEqual([memo, other])
    expect(await finds('', done.jobId)).toEqual([memo, other])
    expect(await finds('persimmon', done.jobId)).toEqual([memo])
    const old = await read
      .selectFrom('replaced_file')
      .selectAll()
      .where('document_id', 'in', [memo, other])
      .execute()
    expect(old.map(({ document_id, sha256 }) => [document_id, sha256])).toEqual([
      [memo, hashes(Buffer.from('Kumquat stands here.')).sha256],
    ])
    const trail = await read
      .selectFrom('audit')
      .select('text')
      .where('document_id', '=', memo)
      .where('action', '=', 'document.fileReplaced')
      .execute()
    expect(trail.map(({ text }) => JSON.parse(text))).toMatchObject([
      { how: 'import', user: { userId: user.userId }, facts: { before: old[0]?.sha256 } },
    ])
    // The box stands where other words are now.
    expect(await due()).toEqual([memo])
  }, 60_000)

  it('stops laying over where whoever started it may not do it any more', async () => {
    const { server, project } = intake
    const company = intake.user.companyId
    const leaver = await server.user({ role: 'ProjectManager', companyId: company })
    await server.member(project, leaver.userId, 'ProjectManager')
    const sourceId = await put('Left', {
      'over.dat': Buffer.from(row('DOCID', 'TEXT') + row('M0002', 'Written by a leaver')),
    })
    const { settings } = await settingsFor(sourceId)
    const body: LoadSettings = {
      ...settings,
      ...{ mode: { is: 'overlay', column: 0, by: 'Custom_Id', blank: 'keep' }, custodians: { is: 'source' } },
      columns: [{ column: 1, target: { is: 'role', role: 'text' } }],
    }
    const { records } = server.services
    const { jobId } = (
      await server.call(leaver, contract.startLoad, { project, params: { sourceId }, key: key(), body })
    ).data
    await records.write('interactive', (trx) =>
      trx.updateTable('app_user').set({ active: 0 }).where('user_id', '=', leaver.userId).execute(),
    )
    const { state } = await settledJob(server.services, jobId)
    const { rows } = await records.read
      .selectFrom('document_text')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .where('text', 'like', '%leaver%')
      .executeTakeFirstOrThrow()
    expect([state, Number(rows)]).toEqual(['Failed', 0])
  }, 60_000)

  it('reads XML of the EDRM with its attachments, and images alone by an LFP', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?><Root><Batch><Documents>
<Document DocID="X1" DocType="Message"><Tags><Tag TagName="#Subject" TagDataType="Text" TagValue="Merger"/><Tag TagName="#From" TagDataType="Text" TagValue="ana@northwind.example"/></Tags>
<Files><File FileType="Image"><ExternalFile FilePath="IMG" FileName="X1.tif"/></File></Files><Locations><Location><Custodian>Rivera</Custodian></Location></Locations></Document>
<Document DocID="X2" DocType="File"><Files><File FileType="Native"><ExternalFile FilePath="NAT" FileName="X2.csv"/></File></Files></Document>
</Documents><Relationships><Relationship Type="Attachment" ParentDocId="X1" ChildDocId="X2"/></Relationships></Batch></Root>`
    const sourceId = await put('XML', {
      'v/data.xml': Buffer.from(xml),
      'v/IMG/X1.tif': tiff(850, 1_100, 3),
      'v/NAT/X2.csv': sheet,
    })
    const { settings, looked } = await settingsFor(sourceId)
    expect(looked.columns.map(({ name }) => name)).toEqual([
      'DocID',
      'DocType',
      'Native',
      'Text',
      'Custodian',
      'ParentDocID',
      '#Subject',
      '#From',
    ])
    const done = await load(sourceId, settings)
    expect(done.report).toMatchObject({
      counts: { rows: 2, loaded: 2, families: 1, pages: 3, used: 3 },
      faults: [],
    })
    const [mail, table] = await documentsOf(done.jobId)
    expect([mail?.title, mail?.from_text, mail?.custodian, table?.parent_id]).toEqual([
      'Merger',
      'ana@northwind.example',
      'Rivera',
      mail?.document_id,
    ])

    const lfp =
      'IM,L1,D,1,@V;;two.tif;2\r\nIM,L2,,2,@V;;two.tif;2,1\r\nIM,L3,C,0,@V;;p.pdf;6\r\nAN,L1,box\r\n'
    const listed = await put('LFP', {
      'a.lfp': Buffer.from(lfp),
      'two.tif': tiff(850, 1_100, 2),
      'p.pdf': letter,
    })
    const found = await ask(contract.findLoadFiles, { params: { sourceId: listed } })
    const images = { sourceFileId: found.data[0]?.sourceFileId ?? 0, kind: 'lfp' } as const
    const alone = await load(listed, {
      ...settings,
      rows: null,
      images,
      columns: [],
      custodians: { is: 'source' },
    })
    expect(alone.report).toMatchObject({
      counts: { rows: 2, loaded: 2, families: 1, pages: 3, used: 3 },
      faults: [],
    })
    expect(alone.report.warnings[0]).toContain('not burned')
    const [scan, attached] = await documentsOf(alone.jobId)
    expect([scan?.custom_id, attached?.sha256, attached?.parent_id]).toEqual([
      'L1',
      hashes(letter).sha256,
      scan?.document_id,
    ])
    const pages = await ask(getPages, { query: { documentId: scan?.document_id ?? 0 } })
    expect(pages.pages).toMatchObject([
      { width: 1_275, height: 1_650 },
      { width: 1_650, height: 1_275 },
    ])
  }, 60_000)

  it.skipIf(!existsSync(samples))(
    'reads the sample load files of another product, and names each of their oddities',
    async () => {
      const under = (folder: string): Record<string, Buffer> =>
        Object.fromEntries(
          readdirSync(join(samples, folder), { recursive: true, withFileTypes: true })
            .filter((file) => file.isFile())
            .map((file) => [
              join(file.parentPath, file.name).slice(samples.length + 1),
              readFileSync(join(file.parentPath, file.name)),
            ]),
        )
      const files = under('VOL01')
      const of = (...names: string[]) => ({
        ...files,
        ...Object.fromEntries(names.map((name) => [name, readFileSync(join(samples, name))])),
      })
      const text = (name: string): LoadTarget | null =>
        name === 'FILE_PATH' ? { is: 'role', role: 'native' } : null
      const results: unknown[] = []
      for (const names of [['load_file_01.dat', 'Opticon_01.opt'], ['load_file_05.dat']]) {
        const sourceId = await put(`Samples ${names[0]}`, of(...names))
        const { settings, looked } = await settingsFor(sourceId, text)
        expect(looked.certain?.heading).toBe('certain')
        const dialect = settings.rows?.dialect ?? null
        const rows =
          settings.rows === null || dialect === null
            ? null
            : { ...settings.rows, dialect: { ...dialect, dates: ['MM/DD/YYYY' as const] } }
        const { report } = await load(sourceId, { ...settings, rows })
        const { rows: all, loaded, refused, natives, texts } = report.counts
        expect(report.counts.used + report.counts.unused).toBe(report.counts.files)
        results.push([
          all,
          loaded,
          refused,
          natives,
          texts,
          [...new Set(report.faults.map(({ code }) => code))].toSorted(),
        ])
      }
      expect(results).toEqual([
        [4, 4, 0, 4, 4, ['badValue', 'unmatched']],
        [4, 4, 0, 4, 4, ['badDate', 'badValue']],
      ])
    },
    60_000,
  )
})
