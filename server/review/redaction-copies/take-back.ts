/** Takes back what one has copied in one gesture, some redactions at a time: those that nobody has changed since. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { takeBackCopies } from '#contracts/redaction-copies.ts'
import { redactionLimits } from '#contracts/redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { inReview } from '../documents/visible.ts'
import { writeActs as writeCells } from '../redacted-cells/write.ts'
import { removedBy } from '../redactions/gestures.ts'
import { requireInReview } from '../redactions/standing.ts'
import { byHand, type Drawer } from '../redactions/trail.ts'
import { writeActs } from '../redactions/write.ts'

/** Of one that nobody has changed. */
const asMade = 1

type Table = 'redaction' | 'redacted_cells'

export async function takeBack(
  ctx: ProjectContext,
  { documentId, copied }: BodyOf<typeof takeBackCopies>,
): Promise<ReplyOf<typeof takeBackCopies>> {
  await requireInReview(ctx, documentId)
  const most = redactionLimits.gesture
  const onPages = await ownOf(ctx, copied, 'redaction', most)
  const inCells = await ownOf(ctx, copied, 'redacted_cells', most - onPages.due.length)
  const reply = await idempotent(
    ctx,
    async (trx) => {
      const drawer = { ...byHand(ctx), how: 'undo' as const }
      const redactions =
        (await removeBoxes(trx, ctx, drawer, copied, onPages.due)) +
        (await removeCells(trx, ctx, drawer, copied, inCells.due))
      return { redactions, changed: onPages.changed + inCells.changed, more: onPages.more || inCells.more }
    },
    { alone: true },
  )
  ctx.search.wake()
  return reply
}

interface Own {
  readonly due: readonly number[]
  /** There are more than that. */
  readonly more: boolean
  readonly changed: number
}

/** Through the door: copies that one does not see any more stay as they are, and are not told of. */
async function ownOf(ctx: ProjectContext, copied: string, table: Table, most: number): Promise<Own> {
  const { read } = ctx.records
  const own =
    table === 'redaction'
      ? read
          .selectFrom('redaction')
          .select(['redaction_id as id', 'document_id', 'version'])
          .where('project_id', '=', ctx.project.projectId)
          .where('gesture', '=', copied)
          .where('origin', '=', 'copy')
          .where('by_user', '=', ctx.caller.userId)
          .where('removed_at', 'is', null)
      : read
          .selectFrom('redacted_cells')
          .select(['redacted_cells_id as id', 'document_id', 'version'])
          .where('project_id', '=', ctx.project.projectId)
          .where('gesture', '=', copied)
          .where('origin', '=', 'copy')
          .where('by_user', '=', ctx.caller.userId)
          .where('removed_at', 'is', null)
  const seen = read
    .selectFrom(own.as('r'))
    .innerJoin('document as d', 'd.document_id', 'r.document_id')
    .where('d.state', '=', inReview)
  const ids = await seen
    .select('r.id')
    .where('r.version', '=', asMade)
    .orderBy('r.id')
    .limit(most + 1)
    .execute()
  const { n } = await seen
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('r.version', '>', asMade)
    .executeTakeFirstOrThrow()
  return { due: ids.slice(0, most).map(({ id }) => id), more: ids.length > most, changed: Number(n) }
}

async function removeBoxes(
  trx: Writer,
  ctx: ProjectContext,
  drawer: Drawer,
  copied: string,
  due: readonly number[],
): Promise<number> {
  if (due.length === 0) return 0
  const rows = await trx
    .selectFrom('redaction')
    .selectAll()
    .where('redaction_id', 'in', due)
    .where('version', '=', asMade)
    .where('removed_at', 'is', null)
    .orderBy('redaction_id')
    .execute()
  for (const [documentId, some] of Map.groupBy(rows, (row) => row.document_id)) {
    const inForce = await countOf(trx, 'redaction', documentId)
    const acts = some.map((row) => removedBy(row, ctx.caller.userId, instantOf(ctx.now())))
    const revision = await revisionOf(trx, documentId)
    await writeActs(trx, drawer, { documentId, gesture: copied, acts, inForce, revision })
  }
  return rows.length
}

async function removeCells(
  trx: Writer,
  ctx: ProjectContext,
  drawer: Drawer,
  copied: string,
  due: readonly number[],
): Promise<number> {
  if (due.length === 0) return 0
  const rows = await trx
    .selectFrom('redacted_cells')
    .selectAll()
    .where('redacted_cells_id', 'in', due)
    .where('version', '=', asMade)
    .where('removed_at', 'is', null)
    .orderBy('redacted_cells_id')
    .execute()
  for (const [documentId, some] of Map.groupBy(rows, (row) => row.document_id)) {
    const covering = await countOf(trx, 'redacted_cells', documentId)
    const acts = some.map((row) => removedBy(row, ctx.caller.userId, instantOf(ctx.now())))
    const revision = await revisionOf(trx, documentId)
    await writeCells(trx, drawer, { documentId, gesture: copied, acts, covering, revision })
  }
  return rows.length
}

/** What covers: cells that are kept open do not. */
async function countOf(trx: Writer, table: Table, documentId: number): Promise<number> {
  const { n } = await trx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('document_id', '=', documentId)
    .where('kind', '<>', 'kept')
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

async function revisionOf(trx: Writer, documentId: number): Promise<number> {
  const { redaction_revision } = await trx
    .selectFrom('document')
    .select('redaction_revision')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return redaction_revision
}
