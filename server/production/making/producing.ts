/**
 * Making what goes out of a document. Its pages are drawn by a process of its own and kept as one file with its text; of a
 * redacted document from its redacted PDF alone, after the gate, and never from its own file.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { productionDpi } from '#contracts/production-settings.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { ChildPool } from '../../platform/jobs/pool.ts'
import { ownName } from '../../platform/process-id.ts'
import type { Records } from '../../platform/records/records.ts'
import type { Makeable } from '../../review/pages/draw.ts'
import type { Pages } from '../../review/pages/pages.ts'
import type { PageFault } from '../../review/pages/protocol.ts'
import { sourceIn } from '../../review/pages/source.ts'
import type { RedactedSheets } from '../../review/redacted-cells/copies.ts'
import { type CellsOfDocument, redactedCellsOf } from '../../review/redacted-cells/of-document.ts'
import type { Burning } from '../../review/redactions/burn/burned.ts'
import { type RedactionsOfDocument, redactionsOf } from '../../review/redactions/of-document.ts'
import { holdsRedacted } from '../redacted/redacted-in.ts'
import { createDrawing, type Drawing } from './drawing.ts'
import { framedDpi } from './frame.ts'
import type { Made, MadeNative, ToMake } from './made.ts'
import { MadeFile, sumsOf } from './made-file.ts'
import { pagesThatGoOut } from './pages-that-go-out.ts'
import { recordText } from './record-text.ts'

declare module '../../platform/services.ts' {
  interface Services {
    /** Makes the pages, texts and files of productions. */
    readonly producing: Producing
  }
}

export interface Producing {
  /** How many pages a document has that can all be drawn; or why not. */
  count(
    document: { readonly projectId: number; readonly documentId: number },
    signal: AbortSignal,
  ): Promise<number | PageFault>
  /**
   * Makes and keeps what goes out; or says why that cannot be. The same document is made to the same bytes. `beforeKept` is
   * awaited before the file is kept: what is on the record by then is found by a rollback, however this ends.
   */
  make(
    document: ToMake,
    signal: AbortSignal,
    beforeKept?: (sha256: string) => Promise<void>,
  ): Promise<Made | PageFault>
  /** A page (from 0) of what would be made now, as a JPEG for the screen; nothing is kept. */
  picture(document: ToMake, page: number, signal: AbortSignal): Promise<Buffer | PageFault>
  stop(): Promise<void>
}

export interface ProducingOptions {
  readonly records: Pick<Records, 'read'>
  readonly blobs: Blobs
  readonly spool: string
  readonly pages: Pick<Pages, 'makeable' | 'look' | 'whyNone' | 'file'>
  readonly burning: Pick<Burning, 'file'>
  readonly redactedSheets: Pick<RedactedSheets, 'copy'>
  /** Pages are counted by these. */
  readonly children: ChildPool
  readonly worker: URL
  readonly passwordsOf: (projectId: number) => Promise<readonly string[]>
}

/** A document as it is when something is made of it. */
interface Document {
  readonly documentId: number
  readonly projectId: number
  readonly sha256: string
  readonly fileName: string
  readonly makeable: Makeable | null
  readonly whyNone: string
  readonly redactions: RedactionsOfDocument
  readonly cells: CellsOfDocument
}

/** Nothing is started before somebody asks. */
export function openProducing(options: ProducingOptions): Producing {
  const { blobs, spool } = options
  const drawing = createDrawing(options)
  /** Whoever looks does not wait behind a production that runs. */
  const pictures = createDrawing(options)

  return {
    async count({ projectId, documentId }, signal) {
      const document = await documentNow(options, projectId, documentId)
      if (document === null) return gone
      const unsafe = whyNoPages(document)
      if (unsafe !== null) return unsafe
      const { makeable, whyNone } = document
      if (makeable === null) return { code: 'unsupportedType', reason: whyNone }
      return pagesThatGoOut(await options.pages.look(makeable, options.children, signal))
    },
    async make(asked, signal, beforeKept = async () => {}) {
      const path = await placeOf(spool, asked.projectId)
      const file = await MadeFile.begin(path, asked.productionId)
      try {
        const native = await makeInto(options, drawing, file, asked, signal)
        if (native !== null && 'reason' in native) return native
        await file.close()
        const made = file.end()
        await beforeKept(made.sha256)
        await blobs.adopt(path, made.sha256)
        return { ...made, native }
      } finally {
        await file.close()
        await rm(path, { force: true })
      }
    },
    async picture(asked, page, signal) {
      const path = await placeOf(spool, asked.projectId)
      const file = await MadeFile.begin(path, asked.productionId)
      try {
        const only = { ...asked, native: false, text: false, only: page }
        const fault = await makeInto(options, pictures, file, only, signal)
        if (fault !== null && 'reason' in fault) return fault
        const [part] = file.end().parts
        return part === undefined ? gone : (await readFile(path)).subarray(part.at, part.at + part.size)
      } finally {
        await file.close()
        await rm(path, { force: true })
      }
    },
    stop: async () => {
      await Promise.all([drawing.stop(), pictures.stop()])
    },
  }
}

/** Where something is made until it is whole. */
async function placeOf(spool: string, projectId: number): Promise<string> {
  const folder = join(spool, `project-${projectId}`, 'making')
  await mkdir(folder, { recursive: true })
  return join(folder, ownName())
}

const gone: PageFault = { code: 'missing', reason: 'The document is not there any more.' }
const changed: PageFault = {
  code: 'changed',
  reason:
    'Its file, its redactions or those of a file in it have changed since this was started. Let a slip sheet stand for it, or roll back and start again.',
}

async function documentNow(
  { records, pages }: ProducingOptions,
  projectId: number,
  documentId: number,
): Promise<Document | null> {
  const row = await records.read
    .selectFrom('document')
    .select(['document_id', 'project_id', 'sha256', 'mime_type', 'file_category', 'file_name'])
    .where('document_id', '=', documentId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  const cells = await redactedCellsOf(records.read, documentId)
  if (row === undefined || cells === null) return null
  const source = sourceIn(row)
  const makeable = await pages.makeable(source)
  return {
    ...{ documentId, projectId, sha256: row.sha256, fileName: row.file_name, makeable, cells },
    whyNone: pages.whyNone(source).reason,
    redactions: await redactionsOf(records.read, documentId, makeable?.version),
  }
}

/** Cells are covered in the rebuilt copy of a spreadsheet and on no page of it. */
const whyNoPages = ({ cells }: Document): PageFault | null =>
  cells.covered.length === 0
    ? null
    : {
        code: 'unsupportedType',
        reason: 'Its cells are redacted, so its pages cannot go out. Produce spreadsheets as files.',
      }

/** As it was planned, with redactions that somebody has looked at since its file was replaced; or why nothing of it goes out. */
function whyNot(document: Document, { fileSha256, redactionRevision }: ToMake): PageFault | null {
  const { redactions, cells, sha256 } = document
  const isSame =
    sha256 === fileSha256 &&
    redactions.revision === redactionRevision &&
    cells.revision === redactionRevision &&
    cells.sha256 === sha256
  if (!isSame) return changed
  if (redactions.toCheck || cells.toCheck)
    return {
      code: 'changed',
      reason:
        'Its redactions were drawn on another file, or on other pages. Somebody has to check them first.',
    }
  return null
}

/** Writes the parts. Answers its file where that goes out as it is, or why something cannot go out. */
async function makeInto(
  options: ProducingOptions,
  drawing: Drawing,
  file: MadeFile,
  asked: ToMake,
  signal: AbortSignal,
): Promise<MadeNative | PageFault | null> {
  const { projectId, slipSheet, native, text, pages } = asked
  // Of what is withheld nothing is read; and of what goes out as a row alone.
  if (slipSheet === null && pages === 0 && !native && !text) return null
  if (slipSheet !== null && !native && !text) return await drawing.slipSheet(file, slipSheet, asked, signal)
  const now = () => documentNow(options, projectId, asked.documentId)
  const document = await now()
  if (document === null) return gone
  const fault = whyNot(document, asked) ?? (await makeImages(options, drawing, file, document, asked, signal))
  if (fault !== null) return fault
  const isRedacted = document.redactions.redactions.length > 0 || document.cells.covered.length > 0
  if (text && !isRedacted) {
    const own = await recordText(options.records.read, asked.documentId)
    await file.part({ kind: 'text', extension: 'txt' }, Buffer.from(own, 'utf8'))
  }
  const given = native ? await giveFile(options, file, document, isRedacted) : null
  // Making it takes its time: what was covered or replaced meanwhile does not leave as it was.
  const after = await now()
  const wrong = after === null ? gone : whyNot(after, asked)
  if (wrong !== null) return wrong
  // So is what was covered of a file in it.
  return native && !isRedacted && (await holdsRedacted(options.records.read, asked.documentId))
    ? changed
    : given
}

async function makeImages(
  options: ProducingOptions,
  drawing: Drawing,
  file: MadeFile,
  document: Document,
  asked: ToMake,
  signal: AbortSignal,
): Promise<PageFault | null> {
  if (asked.slipSheet !== null) return await drawing.slipSheet(file, asked.slipSheet, asked, signal)
  return asked.pages === 0 ? null : await makePages(options, drawing, file, document, asked, signal)
}

async function makePages(
  { pages, burning, children }: ProducingOptions,
  drawing: Drawing,
  file: MadeFile,
  document: Document,
  asked: ToMake,
  signal: AbortSignal,
): Promise<PageFault | null> {
  const { makeable, redactions, whyNone } = document
  const unsafe = whyNoPages(document)
  if (unsafe !== null) return unsafe
  if (makeable === null) return { code: 'unsupportedType', reason: whyNone }
  if (redactions.redactions.length === 0) {
    const drawable = await pages.file(makeable, signal)
    if ('code' in drawable) return drawable
    const { file: from, mimeType, maker } = drawable
    const kind = maker === 'picture' ? 'picture' : 'pdf'
    return await drawing.file(
      file,
      { path: from, maker: kind, mimeType, text: false, isBurned: false },
      asked,
      signal,
    )
  }
  // For the place that its pages have between what is stamped, where they have one: they are put there as they were burned. How
  // large the pages of a picture are printed is not in their sizes.
  const sizes = makeable.maker === 'picture' ? null : (await pages.look(makeable, children, signal)).sizes
  const dpi = framedDpi(asked.stamps(0), sizes ?? []) ?? productionDpi
  const burned = await burning.file(makeable, redactions, dpi, signal)
  if ('code' in burned) return burned
  if ('faults' in burned)
    return {
      code: 'corrupt',
      reason: `Its redacted pages were looked at and do not leave. ${burned.faults[0]?.reason ?? ''}`.trim(),
    }
  const source = { path: burned.path, maker: 'pdf', mimeType: 'application/pdf' } as const
  return await drawing.file(file, { ...source, text: asked.text, isBurned: true }, asked, signal)
}

/** The document's file, compared with what is on the record; or the rebuilt copy of a redacted spreadsheet, as a part. */
async function giveFile(
  options: ProducingOptions,
  file: MadeFile,
  document: Document,
  isRedacted: boolean,
): Promise<MadeNative | PageFault | null> {
  const { documentId, projectId, sha256, fileName } = document
  const path = options.blobs.pathOf(sha256)
  if (!isRedacted) return await nativeOf(path, sha256, fileName)
  if (document.redactions.redactions.length > 0)
    return {
      code: 'unsupportedType',
      reason: 'Its pages are redacted, so its file cannot go out. Produce its pages.',
    }
  const passwords = await options.passwordsOf(projectId)
  const source = { sha256, path, name: fileName, passwords }
  const copy = await options.redactedSheets.copy(documentId, source, document.cells)
  if (copy.source === null)
    return {
      code: 'corrupt',
      reason: (copy.report.refused ?? 'Its redacted copy cannot be made.').slice(0, 500),
    }
  const extension = copy.report.isText ? 'csv' : 'xlsx'
  await file.part({ kind: 'workbook', extension }, await readFile(copy.source.path))
  return null
}

async function nativeOf(path: string, sha256: string, fileName: string): Promise<MadeNative | PageFault> {
  const sums = await sumsOf(path).catch(() => null)
  if (sums === null) return { code: 'missing', reason: 'Its file is not there.' }
  if (sums.sha256 !== sha256)
    return {
      code: 'corrupt',
      reason: 'Its file is damaged on the disk of the server. Restore it from a backup.',
    }
  return { ...sums, extension: /\.([A-Za-z0-9]{1,8})$/.exec(fileName)?.[1]?.toLowerCase() ?? 'bin' }
}
