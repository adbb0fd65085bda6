/** The calls of contracts/overlay.ts. */
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import * as overlay from '#contracts/overlay.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { inReview } from '../../review/documents/visible.ts'
import { sendFaults } from './faults.ts'
import { apply, check } from './overlay.ts'

export const routes: readonly Route[] = [
  route(overlay.checkMetadata, (ctx, { query, body }) =>
    check(ctx, { kind: 'fields', ...wanted(query) }, body),
  ),
  route(overlay.checkCustomIds, (ctx, { query, body }) =>
    check(ctx, { kind: 'customIds', ...wanted(query) }, body),
  ),
  route(overlay.listCustomIds, (ctx, { query }) => customIds(ctx, query)),
  route(overlay.applyOverlay, (ctx, { params, body }) => apply(ctx, params.overlayId, body.correlationId)),
  route(overlay.overlayFaults, (ctx, { params, reply }) => sendFaults(ctx, params.overlayId, reply)),
]

const wanted = ({ key, by, blank }: QueryOf<typeof overlay.checkMetadata>) => ({
  key: key ?? null,
  by: by ?? null,
  blank: blank ?? ('keep' as const),
})

async function customIds(
  { records: { read }, project: { projectId, prefix } }: ProjectContext,
  { after = 0, limit = 100 }: { readonly after?: number | undefined; readonly limit?: number | undefined },
): Promise<ReplyOf<typeof overlay.listCustomIds>> {
  const all = read
    .selectFrom('document')
    .where('project_id', '=', projectId)
    .where('custom_id', 'is not', null)
    .where('state', '=', inReview)
  const { count } = await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await all
    .select(['document_id', 'control', 'custom_id'])
    .where('document_id', '>', after)
    .orderBy('document_id')
    .limit(limit)
    .execute()
  const data = rows.map((row) => ({
    documentId: row.document_id,
    controlNumber: controlNumber(prefix, row.control),
    customId: row.custom_id ?? '',
  }))
  return { data, totalCount: Number(count) }
}
