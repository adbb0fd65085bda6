/**
 * Puts the redactions of a document, on its pages and in its cells, on its exact copies: some copies at a time, each part in one
 * transaction, all of them in one gesture.
 */
import { createHash } from 'node:crypto'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { redactedCellsKind } from '#contracts/redacted-cells.ts'
import type { copyRedactions } from '#contracts/redaction-copies.ts'
import { redactionKind, redactionLimits } from '#contracts/redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { controlNumber } from '../documents/control.ts'
import { sourceOf } from '../pages/source.ts'
import { textOfPages } from '../pages/text-of-pages.ts'
import { decide as decideCells, type SheetsNow } from '../redacted-cells/decide.ts'
import { type CellsRow, rowsByKey as cellsByKey, cellsInForce, piecesIn } from '../redacted-cells/rows.ts'
import { sheetsNow } from '../redacted-cells/save.ts'
import { writeActs as writeCells } from '../redacted-cells/write.ts'
import { decide } from '../redactions/decide.ts'
import { boxesIn } from '../redactions/of-document.ts'
import { lookAtPages, type PagesNow } from '../redactions/pages-now.ts'
import { isToCheck, type RedactionRow, rowsByKey, rowsInForce } from '../redactions/rows.ts'
import { documentNow, requireInReview } from '../redactions/standing.ts'
import { byHand } from '../redactions/trail.ts'
import { writeActs } from '../redactions/write.ts'
import { copiesBehind } from './copies.ts'

/** Copies of one part: each has its pages looked at. */
const most = 20

interface Copy {
  readonly documentId: number
  readonly controlNumber: string
  /** Its pages, and its sheets, where they are needed; or why the same would not lie where it lies in the original. */
  readonly now: Looked | string
}

interface Looked {
  readonly pages: PagesNow | null
  readonly sheets: SheetsNow | null
}

/** What is copied. */
interface Drawn {
  readonly onPages: readonly RedactionRow[]
  readonly inCells: readonly CellsRow[]
}

const nothing = { add: [], change: [], remove: [], restore: [] }

export async function copyToCopies(
  ctx: ProjectContext,
  { documentId, gesture, revision: seen, after }: BodyOf<typeof copyRedactions>,
): Promise<ReplyOf<typeof copyRedactions>> {
  await requireInReview(ctx, documentId)
  // Pages are made for boxes alone: a spreadsheet has none until somebody looks at them.
  const before = await drawnOn(ctx.records.read, documentId)
  const pages = before.onPages.length > 0 ? await lookAtPages(ctx, documentId) : null
  const each = before.onPages.length + before.inCells.length
  const count = Math.max(1, Math.min(most, Math.floor(redactionLimits.gesture / Math.max(1, each))))
  const found = await copiesBehind(ctx, documentId, after ?? 0, count + 1)
  const copies: Copy[] = []
  for (const row of found.slice(0, count))
    copies.push({
      documentId: row.document_id,
      controlNumber: controlNumber(ctx.project.prefix, row.control),
      now: await lookAtCopy(ctx, { documentId, copyId: row.document_id, pages, inCells: before.inCells }),
    })
  const next = found.length > count ? (copies.at(-1)?.documentId ?? null) : null
  const reply = await idempotent(
    ctx,
    async (trx) => {
      const now = await documentNow(trx, ctx, documentId)
      const drawn = await drawnOn(trx, documentId)
      requireAsSeen(now.revision === seen && (pages === null || now.sha256 === pages.sha256))
      if (
        (pages !== null && drawn.onPages.some((row) => isToCheck(row, pages))) ||
        drawn.inCells.some(({ sha256 }) => sha256 !== now.sha256)
      )
        throw new ApiError(
          'conflict',
          'Check the redactions of this document first: its file or pages have changed.',
          {
            detail: 'redaction.toCheck',
          },
        )
      const left: { documentId: number; controlNumber: string; reason: string }[] = []
      let [documents, redactions] = [0, 0]
      for (const copy of copies) {
        const made = await copyTo(trx, ctx, { gesture, drawn, sha256: now.sha256 }, copy)
        if (typeof made === 'string')
          left.push({ documentId: copy.documentId, controlNumber: copy.controlNumber, reason: made })
        else if (made > 0) {
          documents += 1
          redactions += made
        }
      }
      return { documents, redactions, left, next }
    },
    { alone: true },
  )
  ctx.search.wake()
  return reply
}

/** Answers how many redactions it has got, or why it could not be redacted. */
async function copyTo(
  trx: Writer,
  ctx: ProjectContext,
  of: { readonly gesture: string; readonly drawn: Drawn; readonly sha256: string },
  { documentId, now }: Copy,
): Promise<number | string> {
  if (typeof now === 'string') return now
  const { projectId } = ctx.project
  const there = await drawnOn(trx, documentId)
  const boxes = missingIn(there.onPages, of.drawn.onPages, placeOf)
  const cells = missingIn(there.inCells, of.drawn.inCells, placeOfCells)
  const keyHere = ({ key }: { readonly key: string }): string => keyOf(of.gesture, documentId, key)
  const taken = await rowsByKey(trx, projectId, boxes.map(keyHere))
  if (taken.size + (await cellsByKey(trx, projectId, cells.map(keyHere))).size > 0) throw madeAlready()
  try {
    const { sha256, revision } = await documentNow(trx, ctx, documentId)
    if (sha256 !== of.sha256) return 'It has another file by now.'
    const by = {
      ...{ projectId, documentId, gesture: of.gesture, known: new Map() },
      ...{ userId: ctx.caller.userId, ofOthers: false, at: instantOf(ctx.now()) },
    }
    const drawn =
      now.pages === null
        ? noActs
        : decide({
            ...{ ...by, pages: now.pages, inForce: there.onPages.length },
            originOf: () => 'copy',
            markup: { ...nothing, add: boxes.map((row) => ({ ...boxOf(row), key: keyHere(row) })) },
          })
    const covered =
      now.sheets === null
        ? noActs
        : decideCells({
            ...{ ...by, sheets: now.sheets, inForce: there.inCells.length, origin: 'copy' },
            markup: { ...nothing, add: cells.map((row) => ({ ...cellsOf(row), key: keyHere(row) })) },
          })
    if ('stale' in drawn || 'stale' in covered) return 'Its redactions were changed meanwhile.'
    const drawer = { ...byHand(ctx), how: 'bulk' as const }
    const grown = await writeActs(trx, drawer, {
      ...{ documentId, gesture: of.gesture, acts: drawn.acts, inForce: there.onPages.length, revision },
    })
    const covering = there.inCells.filter(({ kind }) => kind !== 'kept').length
    await writeCells(trx, drawer, {
      ...{ documentId, gesture: of.gesture, acts: covered.acts, covering, revision: grown },
    })
    return drawn.acts.length + covered.acts.length
  } catch (error) {
    // Refused before anything was written: the others go on.
    if (error instanceof ApiError) return error.message
    throw error
  }
}

const noActs = { acts: [] }

const drawnOn = async (read: Reader, documentId: number): Promise<Drawn> => ({
  onPages: await rowsInForce(read, documentId),
  inCells: await cellsInForce(read, documentId),
})

function missingIn<Row>(
  there: readonly Row[],
  drawn: readonly Row[],
  place: (row: Row) => string,
): readonly Row[] {
  const known = new Set(there.map(place))
  return drawn.filter((row) => !known.has(place(row)))
}

const boxOf = (row: RedactionRow) => ({
  ...{ page: row.page, kind: redactionKind.parse(row.kind), boxes: [...boxesIn(row.boxes)] },
  ...{ label: row.label, reason: row.reason },
})

const cellsOf = (row: CellsRow) => ({
  ...{ sheet: row.sheet, kind: redactedCellsKind.parse(row.kind), range: row.cell_range },
  ...{ pieces: piecesIn(row.pieces), label: row.label, reason: row.reason },
})

async function lookAtCopy(
  ctx: ProjectContext,
  {
    documentId,
    copyId,
    pages,
    inCells,
  }: {
    readonly documentId: number
    readonly copyId: number
    readonly pages: PagesNow | null
    readonly inCells: readonly CellsRow[]
  },
): Promise<Looked | string> {
  const own = pages === null ? null : await pagesOfCopy(ctx, documentId, copyId, pages)
  if (typeof own === 'string') return own
  if (inCells.length === 0) return { pages: own, sheets: null }
  const add = inCells.map((row) => ({ ...cellsOf(row), key: row.key }))
  // A file of the same bytes is a spreadsheet only where it is called one.
  const sheets = await orWhy(() => sheetsNow(ctx, copyId, { ...nothing, add }))
  return typeof sheets === 'string' ? sheets : { pages: own, sheets }
}

/** What has to be waited for is waited for by whoever asked: nothing is written yet. */
async function orWhy<Found>(look: () => Promise<Found>): Promise<Found | string> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'unavailable') return error.message
    throw error
  }
}

/** Of messages the record lays out the pages: only where it says the same of both do boxes lie alike. */
async function pagesOfCopy(
  ctx: ProjectContext,
  documentId: number,
  copyId: number,
  pages: PagesNow,
): Promise<PagesNow | string> {
  const other = 'Its pages are laid out otherwise. Redact it by its words.'
  return await orWhy(async () => {
    const now = await lookAtPages(ctx, copyId)
    if (now.count !== pages.count) return other
    if (now.version === pages.version) return now
    const [text, own] = await Promise.all(
      [documentId, copyId].map(async (id) =>
        textOfPages(ctx.records.read, await sourceOf(ctx.records.read, ctx.project.projectId, id)),
      ),
    )
    return text !== null && JSON.stringify(text) === JSON.stringify(own) ? now : other
  })
}

const placeOf = ({ page, kind, boxes }: Pick<RedactionRow, 'page' | 'kind' | 'boxes'>): string =>
  `${page} ${kind} ${boxes}`

const placeOfCells = ({
  sheet,
  kind,
  cell_range,
  pieces,
}: Pick<CellsRow, 'sheet' | 'kind' | 'cell_range' | 'pieces'>): string =>
  `${sheet} ${kind} ${cell_range} ${pieces}`

const keyOf = (gesture: string, documentId: number, key: string): string =>
  createHash('sha256').update(`${gesture} ${documentId} ${key}`).digest('base64url').slice(0, 21)

function requireAsSeen(isAsSeen: boolean): void {
  if (!isAsSeen)
    throw new ApiError(
      'conflict',
      'The redactions have changed since. Look at them, then apply them again.',
      {
        detail: 'documentId',
      },
    )
}

/** Whatever has become of what it made: a gesture makes nothing a second time. */
const madeAlready = (): ApiError =>
  new ApiError('conflict', 'This gesture has been applied to copies before. Apply with another one.', {
    detail: 'gesture',
  })
