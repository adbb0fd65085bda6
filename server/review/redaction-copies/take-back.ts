/** Takes back what one has copied in one gesture, some redactions at a time: those that nobody has changed since. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { takeBackCopies } from '#contracts/redaction-copies.ts'
import { redactionLimits } from '#contracts/redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { inReview } from '../documents/visible.ts'
import { removedBy } from '../redactions/gestures.ts'
import { requireInReview } from '../redactions/standing.ts'
import { byHand } from '../redactions/trail.ts'
import { writeActs } from '../redactions/write.ts'

/** Of one that nobody has changed. */
const asMade = 1

export async function takeBack(
  ctx: ProjectContext,
  { documentId, copied }: BodyOf<typeof takeBackCopies>,
): Promise<ReplyOf<typeof takeBackCopies>> {
  await requireInReview(ctx, documentId)
  // Through the door: copies that one does not see any more stay as they are, and are not told of.
  const own = () =>
    ctx.records.read
      .selectFrom('redaction as r')
      .innerJoin('document as d', 'd.document_id', 'r.document_id')
      .where('r.project_id', '=', ctx.project.projectId)
      .where('r.gesture', '=', copied)
      .where('r.origin', '=', 'copy')
      .where('r.by_user', '=', ctx.caller.userId)
      .where('r.removed_at', 'is', null)
      .where('d.state', '=', inReview)
  const ids = await own()
    .select('r.redaction_id')
    .where('r.version', '=', asMade)
    .orderBy('r.redaction_id')
    .limit(redactionLimits.gesture + 1)
    .execute()
  const due = ids.slice(0, redactionLimits.gesture).map((row) => row.redaction_id)
  const { n } = await own()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('r.version', '>', asMade)
    .executeTakeFirstOrThrow()
  const reply = await idempotent(
    ctx,
    async (trx) => {
      const rows = due.length === 0 ? [] : await stillThere(trx, due)
      for (const [id, some] of Map.groupBy(rows, (row) => row.document_id)) {
        const { inForce, revision } = await standing(trx, id)
        const at = instantOf(ctx.now())
        await writeActs(
          trx,
          { ...byHand(ctx), how: 'undo' },
          {
            ...{ documentId: id, gesture: copied, inForce, revision },
            acts: some.map((row) => removedBy(row, ctx.caller.userId, at)),
          },
        )
      }
      return { redactions: rows.length, changed: Number(n), more: ids.length > due.length }
    },
    { alone: true },
  )
  ctx.search.wake()
  return reply
}

const stillThere = (trx: Writer, ids: readonly number[]) =>
  trx
    .selectFrom('redaction')
    .selectAll()
    .where('redaction_id', 'in', ids)
    .where('version', '=', asMade)
    .where('removed_at', 'is', null)
    .orderBy('redaction_id')
    .execute()

async function standing(
  trx: Writer,
  documentId: number,
): Promise<{ readonly inForce: number; readonly revision: number }> {
  const { n } = await trx
    .selectFrom('redaction')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { redaction_revision } = await trx
    .selectFrom('document')
    .select('redaction_revision')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return { inForce: Number(n), revision: redaction_revision }
}
