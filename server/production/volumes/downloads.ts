/** Who has downloaded what of a production or an export, read from the trail: it is told there once for each session. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ReplyOf } from '#contracts/call.ts'
import type { listDownloads } from '#contracts/production-volumes.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Purpose } from '../settings/run-settings.ts'

/** Downloads that are told. */
const most = 500

const said = z.object({
  facts: z.object({
    productionId: z.optional(z.int()),
    exportId: z.optional(z.int()),
    volume: z.optional(z.string()),
    name: z.optional(z.string()),
    secondId: z.optional(z.int()),
    secondName: z.optional(z.string()),
  }),
})

export async function downloadsOf(
  { records: { read }, project }: ProjectContext,
  purpose: Purpose,
  id: number,
): Promise<ReplyOf<typeof listDownloads>> {
  // Names of facts stand in their order: one always follows it.
  const sign = `"${purpose}Id":${id},`
  /** As the other one of a comparison. */
  const asSecond = `"secondId":${id},`
  const all = read
    .selectFrom('audit as a')
    .leftJoin('app_user as u', 'u.user_id', 'a.user_id')
    .where('a.project_id', '=', project.projectId)
    // As the index of them says it (migration 62).
    .where(
      sql<boolean>`${sql.ref('a.action')} in ('export.downloaded', 'production.comparisonDownloaded', 'production.downloaded')`,
    )
    // The text says of which one it is.
    .where(
      sql<boolean>`replace(replace(${sql.ref('a.text')}, ${sign}, ''), ${purpose === 'production' ? asSecond : sign}, '') <> ${sql.ref('a.text')}`,
    )
  const { n } = await all.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await all
    .select(['a.at', 'a.text', 'u.name'])
    .orderBy('a.audit_id', 'desc')
    .limit(most)
    .execute()
  return {
    data: rows.map(({ at, text, name }) => {
      const facts = said.parse(JSON.parse(text)).facts
      const other = facts.secondId === id ? facts.name : facts.secondName
      return { at, by: name ?? '', volume: facts.volume ?? null, comparedWith: other ?? '' }
    }),
    totalCount: Number(n),
  }
}
