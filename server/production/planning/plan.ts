/** Which documents go out, in which order and how: decided from the settings and from what is on the record. Pure. */
import type { SlipSheet } from '#contracts/production-settings.ts'
import type { Asked, PlannedAs, RunSettings } from '../settings/run-settings.ts'
import type { Member } from './members.ts'

/** A document of the list. What it is called is short: a list of a million is kept as JSON. */
export interface Entry {
  readonly d: number
  readonly f: number
  /** Its direct parent, where that goes out too. */
  readonly p: number | null
  readonly t: Exclude<PlannedAs, 'failed' | 'sheet'>
  /** Which of the rules withholds it. */
  readonly w: number | null
  /** Its designation; empty: none. */
  readonly g: string
}

/** What the rules of the settings find, in their order. */
export interface RulesFound {
  readonly withheld: readonly ReadonlySet<number>[]
  readonly designations: readonly ReadonlySet<number>[]
}

/**
 * The list: families together, the parent first, in the order of their first documents. `ranks`: the place of each document of
 * the project in the order that was asked for; null: by control number.
 */
export function planOf(
  settings: RunSettings,
  members: readonly Member[],
  found: RulesFound,
  ranks: ReadonlyMap<number, number> | null,
): Entry[] {
  const closed = closedBy(members, found)
  const chosen = members.filter(({ inSet }) => inSet || settings.families)
  const families = Map.groupBy(chosen, ({ familyId }) => familyId)
  const rankOf = ({ documentId, control }: Member): number =>
    ranks === null ? control : (ranks.get(documentId) ?? ranks.size)
  return [...families.values()]
    .map((family) => family.toSorted((a, b) => a.ordinal - b.ordinal))
    .map((family) => ({ family, first: family[0] }))
    .flatMap(({ family, first }) =>
      first === undefined ? [] : { family, rank: rankOf(first), control: first.control },
    )
    .sort((a, b) => a.rank - b.rank || a.control - b.control)
    .flatMap(({ family }) => entriesOf(settings, family, found, closed))
}

/**
 * Those whose file holds what must not leave: a message holds its attachments, an archive its files. Also where these are not on
 * the list.
 */
function closedBy(members: readonly Member[], { withheld }: RulesFound): ReadonlySet<number> {
  const closed = new Set<number>()
  for (const { documentId, above, redacted, holdsUnseen } of members) {
    if (holdsUnseen) closed.add(documentId)
    if (redacted || indexOf(withheld, documentId) !== null) for (const one of above) closed.add(one)
  }
  return closed
}

function entriesOf(
  settings: RunSettings,
  family: readonly Member[],
  found: RulesFound,
  closed: ReadonlySet<number>,
): Entry[] {
  const withheldBy = new Map(
    family.map(({ documentId }) => [documentId, indexOf(found.withheld, documentId)] as const),
  )
  const ids = new Set(family.map(({ documentId }) => documentId))
  const own = family.map(({ documentId }) => indexOf(found.designations, documentId))
  const strictest = own.reduce<number | null>(
    (least, at) => (at === null ? least : least === null ? at : Math.min(least, at)),
    null,
  )
  return family.map((member, at): Entry => {
    const rule = withheldBy.get(member.documentId) ?? null
    const designation = settings.designateFamilies ? strictest : (own[at] ?? null)
    return {
      ...{ d: member.documentId, f: member.familyId },
      p: member.parentId !== null && ids.has(member.parentId) ? member.parentId : null,
      t: rule === null ? treatmentOf(settings, member, closed.has(member.documentId)) : 'withheld',
      w: rule,
      g: designation === null ? '' : (settings.designations[designation]?.text ?? ''),
    }
  })
}

/** Only cells are covered: nothing on its pages is, so none of them goes out. */
export const redactedInCells = ({ redacted, redactedPages }: Member): boolean => redacted && !redactedPages

/**
 * A file never goes out as it is where something of it is covered, or where it holds a file of which that is so: then its pages
 * do. Cells are covered on no page: the rebuilt copy of a spreadsheet takes the place of its pages and of its file (making).
 */
function treatmentOf({ goesAs, texts }: RunSettings, member: Member, closed: boolean): Asked {
  const { category, redacted, redactedPages } = member
  const asked = goesAs.byCategory[category] ?? goesAs.otherwise
  // What can still be read of redacted pages is read from the burned ones.
  if (asked === 'row') return texts && redactedPages ? 'images' : 'row'
  if (!redacted && !closed) return asked
  return redactedInCells(member) && !closed ? 'native' : 'images'
}

/** The first of the sets that has it. */
function indexOf(sets: readonly ReadonlySet<number>[], documentId: number): number | null {
  const at = sets.findIndex((set) => set.has(documentId))
  return at < 0 ? null : at
}

/** What stands in the place of a document on the list; null: its pages do. */
export function slipSheetOf(
  settings: Pick<RunSettings, 'withheld' | 'nativeSlipSheet'>,
  { t, w }: Pick<Entry, 't' | 'w'>,
): SlipSheet | null {
  if (t === 'withheld') return settings.withheld[w ?? 0]?.slipSheet ?? null
  return t === 'native' ? settings.nativeSlipSheet : null
}
