/** The list of a production as it is now for whoever asks. */
import type { ProductionSettings } from '#contracts/production-settings.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { foundBy, type Member, membersOf, ranksBy } from './members.ts'
import { type Entry, planOf } from './plan.ts'

export interface ListNow {
  readonly list: readonly Entry[]
  /** All members of the families, those that do not go out among them. */
  readonly members: readonly Member[]
}

export async function listNow(ctx: ProjectContext, settings: ProductionSettings): Promise<ListNow> {
  const members = await membersOf(ctx, settings.set)
  const all = (rules: readonly { readonly query: string }[], whose: string) =>
    Promise.all(rules.map(({ query }) => foundBy(ctx, query, whose)))
  const [withheld, designations, ranks] = await Promise.all([
    all(settings.withheld, 'Withheld by'),
    all(settings.designations, 'Designated by'),
    ranksBy(ctx, settings.order),
  ])
  return { list: planOf(settings, members, { withheld, designations }, ranks), members }
}
