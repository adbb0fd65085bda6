/**
 * Small inputs that other programs get wrong, through the real import and the real search: what is right for each (a line of
 * the list beside them) stands here as what can be checked. A line without one fails.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPageSize, searchDocuments } from '#contracts/documents.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { allSettled } from './all-settled.ts'
import { withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

const cases = fileURLToPath(new URL('../../../shared/cases/', import.meta.url))
const present = existsSync(cases)
if (!present) console.warn('The cases are not here: the test on them is skipped.')

interface Right {
  /** Each is a query that finds a document of the file. */
  readonly finds?: readonly string[]
  /** Queries that find none of them. */
  readonly misses?: readonly string[]
  /** Words that stand in the text that nobody sees, and not in the one that is seen. */
  readonly hidden?: readonly string[]
  /** Names of its documents: all of them, in any order. */
  readonly names?: readonly string[]
  /** How many documents it is, and how many of them stand at the top. */
  readonly documents?: number
  readonly tops?: number
  readonly title?: string
  /** The date that the file is sorted by. */
  readonly date?: string | null
  /** Values of fields, on any of its documents. */
  readonly fields?: Readonly<Record<string, string>>
  /** What its exceptions say, in any order; none where this is not there. */
  readonly says?: readonly RegExp[]
}

const unread = /in which no text is recognised|only text recognition|not taken from/
const finds = (...words: string[]): Right => ({ finds: words })
const sent = (date: string | null, more: Right = {}): Right => ({ date, ...more })

const right: Readonly<Record<string, Right>> = {
  'intake/B/b01-nested-rfc822.eml': {
    names: ['B01 nested.eml', 'inner one.eml', 'inner two.eml', 'deep.docx'],
    finds: ['pelicanword', 'egretword', 'heronword', 'zebrafinch'],
  },
  'intake/B/b02-same-attachment-1.eml': { names: ['B02 mail 1.eml', 'same.txt'] },
  'intake/B/b02-same-attachment-2.eml': { names: ['B02 mail 2.eml', 'same.txt'] },
  'intake/B/b03-status-first.eml': finds('turnstoneword AND Record_Type:"E-mail"'),
  'intake/B/b03b-xheader-first': finds('knotword AND Record_Type:"E-mail"'),
  'intake/B/b05-filename-ew-split.eml': {
    names: [
      'B05 names.eml',
      'Straßen äöü plan.txt',
      'Übersicht.txt',
      'three.txt',
      'résumé of the plan.pdf.txt',
      'unquoted with spaces.txt',
    ],
  },
  'intake/B/b07-base64-rfc822.eml': { ...finds('kittiwakeword'), documents: 2 },
  'intake/B/b07b-wrong-base64-inner.eml': { ...finds('fulmarword'), says: [/said to be base64/] },
  'intake/B/b09a-jp-nocharset.eml': finds('"これは試験です" AND 田中'),
  'intake/B/b09c-jp-qp.eml': { ...finds('東京の会議室'), title: '件名の試験' },
  'intake/B/b09d-gbk-8bit.eml': finds('合同付款条件说明'),
  'intake/B/b09e-charset-lie.eml': finds('Überweisung AND März AND größer'),
  'intake/B/b10a-no-closing.eml': { ...finds('razorbillword'), says: [/ends before its last part/] },
  'intake/B/b10b-bad-inner-close.eml': { ...finds('guillemotword'), says: [/ends before its last part/] },
  'intake/B/b10c-boundary-prefix.eml': finds('puffinword', 'dovekieword', 'auk', 'skuaword'),
  'intake/B/b10d-premature-close.eml': { ...finds('ternword', 'noddyword'), says: [/announces parts/] },
  'intake/B/b10e-boundary-absent.eml': { ...finds('boobyword'), says: [/announces parts/] },
  'intake/B/b11a-date.eml': sent('1997-07-10T18:53:31.000Z'),
  'intake/B/b11b-date.eml': sent('2002-10-28T04:57:07.000Z'),
  'intake/B/b11c-date.eml': sent('2020-05-12T12:08:24.000Z'),
  'intake/B/b11d-date.eml': sent('2015-10-01T12:40:57.000Z'),
  'intake/B/b11e-date.eml': sent('2022-10-06T10:27:13.000Z'),
  'intake/B/b11f-date.eml': sent('1997-11-21T15:55:06.000Z'),
  'intake/B/b11g-date.eml': sent('2014-07-17T10:31:49.000Z', { fields: { Date_Flags: 'Time zone assumed' } }),
  'intake/B/b11h-date.eml': sent('2024-03-10T07:30:00.000Z'),
  'intake/B/b11i-date.eml': sent('2024-03-05T08:00:00.000Z', {
    fields: { Received_Date: '2024-03-05T08:00:00.000Z' },
  }),
  'intake/B/b11j-date.eml': sent('2024-03-05T17:00:00.000Z', { fields: { Date_Flags: 'Time zone assumed' } }),
  'intake/B/b11k-date.eml': sent('2024-03-05T09:15:00.000Z'),
  'intake/B/b11l-date.eml': sent('2024-03-05T08:15:00.000Z'),
  'intake/B/b11m-date.eml': sent('2015-03-04T10:12:33.000Z', { fields: { Date_Flags: 'Time zone assumed' } }),
  'intake/B/b12-takeout.mbox': {
    documents: 2,
    fields: { Other_Headers: 'X-Gmail-Labels: Åpnet,Kategori: Reklame' },
  },
  'intake/B/b14-calendar-part.eml': finds('phalaropeword', 'jacanaword', 'oystercatcherword'),
  'intake/B/b14b-attach.ics': { names: ['b14b-attach.ics', 'agenda.txt'] },
  'intake/B/b16-olk15.olk15MsgSource': finds('lapwingword AND Record_Type:"E-mail"'),
  'intake/B/b16b-cr-only.eml': { ...finds('lapwingword'), documents: 1 },
  // Its files are documents each; who wrote what stands in the words of the files.
  'intake/B/b17-mac.olm': finds('bitternword', 'craneword', 'B17'),
  'intake/B/b18-tracked.docx': {
    finds: [
      ...[
        'insertedibisword',
        'deletedstorkword',
        'movedspoonbillword',
        'vanishedword',
        'commentkingfisherword',
      ],
      ...['headerflamingoword', 'cellhoopoeword', 'fieldresultword', 'Hidden_Content:"Tracked changes"'],
      'Hidden_Content:Comments',
    ],
  },
  'intake/B/b19-notes-comments.pptx': finds(
    ...['rollerword', 'nuthatchword', 'wryneckword', 'Hidden_Content:"Speaker notes"'],
    'Hidden_Content:"Hidden slides"',
  ),
  'intake/B/b20-hidden.xlsx': finds(
    ...['linnetword', 'twiteword', 'dunnockword', 'accentorword', 'serinword', 'pipitword'],
    'Hidden_Content:"Very hidden sheets"',
  ),
  'intake/B/b22-aes.zip': { documents: 0, says: [/encrypted/, /encrypted/] },
  'intake/B/b22b-odd-names.zip': { documents: 8, ...finds('stonechatword', 'redstartword', 'ouzelword') },
  'intake/B/b22c-cut.zip': { ...finds('redwingword', 'missel'), says: [/ends before its directory/] },
  'intake/B/b23-slack.zip': {
    finds: [
      ...['chiffchaffword', 'blackcapword', 'warblerword', 'goldcrestword', 'whitethroatword'],
      'treecreeperword',
    ],
    says: [/plan\.txt.*not in the export/],
  },
  'intake/B/b24/_chat.txt': finds('"first message wrenword"', 'dipperword'),
  'intake/B/b24b WhatsApp Chat - Ben Oru.zip': {
    names: ['_chat.txt', '00000002-PLAN.txt'],
    finds: ['"zipped message wrenword"', 'waxwingword'],
  },
  'intake/B/b24c-german.txt': finds('starlingword'),
  'intake/B/b25-flowed.eml': finds('sparrowword'),
  'intake/B/b26-partial-1.eml': {
    ...finds('finchword'),
    says: [/part 1 of 2/, /ends before its last part/],
  },
  'intake/B/b26-partial-2.eml': { ...finds('brambling'), says: [/part 2 of 2/] },
  'intake/B/b26c-external-body.eml': { ...finds('removed'), says: [/not in the message/] },
  'intake/B/b28-uuencode.eml': { names: ['B28 uuencode.eml', 'old.txt'], ...finds('cuckooword') },
  'intake/B/b29-appledouble.eml': {
    finds: ['nightjarword AND martinword', 'swiftword'],
    says: [unread],
  },
  'intake/B/b30-huge-header.eml': finds('owlword', 'To:"p0@acme.example"', 'To:"p5999@acme.example"'),
  'intake/B/b39-odd-names.eml': {
    documents: 5,
    ...finds('falconword', 'kestrelword', 'merlinword'),
    says: [/empty/],
  },
  'intake/B/b42-alt-differs.eml': finds('ospreyword'),
  'intake/B/b42b-inline-text.eml': finds('buzzardword', 'kiteword', 'eagleword'),
  'intake/B/b34-two.vcf': { ...finds('grebeword', 'looncard'), says: [unread] },
  'intake/B/b33-teams-messages.json': finds('mallardword'),
  'intake/B/b21a-annot-file.pdf': { names: ['b21a-annot-file.pdf', 'annot.txt'], ...finds('toucanword') },
  'intake/B/b21b-portfolio.pdf': { names: ['b21b-portfolio.pdf', 'one.txt', 'two.txt'] },
  'intake/B/b15-tnef.eml': { ...finds('goosanderword', 'smewword', 'File_Name:"Übersicht 会议"') },
  'intake/B/b13a-opaque.eml': finds('scaupword', 'eiderword'),
  'intake/B/b13b-clear.eml': { ...finds('scaupword', 'eiderword'), says: [unread] },
  'intake/B/b13c-encrypted.eml': { documents: 2, says: [/encrypted/] },
  'intake/B/b50-zip-in-mail.eml': { documents: 4, tops: 1, ...finds('wigeonword', 'shovelerword') },
  'intake/B/b37-embedded.docx': { documents: 2, ...finds('garganeyword', 'pintailword') },
  'intake/C/c01-utf8-declared-1252.eml': finds('Größe AND Münze AND zeisigword'),
  'intake/C/c02-latin1-declared-utf8.eml': { ...finds('Größe AND Münze'), misses: ['GrÃ*'] },
  'intake/C/c03-gb2312-gbk-chars.eml': finds('朱镕基'),
  'intake/C/c04-unknown-charset.eml': finds('Größe AND findeword'),
  'intake/C/c05-utf16-declared.eml': { ...finds('Größe AND utfword') },
  'intake/C/c06-utf7.eml': finds('Größe AND utfsevenword'),
  'intake/C/c07-cp850.eml': finds('Größe AND dosword'),
  'intake/C/c08-koi8.eml': finds('Договор AND подписан'),
  'intake/C/c10-ks-c.eml': finds('계약서'),
  'intake/C/c11-qp-broken.eml': finds('continued AND escape AND Größe AND qpword'),
  'intake/C/c12-b64-junk.eml': { ...finds('jayword', 'magpieword', 'rookword'), says: [/said to be base64/] },
  'intake/C/c13-b64-concat.eml': finds('ravenword AND choughword'),
  'intake/C/c14-cte-unknown.eml': finds('unknownword'),
  'intake/C/c15-cte-uu.eml': finds('jackdawword'),
  'intake/C/c16-raw-gbk-subject.eml': { title: '合同付款', finds: ['From:张三'] },
  'intake/C/c17-ew-split-bytes.eml': { title: '会議' },
  'intake/C/c18-addresses.eml': finds(
    ...['From:"Quill Ada Legal"', 'From:"ben@acme.example"', 'To:"y@acme.example"', 'CC:"Müller Jo"'],
    ...['CC:RECIPIENTS', 'BCC:"hidden@acme.example"'],
  ),
  'intake/C/c19-html.eml': {
    finds: ['"über alles" AND cell1', 'babblerword', 'linkbulbulword', 'hobbyword'],
    hidden: ['honeyeaterword'],
    misses: ['scriptorioleword'],
  },
  'intake/C/c20-binhex.eml': { documents: 2, says: [/BinHex/] },
  'intake/C/c21-targz.eml': { tops: 1, ...finds('lorikee') },
  'intake/C/c22-fake.E01': { says: [/image of a disk/] },
  'intake/C/c23-fake.ad1': { says: [/AD1/] },
  'intake/C/c24-fake.nsf': { says: [/Notes/] },
  'intake/C/c25-fake.dbx': { says: [/Outlook Express/] },
  'intake/C/c26-fake.edb': { says: [/Exchange/] },
  'intake/C/c27-fake.iso': { documents: 0, says: [/directory cannot be read/] },
  'intake/C/c28-fake.vhdx': { says: [/VHDX/] },
  'intake/C/c29-fake.dmg': { says: [/DMG/] },
  'intake/C/c30-utf16-text.txt': finds('drongoword'),
  'intake/C/c31-utf16-csv.csv': finds('fantailword AND Müller'),
  'intake/C/c32-mail-bom.eml': finds('myzomelaword AND Record_Type:"E-mail"'),
  'intake/C/c33-leading-blank.eml': finds('pittaword AND Record_Type:"E-mail"'),
  'intake/C/c34-from-line.eml': finds('manakinword AND Record_Type:"E-mail"'),
  'intake/C/c35-utf16-mail.eml': finds('cotingaword AND Record_Type:"E-mail"'),
  'intake/C/c36-space-header.eml': { ...finds('tanagerword'), title: 'C36 space before colon' },
  'intake/C/c37-nul.eml': finds('grosbeakword'),
  'intake/C/c41-boxes.docx': finds('cowbirdword', 'meadowlarkword', 'vireoword'),
  'intake/C/c42-hidden-text.pdf': finds(
    ...[
      'parakeetword',
      'macawword',
      'conureword',
      'amazonword',
      'gapword',
      'kakaword',
      'keaword',
      'corellaword',
    ],
  ),
  'intake/D/d01-ew-q-split.eml': { title: 'Kvėpiamas pirkimas' },
  'intake/D/d02-ew-nospace.eml': { title: '[EXTERN]Größe 12' },
  'intake/D/d03-ew-jp-multi.eml': { title: '会議のお知らせ場所です' },
  'intake/D/d05-whole-base64.eml': { documents: 2, ...finds('wagtailword', 'accentorword') },
  'intake/D/d06-spacing.pdf': finds('VELKOMMEN', '"his wife"', '"net debt ratio"'),
  'intake/D/d07-html-meta-lie.eml': finds('Größe AND Müller'),
  'intake/D/d08-eml-octet.eml': { documents: 3, ...finds('redpollword', 'crossbillword') },
  'intake/D/d09-two-dates.eml': sent('2024-03-05T08:15:00.000Z'),
  'intake/D/d10-date-garbage.eml': sent(null, { fields: { Date_Flags: 'Date not readable' } }),
  'intake/D/d11-date-feb30.eml': sent(null, { fields: { Date_Flags: 'Date not readable' } }),
  'intake/D/d12-date-future.eml': { fields: { Date_Flags: 'Future date' } },
  'intake/D/d13-date-nt-epoch.eml': { fields: { Date_Flags: 'Placeholder date' } },
  'intake/D/d14-zip12.zip': finds('siskinwordx'),
  'intake/D/custodians/Ada Quill/note.txt': finds('"note of Ada Quill"'),
  'intake/D/custodians/Ben Oru/note.txt': finds('"note of Ben Oru"'),
  'intake/D/custodians/Cy Voss/note.txt': finds('"note of Cy Voss"'),
  // Load files are files: what they list is not made documents.
  'intake/D/loadfile/DATA/v.dat': finds('NW0001 AND "Loadfile one" AND line'),
  'intake/D/loadfile/DATA/v.opt': finds('NW0002'),
  'intake/D/loadfile/TEXT/NW0001.txt': finds('oneword'),
  'intake/D/loadfile/TEXT/NW0003.txt': finds('threeword'),
  'intake/D/loadfile/NATIVES/NW0003.txt': finds('"native three"'),
  'hostile/cdata.eml': finds('"xylophone price fixing meeting"'),
  'hostile/svgstyle.eml': finds('"xylophone price fixing meeting"'),
  'hostile/svgscript.eml': finds('"xylophone after"'),
  'hostile/unclosedcomment.eml': { finds: ['lunch'], hidden: ['xylophone'] },
  'hostile/font0.eml': { ...finds('xylophone', 'Hidden_Content:"Hidden text"'), hidden: ['q'] },
  'hostile/dispnone.eml': { ...finds('xylophone', 'Hidden_Content:"Hidden text"'), hidden: ['q'] },
  'hostile/zwsp.eml': finds('xylophone'),
  'hostile/wj.eml': finds('xylophone'),
  'hostile/shy.eml': finds('xylophone'),
  'hostile/nul.eml': finds('xylophone'),
  'hostile/homog.eml': { finds: ['xylоphоne'], misses: ['xylophone'] },
  'hostile/control.eml': finds('xylophone'),
}

interface Found {
  readonly id: number
  readonly name: string
  readonly title: string
  readonly parent: number | null
  readonly date: string | null
  readonly text: string
  readonly hidden: string
  readonly metadata: Readonly<Record<string, readonly string[]>>
}
interface Brought {
  documents: Found[]
  says: string[]
}

withoutAnalysis()

describe.skipIf(!present)('the cases', () => {
  const listed = present
    ? readFileSync(`${cases}README.tsv`, 'utf8')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t')[0] ?? '')
    : []
  const brought = new Map<string, Brought>()
  let intake: Intake

  beforeAll(async () => {
    intake = await startIntake('sqlite')
    const { server, user, project } = intake
    const asked = { path: cases, projectId: project, custodian: 'Ada Quill', userId: user.userId }
    const { jobId } = await importPath(server.services, asked)
    await settledJob(server.services, jobId)
    await allSettled(server.services)
    await server.services.search.settled(project)
    await collect()
  }, 120_000)
  afterAll(() => intake.close())

  const of = (path: string): Brought => {
    const [, file = ''] = JSON.parse(path) as string[]
    const there = brought.get(file) ?? { documents: [], says: [] }
    brought.set(file, there)
    return there
  }

  async function collect(): Promise<void> {
    const { read } = intake.server.services.records
    const rows = await read
      .selectFrom('document as d')
      .leftJoin('document_text as t', 't.document_id', 'd.document_id')
      .leftJoin('document_variant as v', (join) =>
        join.onRef('v.document_id', '=', 'd.document_id').on('v.origin', '=', 'hidden'),
      )
      .select(['d.document_id', 'd.file_name', 'd.title', 'd.parent_id', 'd.parent_date', 'd.source_path'])
      .select(['d.metadata', 't.text', 'v.text as hidden'])
      .execute()
    for (const row of rows)
      of(row.source_path).documents.push({
        id: row.document_id,
        name: row.file_name,
        title: row.title,
        parent: row.parent_id,
        date: row.parent_date,
        text: row.text ?? '',
        hidden: row.hidden ?? '',
        metadata: JSON.parse(row.metadata),
      })
    const exceptions = await read.selectFrom('exception').select(['path', 'reason']).execute()
    for (const { path, reason } of exceptions) of(path).says.push(reason)
  }

  async function found(queryString: string): Promise<ReadonlySet<number>> {
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
    return new Set(data.data.map(({ documentId }) => documentId))
  }

  it('are all listed, and each has what is right for it', () => {
    expect(Object.keys(right).toSorted()).toEqual(listed.toSorted())
  })

  it.each(Object.entries(right))('%s', async (path, want) => {
    const { documents, says } = brought.get(path) ?? { documents: [], says: [] }
    const finding = async (query: string) => {
      const ids = await found(query)
      return documents.some(({ id }) => ids.has(id))
    }
    const top = documents.find(({ parent }) => parent === null)
    for (const query of want.finds ?? []) expect(await finding(query), `${query} finds it`).toBe(true)
    for (const query of want.misses ?? []) expect(await finding(query), `${query} finds it`).toBe(false)
    for (const word of want.hidden ?? []) {
      // One letter is too common to be looked for.
      if (word.length > 1) expect(await finding(word), `${word} finds it`).toBe(true)
      expect(documents.some(({ hidden }) => hidden.includes(word))).toBe(true)
      expect(documents.some(({ text }) => text.split(/\P{L}+/u).includes(word))).toBe(false)
    }
    if (want.names !== undefined)
      expect(documents.map(({ name }) => name).toSorted()).toEqual(want.names.toSorted())
    if (want.documents !== undefined) expect(documents).toHaveLength(want.documents)
    if (want.tops !== undefined)
      expect(documents.filter(({ parent }) => parent === null)).toHaveLength(want.tops)
    if (want.title !== undefined) expect(top?.title).toBe(want.title)
    if (want.date !== undefined) expect(top?.date ?? null).toBe(want.date)
    for (const [field, value] of Object.entries(want.fields ?? {}))
      expect(documents.flatMap(({ metadata }) => metadata[field] ?? [])).toContain(value)
    const expected = want.says ?? []
    expect(says, says.join(' | ')).toHaveLength(expected.length)
    for (const reason of expected)
      expect(
        says.some((said) => reason.test(said)),
        `${reason}: ${says}`,
      ).toBe(true)
  })

  it('show nothing as unreadable characters that could be read', () => {
    const shown = [...brought.values()].flatMap(({ documents }) =>
      documents.filter(({ text, title }) => `${text}${title}`.includes('\u{fffd}')).map(({ name }) => name),
    )
    expect(shown).toEqual([])
  })
})
