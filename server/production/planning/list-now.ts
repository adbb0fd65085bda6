/** The list of a production as it is now for whoever asks. */
import type { ProjectContext } from '../../platform/http/context.ts'
import type { RunSettings } from '../settings/run-settings.ts'
import { foundBy, type Member, membersOf, ranksBy } from './members.ts'
import { type Entry, planOf, type RulesFound } from './plan.ts'

export interface ListNow {
  readonly list: readonly Entry[]
  /** All members of the families, those that do not go out among them. */
  readonly members: readonly Member[]
  readonly found: RulesFound
  /** What must not be in it; null: the settings do not say. */
  readonly restricted: ReadonlySet<number> | null
}

export async function listNow(ctx: ProjectContext, settings: RunSettings): Promise<ListNow> {
  const members = await membersOf(ctx, settings.set)
  const all = (rules: readonly { readonly query: string }[], whose: string) =>
    Promise.all(rules.map(({ query }) => foundBy(ctx, query, whose)))
  const { restriction } = settings
  const [withheld, designations, ranks, restricted] = await Promise.all([
    all(settings.withheld, 'Withheld by'),
    all(settings.designations, 'Designated by'),
    ranksBy(ctx, settings.order),
    restriction === null ? null : foundBy(ctx, restriction, 'Restriction'),
  ])
  const found = { withheld, designations }
  return { list: planOf(settings, members, found, ranks), members, found, restricted }
}
