/**
 * What must not leave: a word, or a hash, in each place of documents that are withheld or redacted, also where these lie in the
 * files of others. Everything is asked for: pages, files, texts, each format of a load file, all fields. The whole volume,
 * unpacked, packed files in it too, holds none of it; nor does an export of what is redacted.
 */
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as exports from '#contracts/exports.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import * as contract from '#contracts/productions.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { productionsOf } from './produced.ts'

withoutAnalysis()

/** A word that stands in one place alone. */
const word = (place: string): string => `Zq${place}7781`
const textFile = (name: string, said: string) => ({
  ...{ name: `${word(name)}.txt`, type: 'text/plain', bytes: Buffer.from(`Here is ${word(said)}.\n`) },
})
const held = {
  'withheld.eml': message({
    ...{ id: word('id'), subject: `About ${word('subject')}`, text: `Counsel says ${word('body')}.\n` },
    ...{ from: `"${word('from')}" <${word('address')}@law.example>`, cc: `${word('cc')}@law.example` },
    attachments: [textFile('attached', 'inside')],
  }),
}
const inner = textFile('childname', 'childtext')
const packed = zip([
  { name: `${word('folder')}/${word('packedname')}.txt`, bytes: Buffer.from(`Packed ${word('packed')}.\n`) },
  { name: 'open.txt', bytes: Buffer.from('Open beside it.\n') },
])
const going = {
  'parent.eml': message({
    ...{ id: 'parent', subject: 'A parent that goes out', text: 'Its attachment does not.\n' },
    attachments: [inner, { name: 'open.csv', type: 'text/csv', bytes: Buffer.from('a,b\n1,2\n') }],
  }),
  'archive.eml': message({
    ...{ id: 'archive', subject: 'With an archive', text: 'Look into it.\n' },
    attachments: [{ name: 'all.zip', type: 'application/zip', bytes: packed }],
  }),
  'redacted.pdf': pdf({
    info: `<< /Title (${word('title')}) /Author (${word('author')}) >>`,
    pages: [{ content: show(`The price is ${word('covered')} today`) }, { content: show('Second page') }],
  }),
  'holder.eml': message({
    ...{ id: 'holder', subject: 'Holds what is redacted', text: 'See the contract.\n' },
    attachments: [
      {
        ...{ name: 'contract.pdf', type: 'application/pdf' },
        bytes: pdf({ pages: [{ content: show(`In it ${word('incontract')} stands`) }] }),
      },
    ],
  }),
  'open.eml': message({ id: 'open', subject: 'Open', text: 'Nothing is closed here.\n' }),
}

describe('a volume with canaries (SQLite)', () => {
  let intake: Intake
  let productions: ReturnType<typeof productionsOf>
  /** Of files that must not be told of: withheld, or redacted. */
  const hashes: string[] = []
  beforeAll(async () => {
    intake = await startIntake('sqlite')
    await intake.server.user({ role: 'SystemAdmin' })
    productions = productionsOf(intake)
    await productions.imported(intake.write(`${word('path')}.eml`, held['withheld.eml']), word('custodian'))
    const ids = new Map<string, number>()
    for (const [name, bytes] of Object.entries(going))
      ids.set(name, await productions.imported(intake.write(name, bytes)))
    await productions.cover(ids.get('redacted.pdf') ?? 0, word('covered'))
    const { read } = intake.server.services.records
    const rows = await read.selectFrom('document').selectAll().execute()
    const contract = rows.find(({ file_name }) => file_name === 'contract.pdf')
    await productions.cover(contract?.document_id ?? 0, word('incontract'))
    const closed = rows.filter(
      ({ document_id, parent_id, file_name }) =>
        document_id === ids.get('redacted.pdf') ||
        file_name === 'contract.pdf' ||
        file_name.startsWith(word('childname')) ||
        file_name.includes(word('packedname')) ||
        (parent_id === null && file_name.includes(word('subject'))) ||
        file_name.startsWith(word('attached')),
    )
    expect(closed.length).toBe(6)
    for (const { md5, sha1, sha256 } of closed) hashes.push(md5, sha1, sha256)
    await intake.server.services.search.settled(intake.project)
  }, 120_000)
  afterAll(() => intake.close())

  /** Everything in a zip, and in zips and messages in it, by what it is called. */
  function* unpacked(name: string, bytes: Buffer): Generator<readonly [string, Buffer]> {
    yield [name, bytes]
    if (bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04')
      for (const [path, part] of Object.entries(unzipSync(bytes)))
        yield* unpacked(`${name}/${path}`, Buffer.from(part))
    if (!name.endsWith('.eml')) return
    const parts = bytes
      .toString('latin1')
      .matchAll(/base64\r?\n(?:[\w-]+:.*\r?\n)*\r?\n([A-Za-z0-9+/=\r\n]+)/g)
    for (const [nth, [, part = '']] of [...parts].entries())
      yield* unpacked(`${name}/${nth}`, Buffer.from(part, 'base64'))
  }
  /** Where something stands that must not. */
  function told(zips: readonly Buffer[], allowed: RegExp = /(?!)/): string[] {
    const canary = /zq([a-z]+)7781/gi
    return zips.flatMap((zip) =>
      [...unpacked('', zip)].flatMap(([name, bytes]) => {
        if (name === '') return []
        // In characters of two bytes, too.
        const own = bytes.toString('latin1')
        const texts = [name, own, own.replaceAll('\0', '')]
        const words = texts.flatMap((text) => [...text.matchAll(canary)].map(([found]) => found))
        const sums = hashes.filter((hash) => bytes.includes(hash))
        return [...words, ...sums].filter((one) => !allowed.test(one)).map((one) => `${one} in ${name}`)
      }),
    )
  }

  const withAll = async (): Promise<ProductionSettings> => {
    const commercial = await productions.template('Commercial')
    const { data } = await intake.server.call(intake.user, contract.initStuff, { project: intake.project })
    const known = new Set(commercial.loadFile.columns.map(({ source }) => source))
    const more = data.fields.flatMap(({ name }) =>
      known.has(name) ? [] : { source: name, name: name.toUpperCase(), ofRedacted: 'blank' as const },
    )
    return {
      ...{ ...commercial, goesAs: { byCategory: { Spreadsheet: 'native' }, otherwise: 'both' } },
      loadFile: {
        ...{ ...commercial.loadFile, formats: ['dat', 'opt', 'csv', 'lfp', 'xml'] },
        columns: [...commercial.loadFile.columns, ...more],
      },
      withheld: [
        {
          query: ['body', 'inside', 'childtext', 'packed'].map(word).join(' OR '),
          slipSheet: { text: 'DOCUMENT WITHHELD' },
        },
      ],
    }
  }

  it('tells nothing of what is withheld or covered, in whatever it lies', async () => {
    const settings = await withAll()
    const id = await productions.produce('Canaries', settings)
    const plan = await productions.planOf(id)
    expect(plan.filter(({ treatment }) => treatment === 'withheld').length).toBe(4)
    expect(plan.filter(({ redacted }) => redacted).length).toBe(2)
    const zips = (await productions.volumesOf(id)).map(({ zip }) => zip)
    const names = zips.flatMap((zip) => [...unpacked('', zip)].map(([name]) => name))
    // The open message, and what is open in the others, leave as files.
    const natives = names.filter((name) => /^\/VOL001\/NATIVES\/[^/]+\/[^/]+$/.test(name))
    expect(natives.map((name) => name.slice(name.lastIndexOf('.'))).toSorted()).toEqual([
      '.csv',
      '.eml',
      '.txt',
    ])
    expect(told(zips)).toEqual([])
    const asPdf = await productions.produce('Canaries as PDF', {
      ...settings,
      images: { format: 'pdf', color: 'jpeg' },
    })
    expect(told((await productions.volumesOf(asPdf)).map(({ zip }) => zip))).toEqual([])
  }, 120_000)

  it('tells nothing of what is covered when it is an export', async () => {
    const { server, user, project } = intake
    const { data: begun } = await server.call(user, exports.beginExport, { project })
    const { settings: usual } = begun
    const settings = {
      ...{ ...usual, images: { format: 'tiff' as const, color: 'jpeg' as const, stamped: true } },
      loadFile: { ...usual.loadFile, formats: ['dat', 'opt', 'csv', 'lfp', 'xml'] },
    }
    const started = await server.call(user, exports.startExport, {
      ...{ project, key: 'canaries-export', body: { name: 'Canaries', settings } },
    })
    const { exportId } = started.data
    const asked = () => server.call(user, exports.getExport, { project, query: { exportId } })
    await settledJob(server.services, (await asked()).data.exported.job.jobId)
    expect((await asked()).data.exported.state).toBe('Ready')
    const { raw } = await server.call(user, exports.downloadExport, {
      ...{ project, query: { projectId: project, exportId, volume: 1 } },
    })
    const covered = [word('covered'), word('incontract'), word('title'), word('author')].map((one) =>
      one.toLowerCase(),
    )
    const files = new Set(['redacted.pdf', 'contract.pdf'])
    const { read } = server.services.records
    const own = await read.selectFrom('document').select(['file_name', 'md5', 'sha1', 'sha256']).execute()
    const sums = own.flatMap(({ file_name, md5, sha1, sha256 }) =>
      files.has(file_name) ? [md5, sha1, sha256] : [],
    )
    expect(sums.length).toBe(6)
    const found = told([raw.rawPayload]).filter((one) =>
      [...covered, ...sums].some((closed) => one.toLowerCase().startsWith(closed)),
    )
    expect(found).toEqual([])
    // What the export leaves open is there: the look would have found it.
    expect(told([raw.rawPayload]).length).toBeGreaterThan(0)
  }, 120_000)
})
