/** What is told of a set before a production of it is made: its families, and the types of its files. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { applicationTypes, requiredDocuments } from '#contracts/productions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { membersOf } from './members.ts'

/** Documents that are told of. */
const told = 1_000

export async function familiesOfSet(
  ctx: ProjectContext,
  { set }: BodyOf<typeof requiredDocuments>,
): Promise<ReplyOf<typeof requiredDocuments>> {
  const members = await membersOf(ctx, set)
  const missing = members.filter(({ inSet }) => !inSet).sort((a, b) => a.control - b.control)
  return {
    documents: members.length - missing.length,
    families: new Set(members.map(({ familyId }) => familyId)).size,
    missing: missing.slice(0, told).map(({ documentId, familyId, control }) => ({
      ...{ documentId, familyId, controlNumber: controlNumber(ctx.project.prefix, control) },
    })),
    missingCount: missing.length,
  }
}

export async function typesOfSet(
  ctx: ProjectContext,
  { set, families }: BodyOf<typeof applicationTypes>,
): Promise<ReplyOf<typeof applicationTypes>> {
  const members = (await membersOf(ctx, set)).filter(({ inSet }) => inSet || families)
  const counts = new Map<string, number>()
  for (const { category } of members) counts.set(category, (counts.get(category) ?? 0) + 1)
  const data = [...counts]
    .map(([category, documents]) => ({ category, documents }))
    .sort((a, b) => b.documents - a.documents || (a.category < b.category ? -1 : 1))
  return { data, totalCount: data.length }
}
