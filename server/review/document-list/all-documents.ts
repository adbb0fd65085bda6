/** All documents that a query finds with values of their fields, part by part: for other applications. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { allDocuments } from '#contracts/document-list.ts'
import { widenedBy } from '#contracts/widened.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { columnsNamed, columnValues } from '../search/columns.ts'
import { documentsOfSet } from '../search/document-sets.ts'
import { leaving, number } from './leaving.ts'

/** Ids ascend, so that documents that come in between two answers are neither missed nor told twice. Each part is on the record. */
export async function allOf(
  ctx: ProjectContext,
  { columns: names, after, size, ...set }: BodyOf<typeof allDocuments>,
): Promise<ReplyOf<typeof allDocuments>> {
  const all = await columnsNamed(ctx, [number, ...names.filter((name) => name !== number)])
  const { columns, leftOut } = await leaving(ctx, all)
  const found = await documentsOfSet(ctx, set)
  const rest = after === null ? found : found.filter((id) => id > after)
  const ids = [...rest.subarray(0, size)]
  const values = await columnValues(ctx.records.read, ctx.project, all, ids)
  const data = ids.flatMap((documentId) => {
    const own = values.get(documentId) ?? {}
    // It has left review, or is closed to the caller by now.
    if (own[number] === undefined) return []
    return {
      documentId,
      values: Object.fromEntries(columns.map(({ field: { name } }) => [name, own[name] ?? ''])),
    }
  })
  const widened = widenedBy(set.query)
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${ctx.project.projectId}`, [
      {
        ...byCaller(ctx),
        action: 'documentList.exported',
        facts: {
          documents: data.length,
          query: set.query.queryString,
          includeFamily: set.query.includeFamily,
          ...(widened.length === 0 ? {} : { widened: [...widened] }),
          columns: columns.map(({ field }) => field.name),
          ...(after === null ? {} : { after }),
        },
      },
    ]),
  )
  return {
    data,
    leftOut: [...leftOut],
    totalCount: found.length,
    next: rest.length > size ? (ids.at(-1) ?? null) : null,
  }
}
