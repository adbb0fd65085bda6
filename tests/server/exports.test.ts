/**
 * An export from what is asked to the zip: by control number, without numbers and without what is covered, read by a zip reader
 * that is not ours, held against the record, seen by nobody who does not see all of it, and gone after its days.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { downloadByLink, downloadUrl } from '#contracts/downloads.ts'
import { getExcludedFields, putExcludedFields } from '#contracts/excluded-fields.ts'
import * as contract from '#contracts/exports.ts'
import { retryJob } from '#contracts/jobs.ts'
import { deleteMember } from '#contracts/members.ts'
import { getPages, getPageTexts } from '#contracts/pages.ts'
import { listProductions } from '#contracts/productions.ts'
import { saveMarkup } from '#contracts/redactions.ts'
import { getWalls, putWalls } from '#contracts/walls.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { presets as dialects } from '#server/platform/load-files/dialect.ts'
import { readOpt } from '#server/platform/load-files/opt.ts'
import { readDelimited } from '#server/platform/load-files/read-delimited.ts'
import { expireDue } from '#server/production/exports/ends.ts'
import { openVolumes } from '#server/production/volumes/open.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { collected } from '#tests/support/collected.ts'
import { readDat } from '#tests/support/load-file-readers.ts'
import { costlyDialects, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'

withoutAnalysis()

const attached = Buffer.from('name,amount\nLee,12\nKim,7\n')
const files = {
  'mail.eml': message({
    ...{ id: 'budget', subject: 'Budget for the well', text: 'See the table.\n' },
    attachments: [{ name: 'amounts.csv', type: 'text/csv', bytes: attached }],
  }),
  'contract.pdf': pdf({
    pages: [{ content: show('The price of Larkspur stays', 72, 700) }, { content: show('Appendix') }],
  }),
  'terms.eml': message({
    ...{ id: 'terms', subject: 'Terms', text: 'As agreed.\n' },
    attachments: [{ name: 'terms.txt', type: 'text/plain', bytes: Buffer.from('The Kestrel terms\n') }],
  }),
  'note.eml': message({ id: 'note', subject: 'A note', text: 'Nothing to see.\n' }),
}
/** Messages are called by their subjects once they are in. */
const nameBy = (sha256: string): string | undefined =>
  Object.entries(files).find(([, bytes]) => createHash('sha256').update(bytes).digest('hex') === sha256)?.[0]
const hasPython = spawnSync('python3', ['--version']).error === undefined
const pythonReads = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    z.extractall(sys.argv[2])
    sys.stdout.buffer.write("\\n".join(i.filename for i in z.infolist()).encode())
`
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

describe.each(costlyDialects)('an export on %s', (dialect) => {
  let intake: Intake
  const documents = new Map<
    string,
    { readonly id: number; readonly number: string; readonly sha256: string }
  >()
  const document = (name: string) => documents.get(name) ?? { id: 0, number: '', sha256: '' }
  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { server, project } = intake
    await server.user({ role: 'SystemAdmin' })
    for (const [name, bytes] of Object.entries(files)) {
      const path = intake.write(name, bytes)
      const custodian = name === 'mail.eml' ? 'Reyes' : 'Okafor'
      const { jobId } = await importPath(server.services, { path, projectId: project, custodian })
      await settledJob(server.services, jobId)
    }
    const { prefix } = await server.services.records.read
      .selectFrom('project')
      .select('prefix')
      .where('project_id', '=', project)
      .executeTakeFirstOrThrow()
    const rows = await server.services.records.read
      .selectFrom('document')
      .select(['document_id', 'file_name', 'control', 'sha256'])
      .where('project_id', '=', project)
      .execute()
    for (const { document_id: id, file_name, control, sha256 } of rows)
      documents.set(nameBy(sha256) ?? file_name, {
        ...{ id, sha256, number: prefix + String(control).padStart(8, '0') },
      })
    await cover('contract.pdf', 'Larkspur')
    await cover('terms.txt', 'Kestrel')
  }, 60_000)
  afterAll(() => intake.close())

  let sent = 0
  const key = () => `exports-command-${sent++}`
  const cover = async (name: string, word: string): Promise<void> => {
    const { server, user, project } = intake
    const documentId = document(name).id
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
  const begun = async (more: Partial<contract.ExportSettings> = {}): Promise<contract.ExportSettings> => {
    const { data } = await intake.server.call(intake.user, contract.beginExport, { project: intake.project })
    return { ...data.settings, ...more }
  }
  const start = async (name: string, settings: contract.ExportSettings, as = intake.user) =>
    await intake.server.call(as, contract.startExport, {
      ...{ project: intake.project, key: key(), body: { name, settings } },
    })
  /** Answers it as it is when its job has ended. */
  const settled = async (exportId: number, as = intake.user) => {
    const { server, project } = intake
    const asked = () => server.call(as, contract.getExport, { project, query: { exportId } })
    await settledJob(server.services, (await asked()).data.exported.job.jobId)
    return (await asked()).data.exported
  }
  const made = async (name: string, settings: contract.ExportSettings, as = intake.user) =>
    await settled((await start(name, settings, as)).data.exportId, as)
  const fetched = (exportId: number, as: TestUser = intake.user, headers: Record<string, string> = {}) =>
    intake.server.call(as, contract.downloadExport, {
      ...{ project: intake.project, headers },
      query: { projectId: intake.project, exportId, volume: 1 },
    })
  /** The names of the zip's files, and their bytes. */
  const unpacked = async (exportId: number, as = intake.user) => {
    const { raw } = await fetched(exportId, as)
    expect(raw.statusCode).toBe(200)
    const path = join(intake.folder, `export-${exportId}.zip`)
    const out = join(intake.folder, `export-${exportId}`)
    writeFileSync(path, raw.rawPayload)
    const names = execFileSync('python3', ['-c', pythonReads, path, out]).toString().split('\n')
    const bytesOf = (name: string): Buffer => execFileSync('cat', [join(out, name)])
    return { zip: raw.rawPayload, names, bytesOf }
  }
  const rowsIn = async (bytes: Buffer, kind: 'concordance' | 'comma') => {
    const items = await collected(readDelimited(piecesOf(bytes), dialects[kind]))
    const heading = items.flatMap((item) => (item.kind === 'heading' ? item.values : []))
    return items.flatMap((item): Record<string, string>[] =>
      item.kind === 'row'
        ? [Object.fromEntries(heading.map((column, at) => [column, item.values[at] ?? '']))]
        : [],
    )
  }
  const unix = (path: string | undefined): string => `EXP001/${(path ?? '').replaceAll('\\', '/')}`

  it('[rest-job-export-images-validate] says first what has no images, and what cannot have any', async () => {
    const { server, user, project } = intake
    const { set } = await begun()
    const { data } = await server.call(user, contract.validateExportImages, {
      ...{ project, body: { set, families: true } },
    })
    expect(data).toMatchObject({ documents: 6, ready: 2, pages: 3 })
    expect(data.notMade.some.map(({ controlNumber }) => controlNumber)).toEqual(
      ['mail.eml', 'terms.eml', 'note.eml'].map((name) => document(name).number),
    )
    expect(data.cannot).toEqual({
      count: 1,
      some: [
        {
          documentId: document('amounts.csv').id,
          controlNumber: document('amounts.csv').number,
          reason: expect.stringMatching(/\w/),
        },
      ],
    })
  })

  it('[excluded-export] offers no field that is excluded, and refuses one by its name', async () => {
    const { server, user, project } = intake
    const withColumn = async (source: string) => {
      const settings = await begun()
      const columns = [
        ...settings.loadFile.columns,
        { source, name: 'One more', ofRedacted: 'keep' as const },
      ]
      return await start('Refused', { ...settings, loadFile: { ...settings.loadFile, columns } })
    }
    const offered = async () =>
      (await server.call(user, contract.beginExport, { project })).data.fields.map(({ name }) => name)
    const excluded = [
      ...['Extracted_Text', 'OCR_Text', 'Document_Name', 'Native_File_Path', 'Text_File_Path'],
      ...['Begin_Bates', 'End_Bates', 'Begin_Attach', 'End_Attach', 'Attachment_Range', 'Parent_Bates'],
      ...['Child_Bates', 'Transfer_Job', 'Batch_Ids', 'AI_Chattable', 'AI_Codeable', 'AI_Summarized'],
    ]
    expect((await offered()).filter((name) => excluded.includes(name))).toEqual([])
    for (const source of excluded) {
      const { status, error } = await withColumn(source)
      expect([source, status, error.detail]).toEqual([source, 400, source])
    }
    const { data: before } = await server.call(user, getExcludedFields, { project })
    const put = (names: readonly string[], version: number) =>
      server.call(user, putExcludedFields, {
        ...{ project, body: { export: [...names], externalSync: [], version } },
      })
    const { data: changed } = await put(['MD5'], before.version)
    expect(await offered()).not.toContain('MD5')
    const { status, error } = await withColumn('MD5')
    expect([status, error.message]).toEqual([400, 'The field MD5 is excluded from exports. Leave it out.'])
    await put([], changed.version)
  })

  it.skipIf(!hasPython)(
    '[jobs-type-export] is read by others, by control number, without what is covered and without numbers',
    { timeout: 120_000 },
    async () => {
      const { server, user, project } = intake
      const { loadFile } = await begun()
      const settings = await begun({
        images: { format: 'tiff', color: 'jpeg', stamped: true },
        loadFile: { ...loadFile, formats: ['dat', 'opt', 'csv', 'lfp', 'xml'] },
      })
      const exported = await made('For the expert', settings)
      expect([exported.state, exported.job.message, exported.failed]).toEqual(['Ready', null, 0])
      const { exportId } = exported
      const query = { exportId }
      const { data: volumes } = await server.call(user, contract.exportVolumes, { project, query })
      expect(volumes.checks.map(({ check, faults }) => [check, faults])).toEqual(
        ['counts', 'loadFiles', 'numbers', 'natives', 'covered'].map((check) => [check, []]),
      )
      const { zip, names, bytesOf } = await unpacked(exportId)
      expect(volumes.data).toEqual([
        { volume: 1, name: 'EXP001', bytes: zip.length, files: names.length, documents: 6 },
      ])

      const rows = await rowsIn(bytesOf('EXP001/DATA/EXP001.dat'), 'concordance')
      expect(await rowsIn(bytesOf('EXP001/DATA/EXP001.csv'), 'comma')).toEqual(rows)
      const numberOf = (name: string) => document(name).number
      const rowOf = (name: string) => rows.find((row) => row['Control Number'] === numberOf(name))
      expect(rows.length).toBe(6)
      expect(rowOf('mail.eml')).toMatchObject({
        Subject: 'Budget for the well',
        Custodian: 'Reyes',
        Parent: '',
      })
      expect(rowOf('amounts.csv')).toMatchObject({ Parent: numberOf('mail.eml'), Pages: '1' })
      expect(bytesOf(unix(rowOf('mail.eml')?.Native)).equals(files['mail.eml'])).toBe(true)
      expect(bytesOf(unix(rowOf('amounts.csv')?.Native)).equals(attached)).toBe(true)
      // It is redacted: its burned pages go out, and what can still be read.
      expect(rowOf('contract.pdf')).toMatchObject({ Native: '', Pages: '2', 'File Name': 'REDACTED' })
      expect(bytesOf(unix(rowOf('contract.pdf')?.Text)).toString()).toContain('price of')
      // It holds what is redacted: it leaves as its pages, and without the fields that could tell of it.
      expect(rowOf('terms.eml')).toMatchObject({ Native: '', Pages: '1', Subject: 'REDACTED' })
      const readable = names.filter((name) => !/\.(?:tif|jpg)$/.test(name)).map(bytesOf)
      for (const word of ['Larkspur', 'Kestrel', Buffer.from('The Kestrel').toString('base64').slice(0, 12)])
        expect(readable.filter((bytes) => bytes.includes(word)).length).toBe(0)

      const pages = (await collected(readOpt(piecesOf(bytesOf('EXP001/DATA/EXP001.opt'))))).flatMap((item) =>
        item.kind === 'page' ? item : [],
      )
      expect(
        pages.map(({ key: name }) => name).filter((name) => name.startsWith(numberOf('contract.pdf'))),
      ).toEqual(['_0001', '_0002'].map((page) => numberOf('contract.pdf') + page))
      for (const { path, key: name } of pages) {
        expect(names).toContain(unix(path))
        expect(path).toContain(name)
      }
      const { data: told } = await server.call(user, contract.exportDocuments, { project, query })
      expect(told.data.find(({ documentId }) => documentId === document('amounts.csv').id)).toMatchObject({
        ...{ sheet: true, native: true, pages: 1, fault: expect.stringMatching(/\w/) },
      })
      const cut = await fetched(exportId, user, { range: 'bytes=-22' })
      expect([cut.status, cut.raw.rawPayload.equals(zip.subarray(-22))]).toEqual([206, true])

      expect((await server.call(user, listProductions, { project })).data.data).toEqual([])
      expect(await server.services.records.read.selectFrom('bates_range').selectAll().execute()).toEqual([])
      const said = (await trail(server, `project:${project}`)).filter(({ action }) =>
        action.startsWith('export.'),
      )
      expect(said.map(({ action, facts }) => [action, facts.exportId])).toEqual(
        ['export.started', 'export.ready', 'export.downloaded'].map((action) => [action, exportId]),
      )
    },
  )

  it.skipIf(!hasPython)('of files alone has no pages but those of what is redacted', async () => {
    const exported = await made('Files', await begun({ images: null, texts: false }))
    expect([exported.state, exported.pages]).toEqual(['Ready', 4])
    const { names } = await unpacked(exported.exportId)
    const folders = names.map((name) => name.split('/')[1]).filter((name) => /^[A-Z]+$/.test(name ?? ''))
    expect(folders.sort()).toEqual([
      ...['DATA', 'DATA', 'DATA'],
      ...Array<string>(4).fill('IMAGES'),
      ...Array<string>(3).fill('NATIVES'),
    ])
    const list = await made('Rows', await begun({ images: null, texts: false, natives: false }))
    expect([list.state, list.pages, list.documents]).toEqual(['Ready', 0, 6])
    // Without its attachment, too: its file has that all the same.
    const { set } = await begun()
    const alone = await made('Alone', {
      ...(await begun({ images: null, texts: false, families: false })),
      set: { ...set, query: { ...set.query, queryString: 'agreed' } },
    })
    const { data } = await intake.server.call(intake.user, contract.exportDocuments, {
      ...{ project: intake.project, query: { exportId: alone.exportId } },
    })
    expect(data.data.map(({ documentId, native }) => [documentId, native])).toEqual([
      [document('terms.eml').id, false],
    ])
  })

  it('goes in the order that was asked for, families together, over as many volumes as it takes', async () => {
    const { server, user, project } = intake
    const { volumes } = server.services
    const settings = await begun({
      images: null,
      texts: false,
      order: [{ field: 'Subject', descending: true }],
    })
    // A family each.
    const gigabyte = 1 / settings.volume.gigabytes
    vi.spyOn(volumes, 'write').mockImplementation(openVolumes({ ...server.services, gigabyte }).write)
    const { exportId, state } = await made('Sorted', settings)
    expect(state).toBe('Ready')
    const query = { exportId }
    const { data } = await server.call(user, contract.exportVolumes, { project, query })
    const rows = []
    for (const { volume, name, bytes, documents: own } of data.data) {
      const { raw } = await server.call(user, contract.downloadExport, {
        ...{ project, query: { projectId: project, exportId, volume } },
      })
      const files = unzipSync(raw.rawPayload)
      const inVolume = readDat(files[`${name}/DATA/${name}.dat`] ?? new Uint8Array(), 'utf-8')
      expect([raw.rawPayload.length, inVolume.length]).toEqual([bytes, own])
      for (const { Native = '' } of inVolume)
        if (Native !== '') expect(files[`${name}/${Native.replaceAll('\\', '/')}`]).toBeDefined()
      rows.push(...inVolume.map((row) => ({ volume: name, number: row['Control Number'] })))
    }
    const numbersOf = (names: readonly string[]) => names.map((name) => document(name).number)
    expect(rows).toEqual(
      [['terms.eml', 'terms.txt'], ['mail.eml', 'amounts.csv'], ['note.eml'], ['contract.pdf']].flatMap(
        (family, nth) => numbersOf(family).map((number) => ({ volume: `EXP00${nth + 1}`, number })),
      ),
    )
  }, 60_000)

  it.skipIf(!hasPython)(
    'holds for whoever is behind a wall what their list holds, and is told of to nobody else there',
    async () => {
      const { server, user, project } = intake
      const admin = await server.user({ role: 'ClientAdmin', companyId: user.companyId })
      const walled = await server.user({ role: 'ProjectManager', companyId: user.companyId })
      await server.member(project, walled.userId, 'LitigationSupport')
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
            { name: 'All', userIds: [user.userId], parts: parts(['Reyes', 'Okafor']) },
          ],
          ...{ batchesOnly: false, shutOut: true },
        } as never,
      })
      expect(put.status).toBe(200)
      const own = await made('Mine', await begun({ images: null }), walled)
      expect([own.state, own.documents]).toEqual(['Ready', 2])
      const { bytesOf } = await unpacked(own.exportId, walled)
      const rows = await rowsIn(bytesOf('EXP001/DATA/EXP001.dat'), 'concordance')
      expect(rows.map((row) => row['Control Number'])).toEqual(
        ['mail.eml', 'amounts.csv'].map((name) => document(name).number),
      )
      const { data } = await server.call(walled, contract.listExports, { project })
      expect(data.data.map(({ name }) => name)).toEqual(['Mine'])
      const all = (await server.call(user, contract.listExports, { project })).data.data
      const whole = all.find(({ name }) => name === 'For the expert')?.exportId ?? 0
      const asked = await server.call(walled, contract.getExport, { project, query: { exportId: whole } })
      const refused = await fetched(whole, walled)
      expect([asked.status, refused.status]).toEqual([404, 403])
      expect((await fetched(own.exportId)).status).toBe(200)
    },
  )

  it('waits for a decision about what cannot be made, and lets a sheet stand for it', async () => {
    const { server, user, project } = intake
    const { blobs } = server.services
    await blobs.remove(document('note.eml').sha256)
    const failed = await made('Short of a file', await begun())
    expect([failed.state, failed.failed]).toEqual(['Failed', 1])
    expect((await fetched(failed.exportId)).error.code).toBe('conflict')
    const body = { exportId: failed.exportId }
    const { data: going } = await server.call(user, contract.slipFailedExport, { project, body })
    const ready = await settled(going.exportId)
    expect([ready.state, ready.failed, ready.job.message]).toEqual(['Ready', 0, null])
    const { data } = await server.call(user, contract.exportDocuments, { project, query: body })
    expect(data.data.filter(({ sheet }) => sheet).map(({ documentId }) => documentId)).toEqual(
      [document('amounts.csv').id, document('note.eml').id].sort((x, y) => x - y),
    )
    expect(data.data.find(({ documentId }) => documentId === document('note.eml').id)).toMatchObject({
      ...{ native: false, fault: 'Its file is not there.' },
    })
    await blobs.put(files['note.eml'])
  })

  it('goes by itself after seven days, and its record stays; or before that, when somebody removes it', async () => {
    const { server, user, project } = intake
    const { records, blobs } = server.services
    const listed = async () => (await server.call(user, contract.listExports, { project })).data.data
    const [first, second] = await listed()
    if (first === undefined || second === undefined) throw new Error('There are no exports.')
    const kept = async (exportId: number) =>
      (
        await records.read
          .selectFrom('production_document')
          .select('sha256')
          .where('production_id', '=', exportId)
          .execute()
      ).map(({ sha256 }) => sha256 ?? '')
    const [ofFirst, ofSecond] = [await kept(first.exportId), await kept(second.exportId)]
    const body = { exportId: first.exportId }
    const removing = () => server.call(user, contract.removeExport, { project, key: key(), body })
    for (const { data } of [await removing(), await removing()])
      expect(data).toMatchObject({ state: 'Removed', expiresAt: null, removed: { by: user.name } })
    expect((await fetched(first.exportId)).status).toBe(410)

    const at = (date: string | null, ms: number) => ({
      ...server.services,
      now: () => new Date(Date.parse(date ?? '') + ms),
    })
    await expireDue(at(second.expiresAt, -1))
    expect((await listed())[1]?.state).toBe('Ready')
    expect(Date.parse(second.expiresAt ?? '') - Date.parse(second.ready ?? '')).toBe(7 * 86_400_000)
    await expireDue(at(second.expiresAt, 0))
    await expireDue(at(second.expiresAt, 0))
    const gone = (await listed()).find(({ exportId }) => exportId === second.exportId)
    expect(gone).toMatchObject({
      state: 'Expired',
      name: second.name,
      documents: second.documents,
      removed: null,
    })
    const { status, error } = await fetched(second.exportId)
    expect([status, error.message]).toEqual([410, expect.stringMatching(/7 days.*Start another export\.$/)])
    const made = [...ofFirst, ...ofSecond]
    expect([made.length > 0, await kept(first.exportId), await kept(second.exportId)]).toEqual([true, [], []])
    expect(await Promise.all(made.map((sha256) => blobs.has(sha256)))).toEqual(made.map(() => false))
    const originals = [...documents.values()].map(({ sha256 }) => blobs.has(sha256))
    expect(await Promise.all(originals)).toEqual(originals.map(() => true))
    const again = await server.call(user, retryJob, { project, body: { jobId: second.job.jobId } })
    expect(again.status).toBe(409)
    const said = (await trail(server, `project:${project}`)).filter(
      ({ facts }) => facts.exportId === second.exportId,
    )
    expect(said.filter(({ action }) => action === 'export.expired').length).toBe(1)
  })
})

describe.each(costlyDialects)('a link to a file on %s', (dialect) => {
  let intake: Intake
  const idOf = new Map<string, number>()
  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { server, project } = intake
    await server.user({ role: 'SystemAdmin' })
    for (const name of ['note.eml', 'contract.pdf'] as const) {
      const path = intake.write(name, files[name])
      const { jobId } = await importPath(server.services, { path, projectId: project, custodian: 'Reyes' })
      await settledJob(server.services, jobId)
    }
    const rows = await server.services.records.read
      .selectFrom('document')
      .select(['document_id', 'sha256'])
      .where('project_id', '=', project)
      .execute()
    for (const { document_id, sha256 } of rows) idOf.set(nameBy(sha256) ?? '', document_id)
  }, 60_000)
  afterAll(() => intake.close())

  const linkTo = (name: string, fileType: '1' | '2' | '3' | '4', as = intake.user) =>
    intake.server.call(as, downloadUrl, {
      ...{ project: intake.project, query: { documentId: idOf.get(name) ?? 0, fileType } },
    })
  const opened = (url: string, as = intake.user) => {
    const { searchParams } = new URL(url, 'https://affiant.example')
    const link = searchParams.get('link') ?? ''
    return intake.server.call(as, downloadByLink, {
      ...{ project: intake.project, query: { projectId: Number(searchParams.get('projectId')), link } },
    })
  }

  it('[rest-any-pcc-downloadurl] [enum-download-file-types] gives each file that a document has, and says which it has not', async () => {
    const given = async (name: string, type: '1' | '2' | '4') => {
      const { data } = await linkTo(name, type)
      expect(data.url).toMatch(/^\/rest\/review\/pcc\/download\?/)
      const { status, raw } = await opened(data.url)
      expect(status).toBe(200)
      return raw.rawPayload
    }
    expect((await given('contract.pdf', '1')).equals(files['contract.pdf'])).toBe(true)
    for (const bytes of [await given('contract.pdf', '2'), await given('note.eml', '4')])
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    for (const [name, type] of [
      ['contract.pdf', '3'],
      ['contract.pdf', '4'],
    ] as const) {
      const { status, error } = await linkTo(name, type)
      expect([status, error.message]).toEqual([
        404,
        expect.stringMatching(/^This document (?:was not|has no)/),
      ])
    }
    const said = (await trail(intake.server, `project:${intake.project}`)).flatMap(({ action, facts }) =>
      action === 'document.downloaded' ? facts.file : [],
    )
    expect(said).toEqual(['native', 'redacted', 'transcoded'])
  })

  it('opens for the session that has asked, for as long as that may have the file', async () => {
    const { server, user, project } = intake
    const { data } = await linkTo('contract.pdf', '1')
    const other = await server.user({ role: 'ProjectManager', companyId: user.companyId })
    await server.member(project, other.userId, 'ProjectManager')
    expect((await opened(data.url, other)).status).toBe(403)
    expect((await opened(`${data.url}x`)).status).toBe(403)
    expect((await opened(data.url)).status).toBe(200)
    const { data: theirs } = await linkTo('contract.pdf', '1', other)
    const admin = await server.user({ role: 'ClientAdmin', companyId: user.companyId })
    await server.call(admin, deleteMember, { project, body: { userId: other.userId } })
    expect((await opened(theirs.url, other)).status).toBe(401)
    server.setNow(new Date(Date.parse(data.expiresAt)))
    const { status, error } = await opened(data.url)
    expect([status, error.message]).toEqual([410, 'This link has held for 5 minutes. Ask for another.'])
    server.setNow(null)
  })
})
