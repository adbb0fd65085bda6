/**
 * What leaves as a production comes in again as a load: the same documents, families, numbers, pages, natives, texts and
 * fields, and what is produced from these says the same once more.
 */
import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createField, setCustomField } from '#contracts/fields.ts'
import type { LoadSettings, LoadTarget } from '#contracts/loads.ts'
import * as loads from '#contracts/loads.ts'
import { getPages, getPageTexts } from '#contracts/pages.ts'
import { acceptWarning, validateProduction } from '#contracts/production-checks.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { downloadVolume } from '#contracts/production-volumes.ts'
import * as productions from '#contracts/productions.ts'
import { createCustodian, fieldTypes } from '#contracts/project.ts'
import { saveMarkup } from '#contracts/redactions.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { addSourceFile } from '#server/intake/sources/source-files.ts'
import { presets as dialects } from '#server/platform/load-files/dialect.ts'
import { readDelimited } from '#server/platform/load-files/read-delimited.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { collected } from '#tests/support/collected.ts'
import { withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { newSource } from './uploads.ts'

withoutAnalysis()

const table = Buffer.from('name,amount\nLee,12\nKim,7\n')
const longName = `${'Übersicht der Preise für Larkspur '.repeat(6)}価格.csv`
/** A page of shades, which leaves as a JPEG. */
const shaded = `/Resources << /Font << /F 3 0 R >> /Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB
  /Coords [0 0 612 792] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> >> >>`
const files: Readonly<Record<string, Buffer>> = {
  'mail.eml': message({
    ...{
      id: 'budget',
      subject: 'Budget for the "well"; 予算 and Größe',
      text: 'See the table.\nIt is final.\n',
    },
    ...{ to: '"Lee, Kim" <kim@test.example>, Bob <bob@test.example>', cc: 'Cara <cara@test.example>' },
    attachments: [
      { name: 'amounts.csv', type: 'text/csv', bytes: table },
      {
        ...{ name: 'inner.eml', type: 'message/rfc822' },
        bytes: message({
          ...{ id: 'inner', subject: 'Forwarded', text: 'Below.\n' },
          attachments: [
            { name: 'deep.txt', type: 'text/plain', bytes: Buffer.from('Deep inside: Ärger.\n') },
          ],
        }),
      },
    ],
  }),
  'contract.pdf': pdf({
    pages: [
      { content: show('The price of Larkspur stays', 72, 700) },
      { content: `/S sh\n${show('Appendix')}`, entries: shaded },
    ],
  }),
  'counsel.eml': message({ id: 'counsel', subject: 'Zebrafish advice', text: 'Counsel says zanzibar.\n' }),
  [longName]: Buffer.from('month,price\n1,2\n'),
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
type Volume = ReadonlyMap<string, Buffer>

/** The rows of a load file by the names of its columns. */
async function rowsOf(volume: Volume): Promise<Record<string, string>[]> {
  const dat = volume.get('VOL001/DATA/VOL001.dat') ?? Buffer.alloc(0)
  const items = await collected(readDelimited(piecesOf(dat), dialects.concordance))
  const heading = items.flatMap((item) => (item.kind === 'heading' ? item.values : []))
  return items.flatMap((item) =>
    item.kind === 'row' ? [Object.fromEntries(heading.map((name, at) => [name, item.values[at] ?? '']))] : [],
  )
}
const fileOf = (volume: Volume, path: string | undefined): Buffer | undefined =>
  volume.get(`VOL001/${(path ?? '').replaceAll('\\', '/')}`)

describe('a produced volume that is loaded', () => {
  let intake: Intake
  let volume: Volume
  let rows: Record<string, string>[]
  let settings: ProductionSettings
  let keys = 0
  const key = () => `round-trip-command-${++keys}`

  const produce = async (project: number, asked: ProductionSettings): Promise<Volume> => {
    const { server, user } = intake
    const made = await server.call(user, productions.insertProduction, {
      ...{ project, key: key(), body: { name: 'Volume', settings: asked } },
    })
    const { productionId, version } = made.data
    const body = { productionId, version }
    const checked = await server.call(user, validateProduction, { project, body })
    for (const { check, blocks, message: said } of checked.data.found) {
      expect([blocks, said]).toEqual([false, said])
      const accepting = { productionId, check, reason: 'It is meant so.' }
      await server.call(user, acceptWarning, { project, key: key(), body: accepting })
    }
    const running = await server.call(user, productions.runProduction, { project, key: key(), body })
    await settledJob(server.services, running.data.job?.jobId ?? 0)
    const { data: all } = await server.call(user, productions.listProductions, { project })
    const production = all.data.find((one) => one.productionId === productionId)
    expect([production?.state, production?.job?.message]).toEqual(['Produced', null])
    const { raw } = await server.call(user, downloadVolume, {
      ...{ project, query: { projectId: project, productionId, volume: 1 } },
    })
    return new Map(
      Object.entries(unzipSync(raw.rawPayload)).flatMap(([path, bytes]) =>
        path.endsWith('/') ? [] : [[path, Buffer.from(bytes)] as const],
      ),
    )
  }

  const cover = async (documentId: number, word: string): Promise<void> => {
    const { server, user, project } = intake
    const at = { project, query: { documentId } }
    await server.call(user, getPages, at)
    const { data } = await server.call(user, getPageTexts, at)
    const [first] = data.data
    const nth = first?.text.split(/\s+/).indexOf(word) ?? -1
    const boxes = first?.boxes.slice(4 * nth, 4 * nth + 4) ?? []
    const gesture = key()
    const add = [{ key: `key-${gesture}`, page: 1, kind: 'words' as const, boxes, label: '', reason: '' }]
    const markup = { add, change: [], remove: [], restore: [] }
    const saved = await server.call(user, saveMarkup, {
      ...{ project, key: gesture, body: { documentId, gesture, markup } },
    })
    expect(saved.status).toBe(200)
  }

  beforeAll(async () => {
    intake = await startIntake('sqlite')
    await intake.server.user({ role: 'SystemAdmin' })
    const { server, user, project } = intake
    const idOf = new Map<string, number>()
    for (const [name, bytes] of Object.entries(files)) {
      const path = intake.write(name, bytes)
      const { jobId } = await importPath(server.services, {
        path,
        projectId: project,
        custodian: 'Reyes, Ana',
      })
      await settledJob(server.services, jobId)
      const { id } = await server.services.records.read
        .selectFrom('document')
        .select((eb) => eb.fn.max('document_id').as('id'))
        .where('parent_id', 'is', null)
        .executeTakeFirstOrThrow()
      idOf.set(name, Number(id))
    }
    const fields: string[] = []
    for (const [name, field_type_id, choices, value] of [
      ['Themen', fieldTypes.multipleChoice, ['Preis & Gas', 'Größe', '未定'], ['Preis & Gas', '未定']],
      ['Stand', fieldTypes.singleChoice, ['Offen', 'Fertig'], 'Fertig'],
      ['Frist', fieldTypes.date, [], '2024-03-04T16:30:00'],
      ['Anzahl', fieldTypes.integer, [], 1234],
      ['Notiz', fieldTypes.longText, [], 'Erste Zeile\nzweite þ "Zeile"'],
      ['Wichtig', fieldTypes.boolean, [], true],
    ] as const) {
      const body = { name, field_type_id, choices: [...choices] }
      const { data: field } = await server.call(user, createField, { project, body })
      fields.push(field.queryName)
      const coded = await server.call(user, setCustomField, {
        ...{ project, key: key(), ifMatch: `"${field.fieldId}.0"` },
        body: {
          ...{
            documentId: idOf.get('contract.pdf') ?? 0,
            fieldId: field.fieldId,
            correlationId: 'gesture-0001',
          },
          value: typeof value === 'object' ? [...value] : value,
          undo: { kind: 'do', group: 'group-0001', targets: [] },
        },
      })
      expect([name, coded.raw.statusCode === 200 ? '' : coded.raw.body]).toEqual([name, ''])
    }
    await cover(idOf.get('contract.pdf') ?? 0, 'Larkspur')
    const { data } = await server.call(user, productions.initStuff, { project })
    const [first] = data.templates
    if (first === undefined) throw new Error('There are no templates.')
    settings = {
      ...first.settings,
      numbering: { prefix: 'NW-', digits: 6, level: 'page', start: null },
      withheld: [{ query: 'zanzibar', slipSheet: { text: 'DOCUMENT WITHHELD' } }],
      loadFile: {
        ...first.settings.loadFile,
        formats: ['dat', 'opt', 'csv', 'lfp', 'xml'],
        columns: [
          ...first.settings.loadFile.columns,
          ...fields.map((source) => ({ source, name: source.toUpperCase(), ofRedacted: 'keep' as const })),
        ],
      },
    }
    volume = await produce(project, settings)
    rows = await rowsOf(volume)
  }, 120_000)
  afterAll(() => intake.close())

  const held = new Map<string, ReturnType<typeof load>>()
  /** Each once. */
  const loaded = (rowsFile: string, imagesFile: string | null) => {
    const own = held.get(rowsFile) ?? load(rowsFile, imagesFile)
    held.set(rowsFile, own)
    return own
  }
  /** Loads it into a project of its own, with what is proposed and new fields for what was coded. */
  const load = async (rowsFile: string, imagesFile: string | null) => {
    const { server, user } = intake
    const project = await server.project(user.companyId ?? 0, { name: rowsFile })
    await server.member(project, user.userId, 'ProjectManager')
    const { custodianId } = (
      await server.call(user, createCustodian, { project, body: { name: 'Received' } })
    ).data
    const sourceId = await newSource(server, user, project, custodianId)
    const { blobs, records } = server.services
    for (const [path, bytes] of volume) {
      const kept = await blobs.put(bytes)
      await records.write('interactive', (trx) =>
        addSourceFile(trx, new Date(), {
          ...{ projectId: project, sourceId, path: path.split('/'), ...kept, modifiedAt: null },
        }),
      )
    }
    const params = { sourceId }
    const found = (await server.call(user, loads.findLoadFiles, { project, params })).data.data
    const named = (name: string) => found.find(({ path }) => path.at(-1) === name)
    const own = named(rowsFile)
    const list = imagesFile === null ? undefined : named(imagesFile)
    if (own === undefined) throw new Error(`${rowsFile} is not found.`)
    const kind = own.kind === 'edrm' ? 'edrm' : 'delimited'
    const { sourceFileId } = own
    const looked = (
      await server.call(user, loads.lookAtLoadFile, {
        project,
        params,
        body: { sourceFileId, kind, dialect: null },
      })
    ).data
    const types: Readonly<Record<string, (typeof loads.newFieldTypes)[number]>> = {
      THEMEN: fieldTypes.multipleChoice,
      STAND: fieldTypes.singleChoice,
      FRIST: fieldTypes.date,
      ANZAHL: fieldTypes.integer,
      NOTIZ: fieldTypes.longText,
      WICHTIG: fieldTypes.boolean,
    }
    const asked: LoadSettings = {
      // Whether the day or the month stands first, somebody says.
      rows: {
        ...{ sourceFileId, kind },
        dialect: looked.dialect === null ? null : { ...looked.dialect, dates: ['MM/DD/YYYY'] },
      },
      images:
        list === undefined
          ? null
          : { sourceFileId: list.sourceFileId, kind: list.kind === 'lfp' ? 'lfp' : 'opt' },
      columns: looked.columns.map(({ name, proposed }, column) => {
        const typeId = types[name]
        const target: LoadTarget = typeId === undefined ? proposed : { is: 'newField', name, typeId }
        return { column, target }
      }),
      ...{ mode: { is: 'new' }, custodians: { is: 'column' }, timeZone: 'America/New_York' },
    }
    const started = await server.call(user, loads.startLoad, { project, params, key: key(), body: asked })
    const { jobId } = started.data
    await settledJob(server.services, jobId)
    const { data: done } = await server.call(user, loads.getLoad, { project, params: { jobId } })
    return { project, jobId, done }
  }

  /** What a row is as a document, as far as the record says it. */
  const documentsOf = async (jobId: number) => {
    const { read } = intake.server.services.records
    const documents = await read
      .selectFrom('document as d')
      .leftJoin('document_text as t', 't.document_id', 'd.document_id')
      .leftJoin('document as p', 'p.document_id', 'd.parent_id')
      .innerJoin('custodian as c', 'c.custodian_id', 'd.custodian_id')
      .leftJoin('received_number as n', 'n.document_id', 'd.document_id')
      .selectAll('d')
      .select(['t.text', 'c.name as custodian', 'p.custom_id as parent', 'n.first_number', 'n.last_number'])
      .where('d.job_id', '=', jobId)
      .orderBy('d.control')
      .execute()
    const values = await read
      .selectFrom('coding_value as v')
      .innerJoin('field as f', 'f.field_id', 'v.field_id')
      .select(['v.document_id', 'f.name', 'v.value'])
      .where(
        'v.document_id',
        'in',
        documents.map((one) => one.document_id),
      )
      .execute()
    return documents.map((one) => ({
      ...one,
      said: JSON.parse(one.metadata) as Record<string, string[]>,
      to: (JSON.parse(one.addresses ?? '{}').to ?? []) as unknown[],
      coded: Object.fromEntries(
        values
          .filter((value) => value.document_id === one.document_id)
          .map(({ name, value }) => [name.toUpperCase(), JSON.parse(value)]),
      ),
    }))
  }
  const listed = (text: string | undefined) => (text === undefined || text === '' ? [] : text.split(';'))

  it.each([
    ['VOL001.dat', 'VOL001.opt'],
    ['VOL001.csv', 'VOL001.lfp'],
    ['VOL001.xml', null],
  ] as const)(
    '%s with %s brings all of it, and nothing is unexplained',
    async (rowsFile, imagesFile) => {
      const { jobId, done } = await loaded(rowsFile, imagesFile)
      expect([done.state, done.report.faults, done.report.warnings]).toEqual(['Completed', [], []])
      const pages = rows.reduce((sum, { PGCOUNT }) => sum + Number(PGCOUNT), 0)
      const unused = ['COVER.txt', 'DATA/VOL001.csv', 'DATA/VOL001.dat', 'DATA/VOL001.lfp', 'DATA/VOL001.opt']
        .concat(['DATA/VOL001.xml', 'MANIFEST.csv'])
        .filter((path) => !path.endsWith(rowsFile) && (imagesFile === null || !path.endsWith(imagesFile)))
      expect(done.report.counts).toEqual({
        ...{ rows: rows.length, loaded: rows.length, overlaid: 0, refused: 0, families: 4, pages },
        ...{
          texts: 6,
          natives: 2,
          files: volume.size,
          used: volume.size - unused.length,
          unused: unused.length,
        },
      })
      expect(done.report.unused.map((path) => path.slice(1).join('/')).toSorted()).toEqual(unused)
      const documents = await documentsOf(jobId)
      expect(documents.map((one) => one.custom_id)).toEqual(rows.map(({ BEGDOC }) => BEGDOC))
      for (const [at, row] of rows.entries()) {
        const one = documents[at]
        if (one === undefined) throw new Error('A document is missing.')
        const text = fileOf(volume, row.TEXTLINK)?.toString('utf8')
        const native = fileOf(volume, row.NATIVELINK)
        const sent = row.DATESENT === '' ? null : '2024-03-05T15:00:00.000Z'
        const itself = {
          ...{
            parent: one.parent ?? '',
            text: one.text || undefined,
            from: one.from_text,
            sent: one.sent_at,
          },
          custodian: one.custodian,
          children: one.said.Child_Bates ?? [],
          range: [one.said.Begin_Bates, one.said.End_Bates, one.said.Begin_Attach, one.said.End_Attach],
          numbers: [one.first_number, one.last_number].map(Number),
          isMail: one.record_type.startsWith('E-mail') && one.from_text !== '',
          to: one.to.length,
          title: one.title,
          ...(native === undefined
            ? { pages: one.said.Page_Count?.[0], original: one.said.Original_MD5?.[0] ?? '' }
            : { md5: one.md5 }),
        }
        const numberOf = (written: string | undefined) => Number((written ?? '').slice('NW-'.length))
        expect(itself).toEqual({
          ...{ parent: row.PARENTID, text: text?.replaceAll('\r\n', '\n'), from: row.FROM, sent },
          custodian: row.CUSTODIAN === '' ? 'Received' : row.CUSTODIAN,
          children: listed(row.ATTACHIDS),
          range: [row.BEGDOC, row.ENDDOC, row.BEGATTACH, row.ENDATTACH].map((number) => [number]),
          numbers: [numberOf(row.BEGDOC), numberOf(row.ENDDOC)],
          isMail: row.FROM !== '',
          to: listed(row.TO).length,
          title: row.SUBJECT || row.FILENAME || `${row.BEGDOC}.pdf`,
          ...(native === undefined ? { pages: row.PGCOUNT, original: row.MD5HASH } : { md5: md5(native) }),
        })
        expect(one.coded).toEqual(
          row.REDACTED === 'Yes'
            ? {
                ...{ THEMEN: ['Preis & Gas', '未定'], STAND: 'Fertig', FRIST: '2024-03-04T00:00:00' },
                ...{ ANZAHL: 1234, NOTIZ: 'Erste Zeile\nzweite þ "Zeile"', WICHTIG: true },
              }
            : {},
        )
      }
    },
    60_000,
  )

  it('says the same when what was loaded is produced under the same numbers', async () => {
    const { project, jobId } = await loaded('VOL001.dat', 'VOL001.opt')
    const documents = await documentsOf(jobId)
    for (const { document_id, said } of documents.filter((one) => one.said.Page_Count !== undefined)) {
      const { data } = await intake.server.call(intake.user, getPages, {
        project,
        query: { documentId: document_id },
      })
      expect([data.state, data.state === 'ready' ? data.pages.length : 0]).toEqual([
        'ready',
        Number(said.Page_Count),
      ])
    }
    const again = await produce(project, { ...settings, withheld: [] })
    const rowsAgain = await rowsOf(again)
    const kept = ({
      MD5HASH,
      REDACTED,
      FILENAME,
      FILEEXT,
      TEXTLINK,
      CUSTODIAN,
      ...row
    }: Record<string, string>) => row
    expect(rowsAgain.map(kept)).toEqual(rows.map(kept))
    const textsOf = (of: Volume, list: typeof rows) =>
      list.map(({ TEXTLINK }) => fileOf(of, TEXTLINK)?.toString('utf8') ?? '')
    expect(textsOf(again, rowsAgain)).toEqual(textsOf(volume, rows))
    for (const { NATIVELINK } of rows)
      if (NATIVELINK !== '')
        expect(fileOf(again, NATIVELINK)?.equals(fileOf(volume, NATIVELINK) ?? Buffer.alloc(0))).toBe(true)
  }, 120_000)
})
