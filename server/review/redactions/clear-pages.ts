/**
 * Removes the redactions on a document's pages in the transaction of whoever clears all of its redactions.
 */
import type { ProjectContext } from '../../platform/http/context.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { removedBy } from './gestures.ts'
import { rowsInForce } from './rows.ts'
import { byHand } from './trail.ts'
import { writeActs } from './write.ts'

/** Answers the number that the document's redactions have then. */
export async function clearPages(
  trx: Writer,
  ctx: ProjectContext,
  {
    documentId,
    gesture,
    revision,
  }: { readonly documentId: number; readonly gesture: string /** As it is. */; readonly revision: number },
): Promise<number> {
  const rows = await rowsInForce(trx, documentId)
  const at = instantOf(ctx.now())
  const acts = rows.map((row) => removedBy(row, ctx.caller.userId, at))
  return await writeActs(trx, byHand(ctx), { documentId, gesture, acts, inForce: rows.length, revision })
}
