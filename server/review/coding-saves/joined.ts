/** Documents that came into review after a document's coding had gone to others: they do not inherit it, and are listed. */
import * as z from 'zod/mini'
import type { ReplyOf } from '#contracts/call.ts'
import { sameValue } from '#contracts/coding-values.ts'
import { type listJoined, relation } from '#contracts/propagation.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import { controlNumber } from '../documents/control.ts'
import { isInReview } from '../documents/visible.ts'
import { lastChanges, valueKey } from '../propagation/provenance.ts'
import { standingOf } from '../propagation/standing.ts'
import { targetsFrom } from '../propagation/targets.ts'

const said = z.object({
  field: z.optional(z.string()),
  facts: z.optional(z.object({ propagates: z.optional(z.array(relation)) })),
})

export async function joinedSince(
  ctx: ProjectContext,
  documentId: number,
): Promise<ReplyOf<typeof listJoined>> {
  const { read } = ctx.records
  const { projectId, prefix } = ctx.project
  if (!(await isInReview(read, projectId, documentId))) throw notFound('document')
  const sent = await read
    .selectFrom('audit')
    .select(['audit_id', 'at', 'field_id', 'text'])
    .where('document_id', '=', documentId)
    .where('action', '=', 'coding.saved')
    .where('text', 'like', '%"propagates"%')
    .where(checkedOnly('project_id'), '=', projectId)
    .execute()
  const fieldIds = [...new Set(sent.flatMap(({ field_id }) => field_id ?? []))]
  // What was coded otherwise since, or taken back, goes nowhere any more.
  const last = await lastChanges(read, projectId, [documentId], fieldIds)
  const own = await standingOf(read, [documentId], fieldIds)
  const found = new Map<number, { control: number; fields: string[] }>()
  for (const { audit_id, at, field_id, text } of sent) {
    if (field_id === null || last.get(valueKey(documentId, field_id))?.auditId !== audit_id) continue
    const { field = '', facts } = said.parse(JSON.parse(text))
    const { documents } = await targetsFrom(read, projectId, documentId, facts?.propagates ?? [])
    const ids = [...documents.keys()]
    if (ids.length === 0) continue
    const later = await read
      .selectFrom('document')
      .select(['document_id', 'control'])
      .where('document_id', 'in', ids)
      .where((eb) => eb(eb.fn.coalesce('promoted_at', 'created_at'), '>', at))
      .where(checkedOnly('project_id'), '=', projectId)
      .execute()
    const standing = await standingOf(
      read,
      later.map(({ document_id }) => document_id),
      [field_id],
    )
    for (const { document_id, control } of later) {
      if (sameValue(standing(document_id, field_id).value, own(documentId, field_id).value)) continue
      const known = found.get(document_id) ?? { control, fields: [] }
      found.set(document_id, { ...known, fields: [...known.fields, field] })
    }
  }
  const data = [...found]
    .sort(([one], [other]) => one - other)
    .map(([id, { control, fields }]) => ({
      documentId: id,
      controlNumber: controlNumber(prefix, control),
      fields,
    }))
  return { data, totalCount: data.length }
}
