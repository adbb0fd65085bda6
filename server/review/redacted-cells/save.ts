/** Saving a gesture, and removing all redactions of a spreadsheet: all of it or nothing. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type {
  CellsMarkup,
  clearSheetRedactions,
  DocumentCells,
  saveCells,
} from '#contracts/redacted-cells.ts'
import type { clearRedactions } from '#contracts/redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { requireReadable } from '../documents/visible.ts'
import { clearPages } from '../redactions/clear-pages.ts'
import { keysIn, removedBy } from '../redactions/gestures.ts'
import { clearDocument } from '../redactions/save.ts'
import { documentNow, many, otherFile, parted, requireInReview, stale } from '../redactions/standing.ts'
import { byHand } from '../redactions/trail.ts'
import { sheetSource } from '../sheets/source.ts'
import { decide, type SheetsNow } from './decide.ts'
import { cellsInForce, cellsNow, rowsByKey, telling } from './rows.ts'
import { type Written, writeActs } from './write.ts'

/** Ms that are waited until it is known which sheets a file has. */
const sheetsMs = 20_000

/** The redacted cells of a document, for whoever may read it. */
export async function loadCells(ctx: ProjectContext, documentId: number): Promise<DocumentCells> {
  await requireReadable(ctx, documentId)
  return await cellsNow(ctx, ctx.records.read, documentId)
}

export async function saveGesture(
  ctx: ProjectContext,
  { documentId, gesture, markup }: BodyOf<typeof saveCells>,
): Promise<ReplyOf<typeof saveCells>> {
  const { projectId } = ctx.project
  const keys = keysIn(markup)
  await requireInReview(ctx, documentId)
  // The file may have to be read first: nothing like that is waited for in a transaction.
  const sheets = await sheetsNow(ctx, documentId, markup)
  const reply = await idempotent(
    ctx,
    async (trx) => {
      const { inForce, covering, revision, sha256 } = await standing(trx, ctx, documentId)
      if (sha256 !== sheets.sha256) throw otherFile('sheets')
      const known = await rowsByKey(trx, projectId, keys)
      const decided = decide({
        ...{ projectId, documentId, gesture, markup, sheets, known, inForce },
        ...{ userId: ctx.caller.userId, ofOthers: ctx.can('redaction.ofOthers') },
        at: instantOf(ctx.now()),
      })
      if ('stale' in decided) throw stale(await cellsNow(ctx, trx, documentId))
      const done = await writeActs(trx, byHand(ctx), {
        documentId,
        gesture,
        acts: decided.acts,
        covering,
        revision,
      })
      const { standing: data, removed } = parted(keys, await rowsByKey(trx, projectId, keys))
      const tell = telling(ctx, sha256)
      return { ...done, data: data.map(tell.cells), removed: removed.map(tell.removed) }
    },
    { alone: keys.length > many },
  )
  ctx.search.wake()
  return reply
}

/** Those on its pages go with them: nothing of the document is redacted then. Each can be restored. */
export async function clearCells(
  ctx: ProjectContext,
  { documentId, gesture, revision: seen }: BodyOf<typeof clearSheetRedactions>,
): Promise<ReplyOf<typeof clearSheetRedactions>> {
  await requireInReview(ctx, documentId)
  const reply = await idempotent(
    ctx,
    async (trx) => {
      const { covering, revision } = await standing(trx, ctx, documentId)
      if (revision !== seen) throw stale(await cellsNow(ctx, trx, documentId))
      const { edit, revision: grown } = await removeAll(trx, ctx, {
        ...{ documentId, gesture, covering, revision },
      })
      await clearPages(trx, ctx, { documentId, gesture, revision: grown })
      return { ...(await cellsNow(ctx, trx, documentId)), edit }
    },
    { alone: true },
  )
  ctx.search.wake()
  return reply
}

/** The redactions on the pages of a document go, and with them those of its cells. */
export const clearPagesAndCells = (ctx: ProjectContext, body: BodyOf<typeof clearRedactions>) =>
  clearDocument(ctx, body, async (trx, revision) => {
    const { documentId, gesture } = body
    const { covering } = await standing(trx, ctx, documentId)
    await removeAll(trx, ctx, { documentId, gesture, covering, revision })
  })

async function removeAll(
  trx: Writer,
  ctx: ProjectContext,
  standing: {
    readonly documentId: number
    readonly gesture: string
    readonly covering: number
    readonly revision: number
  },
): Promise<Written> {
  const rows = await cellsInForce(trx, standing.documentId)
  const at = instantOf(ctx.now())
  const acts = rows.map((row) => removedBy(row, ctx.caller.userId, at))
  return await writeActs(trx, byHand(ctx), { ...standing, acts })
}

/** Only what is added, or said to be right, needs a look at the sheets. */
export async function sheetsNow(
  ctx: ProjectContext,
  documentId: number,
  { add, change }: CellsMarkup,
): Promise<SheetsNow> {
  const source = await sheetSource(ctx, documentId)
  const isText = /\.(csv|tsv|tab|txt)$/i.test(source.name)
  const needed = Math.max(-1, ...add.map(({ sheet }) => sheet))
  if (needed < 0 && !change.some(({ checked }) => checked === true))
    return { sha256: source.sha256, isText, count: 0, reason: '' }
  const book = await ctx.sheets.book(source)
  await book.until(
    () => !book.reading || (needed >= 0 && book.file().sheets.length > needed),
    ctx.signal,
    sheetsMs,
  )
  const { sheets, reason } = book.file()
  if (book.reading && sheets.length <= needed)
    throw new ApiError('unavailable', 'The sheets of this document are being read. Try again in a moment.')
  return { sha256: source.sha256, isText, count: sheets.length, reason }
}

/** How the document stands in this transaction. */
async function standing(
  trx: Writer,
  ctx: ProjectContext,
  documentId: number,
): Promise<{
  readonly inForce: number
  readonly covering: number
  readonly revision: number
  readonly sha256: string
}> {
  const { sha256, revision } = await documentNow(trx, ctx, documentId)
  const kinds = await trx
    .selectFrom('redacted_cells')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('n')])
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .groupBy('kind')
    .execute()
  const count = (counted: (kind: string) => boolean): number =>
    kinds.reduce((sum, { kind, n }) => sum + (counted(kind) ? Number(n) : 0), 0)
  return {
    inForce: count(() => true),
    covering: count((kind) => kind !== 'kept'),
    revision,
    sha256,
  }
}
