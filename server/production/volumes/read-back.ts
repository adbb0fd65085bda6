/** Reads a volume as a receiver does, and compares it with the plan, the record and what was made. */
import { crc32 } from 'node:zlib'
import type { ListedDocument } from '../../platform/load-files/image-documents.ts'
import type { Services } from '../../platform/services.ts'
import { sourceOf } from '../../review/pages/source.ts'
import { redactionsOf } from '../../review/redactions/of-document.ts'
import type { StoredRun } from '../record/stored.ts'
import type { FilledColumn } from './cells.ts'
import type { Numbers } from './continuity.ts'
import { type ReadsSheets, wordsUnderCells } from './covered-cells.ts'
import { coveredWords, wordsIn } from './covered-words.ts'
import { bytesOf, type DataFile, laidData } from './data-files.ts'
import { KeptBytes } from './kept-bytes.ts'
import { filesOf, type LaidDocument, type LaidFile, VolumeLayout } from './layout.ts'
import { dialectsOf } from './load-file-dialects.ts'
import { familiesOf } from './planned.ts'
import { listedIn, type ReadRow, rowsOf } from './read-lists.ts'
import type { Report } from './report.ts'
import { digestBytes, rowDigest } from './row-digest.ts'
import { pagesOf } from './write-load-files.ts'

export type ReadingBack = Pick<Services, 'pages'> & ReadsSheets

export interface ToReadBack {
  readonly production: StoredRun
  readonly name: string
  readonly kept: string
  readonly table: readonly DataFile[]
  readonly firstPlace: number
  readonly lastPlace: number
  readonly columns: readonly FilledColumn[]
  /** Of each place, as the record was when the rows were written. */
  readonly digests: Buffer
}

/** `done` is told each place that was looked at. */
export async function readBack(
  means: ReadingBack,
  volume: ToReadBack,
  { report, numbers }: { readonly report: Report; readonly numbers: Numbers },
  done: (place: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const kept = new KeptBytes(means.blobs)
  try {
    await readAll(means, kept, volume, { report, numbers }, done, signal)
  } finally {
    await kept.close()
  }
}

async function readAll(
  means: ReadingBack,
  kept: KeptBytes,
  volume: ToReadBack,
  { report, numbers }: { readonly report: Report; readonly numbers: Numbers },
  done: (place: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { production, name, columns } = volume
  const { read } = means.records
  const lists = openLists(means, volume)
  const layout = new VolumeLayout(production.settings)
  for (const file of volume.table) await checkFile(kept, report, laidData(volume.kept, file), name)
  for await (const family of familiesOf(read, production, volume.firstPlace, volume.lastPlace))
    for (const document of family) {
      const laid = layout.add(document)
      const row = await checkRows(report, volume, lists.rows, laid)
      const listed = await checkImages(report, lists.images, laid)
      checkNumbers(report, numbers, columns, { documentId: document.documentId, row, listed })
      const hashes = new Map<LaidFile, string>()
      for (const file of filesOf(laid))
        hashes.set(file, await checkFile(kept, report, file, name, document.documentId))
      checkNative(report, laid, hashes)
      await checkCovered(means, report, volume, laid, row, signal)
      await done(document.place)
    }
  for (const { format, items } of [...lists.rows, ...lists.images])
    if (!(await items.next()).done) report.fault('counts', `${name}.${format} has more than was planned.`)
}

type Lists = ReturnType<typeof openLists>

function openLists({ blobs }: ReadingBack, { kept, table, name, production, columns }: ToReadBack) {
  const { loadFile } = production.settings
  const has = <F extends string>(format: F) => {
    const file = table.find(({ path }) => path === `DATA/${name}.${format}`)
    return file === undefined ? [] : [{ format, pieces: bytesOf(blobs, laidData(kept, file)) }]
  }
  return {
    rows: [...has('dat' as const), ...has('csv' as const), ...has('xml' as const)].map(
      ({ format, pieces }) => ({ format, items: rowsOf(format, pieces, loadFile, columns) }),
    ),
    images: [...has('opt' as const), ...has('lfp' as const)].map(({ format, pieces }) => ({
      ...{ format, items: listedIn(format, pieces) },
    })),
  }
}

/** Null at the end, and where the reader could not read what stands there. */
async function nextOf<T>(items: AsyncGenerator<T | null, void>): Promise<T | null> {
  const next = await items.next()
  return next.done === true ? null : next.value
}

/** The row of the first list that has rows. */
async function checkRows(
  report: Report,
  { digests, production }: ToReadBack,
  rows: Lists['rows'],
  { document: { first, place, documentId } }: LaidDocument,
): Promise<ReadRow> {
  const { encoding } = dialectsOf(production.settings.loadFile).dat
  const expected = digests.subarray((place - 1) * digestBytes, place * digestBytes)
  let known: ReadRow = null
  for (const { format, items } of rows) {
    const value = await nextOf(items)
    report.looked('loadFiles')
    if (value === null)
      report.fault('counts', `${first} has no row in the ${format.toUpperCase()}.`, documentId)
    else if (!rowDigest(value, encoding).equals(expected))
      report.fault(
        'loadFiles',
        `${first}: its row in the ${format.toUpperCase()} is not what the record says.`,
        documentId,
      )
    known ??= value
  }
  return known
}

async function checkImages(
  report: Report,
  images: Lists['images'],
  laid: LaidDocument,
): Promise<ListedDocument | null> {
  const { document, images: files } = laid
  report.looked('counts')
  // What has no pages is in no list of them.
  if (document.numbers.length === 0 && files.length === 0) return null
  if (files.length !== document.numbers.length && files.length !== 1)
    report.fault(
      'counts',
      `${document.first} has ${files.length} images for ${document.numbers.length} pages.`,
      document.documentId,
    )
  const expected = pagesOf(laid).map(({ key, path }) => `${key} ${path.replaceAll('/', '\\')}`)
  let known: ListedDocument | null = null
  for (const { format, items } of images) {
    const value = await nextOf(items)
    const list = format.toUpperCase()
    if (value === null) {
      report.fault('counts', `${document.first} is not in the ${list}.`, document.documentId)
      continue
    }
    // An OPT names a file of several pages once.
    const wanted = format === 'opt' && files.length === 1 ? expected.slice(0, 1) : expected
    const found = value.pages.map(({ key, path }) => `${key} ${path}`)
    if (found.length !== wanted.length || found.some((page, at) => page !== wanted[at]))
      report.fault(
        'counts',
        `${document.first}: the ${list} names other pages than were made.`,
        document.documentId,
      )
    for (const fault of value.faults)
      report.fault('counts', `${document.first} in the ${list}: ${fault}`, document.documentId)
    known ??= value
  }
  return known
}

function checkNumbers(
  report: Report,
  numbers: Numbers,
  columns: readonly FilledColumn[],
  {
    documentId,
    row,
    listed,
  }: { readonly documentId: number; readonly row: ReadRow; readonly listed: ListedDocument | null },
): void {
  const columnOf = (field: string): string | undefined =>
    row?.[columns.findIndex(({ produced }) => produced === field)]
  const [first, last] = [columnOf('Begin_Bates'), columnOf('End_Bates')]
  const named = listed !== null && (listed.pages.length > 1 || listed.pages[0]?.pages === 1)
  if (first !== undefined && listed !== null && first !== listed.begin)
    report.fault('numbers', `${listed.begin} has another number in its row.`, documentId)
  if (last !== undefined && listed !== null && named && last !== listed.end)
    report.fault('numbers', `${listed.end} has another last number in its row.`, documentId)
  const wrong =
    listed !== null && named
      ? numbers.pages(listed.pages.map(({ key }) => key))
      : first !== undefined && last !== undefined
        ? numbers.range(first, last)
        : listed !== null
          ? numbers.span(listed.begin, listed.pages[0]?.pages ?? 1)
          : null
  report.looked('numbers')
  if (wrong !== null) report.fault('numbers', wrong, documentId)
}

/** Each file is what was made: its length, its SHA-256, which it answers, and the checksum that the zip says of it. */
async function checkFile(
  kept: KeptBytes,
  report: Report,
  file: LaidFile,
  name: string,
  documentId: number | null = null,
): Promise<string> {
  report.looked('counts')
  let [size, crc] = [0, 0]
  const hash = await kept.hash(file, (piece) => {
    size += piece.byteLength
    crc = crc32(piece, crc)
  })
  if (size !== file.size || crc !== file.crc32 || hash !== file.sha256)
    report.fault('counts', `${name}/${file.path} is not what was made.`, documentId)
  return hash
}

/** A file that goes out as it is, is the one of the record. */
function checkNative(
  report: Report,
  { document, native }: LaidDocument,
  hashes: ReadonlyMap<LaidFile, string>,
): void {
  if (native === null || document.native === null || native.kept !== document.native.sha256) return
  report.looked('natives')
  const fault = (text: string): void =>
    report.fault('natives', `${document.first}${text}`, document.documentId)
  if (document.redacted) fault(' is redacted, and its file would go out as it is.')
  if (native.sha256 !== document.fileSha256 || hashes.get(native) !== document.fileSha256)
    fault(': its file is not the one of the record.')
}

/** What is covered on the pages or in the cells stands neither in the row, nor in a name, nor in the text. */
async function checkCovered(
  means: ReadingBack,
  report: Report,
  { production, columns }: ToReadBack,
  { document, text, native }: LaidDocument,
  row: ReadRow,
  signal: AbortSignal,
): Promise<void> {
  // What a slip sheet stands for says nothing but its numbers.
  if (!document.redacted || document.treatment === 'withheld' || document.treatment === 'failed') return
  const of = { documentId: document.documentId, projectId: production.project_id }
  const onPages = await wordsOnPages(means, of, signal)
  const inCells = await wordsUnderCells(means, of, signal)
  report.looked('covered')
  const fault = (text: string): void =>
    report.fault('covered', `${document.first}: ${text}`, document.documentId)
  if (onPages === null || inCells === null) {
    fault('the words under its redactions cannot be read any more.')
    return
  }
  const covered = onPages.union(inCells)
  const holds = (some: string): boolean => wordsIn(some).some((word) => covered.has(word))
  for (const [at, column] of columns.entries())
    if (tellsContent(column) && holds(row?.[at] ?? ''))
      fault(`a word under a redaction stands in ${column.name}.`)
  if (native !== null && holds(native.path.slice(native.path.lastIndexOf('/'))))
    fault('a word under a redaction stands in the name of its file.')
  if (text === null) return
  const chunks: Uint8Array[] = []
  for await (const chunk of bytesOf(means.blobs, text)) chunks.push(chunk)
  if (holds(Buffer.concat(chunks).toString('utf8'))) fault('a word under a redaction stands in its text.')
}

/** None where no page is redacted; null where the words of its pages cannot be read. */
async function wordsOnPages(
  { records: { read }, pages }: ReadingBack,
  { documentId, projectId }: { readonly documentId: number; readonly projectId: number },
  signal: AbortSignal,
): Promise<ReadonlySet<string> | null> {
  const { redactions } = await redactionsOf(read, documentId)
  if (redactions.length === 0) return new Set()
  const source = await pages.makeable(await sourceOf(read, projectId, documentId))
  const words = source === null ? null : await pages.words(source, signal)
  return words === null || 'code' in words ? null : coveredWords(words, redactions)
}

/** Fields that say what a document says. Who collected it, its numbers, dates and hashes do not. */
const tellsContent = ({ field }: FilledColumn): boolean =>
  field !== null &&
  (field.field.kind === 'text' || field.field.name === 'Domains') &&
  !['Custodian', 'All_Custodian'].includes(field.field.name)
