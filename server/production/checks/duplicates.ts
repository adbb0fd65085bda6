/** V9: the same file goes out in one way here and in another there, or is withheld or covered elsewhere. */
import type { ProjectContext } from '../../platform/http/context.ts'
import { slices } from '../../platform/records/dialect.ts'
import { inReview } from '../../review/documents/visible.ts'
import { redactedDocuments } from '../planning/members.ts'
import { type Check, documents, finding } from './check.ts'

export const duplicatesDiffer: Check = async (ctx, { list, members, found, restricted }) => {
  const held = new Set([...found.withheld, restricted ?? new Set<number>()].flatMap((some) => [...some]))
  const redacted = await redactedDocuments(ctx.records.read, ctx.project.projectId)
  const categories = new Map(members.map((member) => [member.documentId, member]))
  const going = list.filter(({ t }) => t !== 'withheld')
  const hashes = await hashesOf(ctx, [...new Set([...held, ...redacted, ...going.map(({ d }) => d)])])
  const closed = new Set([...held].flatMap((id) => hashes.get(id) ?? []))
  const covered = new Set([...redacted].flatMap((id) => hashes.get(id) ?? []))
  /** How copies go out, by their file: its form, its designation. */
  const ways = Map.groupBy(going, ({ d }) => hashes.get(d) ?? '')
  const met = new Map(
    going.flatMap(({ d, t, g }) => {
      const hash = hashes.get(d) ?? ''
      const copies = ways.get(hash) ?? []
      const why = [
        ...(closed.has(hash) ? ['An exact copy of it is withheld or restricted.'] : []),
        ...(covered.has(hash) && categories.get(d)?.redacted !== true
          ? ['An exact copy of it is redacted, and it is not.']
          : []),
        ...(copies.some((copy) => copy.g !== g) ? ['An exact copy of it has another designation.'] : []),
        ...(copies.some((copy) => copy.t !== t) ? ['An exact copy of it goes out in another form.'] : []),
      ]
      return why.length === 0 ? [] : [[d, why.join(' ')] as const]
    }),
  )
  return finding(
    'duplicatesDiffer',
    `${documents(met.size)} go out otherwise than exact copies of them, or though these are withheld.`,
    met,
  )
}

/** Of those that are in review. */
async function hashesOf(ctx: ProjectContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>()
  for (const slice of slices(ids, 1)) {
    const rows = await ctx.records.read
      .selectFrom('document')
      .select(['document_id', 'sha256'])
      .where('document_id', 'in', slice)
      .where('state', '=', inReview)
      .execute()
    for (const { document_id, sha256 } of rows) hashes.set(document_id, sha256)
  }
  return hashes
}
