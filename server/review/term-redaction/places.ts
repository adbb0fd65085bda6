/** The places of a search in a document, and which of them are ticked. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { type listTermPlaces, termRedactionLimits, type tickTermPlaces } from '#contracts/term-redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { recordGiven } from '../documents/trail.ts'
import { requireReadable } from '../documents/visible.ts'
import { boxesIn } from '../redactions/of-document.ts'
import { ownSearch, requireOpen } from './own.ts'

export async function placesIn(
  ctx: ProjectContext,
  jobId: number,
  { documentId, after = 0 }: { readonly documentId: number; readonly after?: number | undefined },
): Promise<ReplyOf<typeof listTermPlaces>> {
  const { read } = ctx.records
  await ownSearch(read, ctx, jobId)
  await requireReadable(ctx, documentId)
  const all = read
    .selectFrom('term_redaction_place')
    .where('job_id', '=', jobId)
    .where('document_id', '=', documentId)
  const { n } = await all.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await all
    .select(['place_id', 'page', 'boxes', 'term', 'ticked', 'covered', 'before', 'found', 'after'])
    .where('place_id', '>', after)
    .orderBy('place_id')
    .limit(termRedactionLimits.page)
    .execute()
  // Words of the document go out: nothing leaves that is not on the record.
  await recordGiven(ctx, 'document.pagesRead', documentId)
  return {
    data: rows.map(({ place_id, boxes, ticked, covered, ...place }) => ({
      ...{ placeId: place_id, ticked: ticked === 1, covered: covered === 1 },
      ...place,
      boxes: [...boxesIn(boxes)],
    })),
    totalCount: Number(n),
  }
}

/** Answers how many of all are ticked then. */
export async function tickPlaces(
  ctx: ProjectContext,
  jobId: number,
  { which, ticked }: BodyOf<typeof tickTermPlaces>,
): Promise<ReplyOf<typeof tickTermPlaces>> {
  return await ctx.records.write('interactive', async (trx) => {
    requireOpen(await ownSearch(trx, ctx, jobId))
    let chosen = trx
      .updateTable('term_redaction_place')
      .set({ ticked: ticked ? 1 : 0 })
      .where('job_id', '=', jobId)
      .where('covered', '=', 0)
    if ('placeIds' in which) chosen = chosen.where('place_id', 'in', which.placeIds)
    else if ('term' in which) chosen = chosen.where('term', '=', which.term)
    else chosen = chosen.where('document_id', '=', which.documentId)
    await chosen.execute()
    const { n } = await trx
      .selectFrom('term_redaction_place')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('job_id', '=', jobId)
      .where('ticked', '=', 1)
      .executeTakeFirstOrThrow()
    return { ticked: Number(n) }
  })
}
