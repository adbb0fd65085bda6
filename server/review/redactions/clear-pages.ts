/** Removes the redactions on a document's pages in the transaction of whoever clears all of its redactions. */
import type { ProjectContext } from '../../platform/http/context.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { removedBy } from './decide.ts'
import { byHand, writeActs } from './write.ts'

export async function clearPages(
  trx: Writer,
  ctx: ProjectContext,
  {
    documentId,
    gesture,
    revision,
  }: { readonly documentId: number; readonly gesture: string /** As it is. */; readonly revision: number },
): Promise<void> {
  const rows = await trx
    .selectFrom('redaction')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .orderBy('redaction_id')
    .execute()
  const at = instantOf(ctx.now())
  const acts = rows.map((row) => removedBy(row, ctx.caller.userId, at))
  await writeActs(trx, byHand(ctx), { documentId, gesture, acts, inForce: rows.length, revision })
}
