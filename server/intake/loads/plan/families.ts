/** Which rows of a load file are a family, by what they say of each other. */

/** What a row says of its family. Keys are compared without regard to case. */
export interface Kin {
  /** What identifies it. */
  readonly key: string
  /** What it is attached to; empty: it does not say so. */
  readonly parent: string
  readonly children: readonly string[]
  /** A value that all of its family share; empty: none. */
  readonly group: string
  /** Whether the group begins with it. */
  readonly leads: boolean
}

/** A member of a family: the row, and which of the members before it it is attached to. */
export interface KinMember {
  readonly row: number
  readonly parent: number | null
  readonly depth: number
}
export interface Families {
  /** In the order in which their first members come; parents before what is attached to them. */
  readonly families: readonly (readonly KinMember[])[]
  /** Rows that could not be put where they say that they belong, and stand alone, with the reason. */
  readonly faults: readonly { readonly row: number; readonly reason: string }[]
}

/** Members of one family; more than that would be one transaction too long. */
const largestFamily = 5_000

export function familiesOf(rows: readonly Kin[]): Families {
  const faults: { row: number; reason: string }[] = []
  const byKey = new Map(rows.map(({ key }, row) => [key, row]))
  const parents = parentsOf(rows, byKey, faults)
  breakCircles(parents, faults)
  const children = new Map<number, number[]>()
  for (const [row, parent] of parents.entries())
    if (parent !== null) {
      const own = children.get(parent)
      if (own === undefined) children.set(parent, [row])
      else own.push(row)
    }
  const families: KinMember[][] = []
  for (const [row, parent] of parents.entries()) {
    if (parent !== null) continue
    const family = membersBelow(row, children)
    if (family.length <= largestFamily) families.push(family)
    else
      for (const { row: member } of family) {
        families.push([{ row: member, parent: null, depth: 0 }])
        faults.push({
          row: member,
          reason: `Its family has more than ${largestFamily} documents: it is loaded alone.`,
        })
      }
  }
  return { families, faults }
}

/** What a row says of its parent counts, then who names it as a child, then the first of those with whom it shares a value. */
function parentsOf(
  rows: readonly Kin[],
  byKey: ReadonlyMap<string, number>,
  faults: { row: number; reason: string }[],
): (number | null)[] {
  const named = new Map<number, number>()
  for (const [row, { children }] of rows.entries())
    for (const child of children) {
      const found = byKey.get(child)
      if (found === undefined)
        faults.push({ row, reason: 'What it names as attached to it is not among the rows that are loaded.' })
      else if (found !== row && !named.has(found)) named.set(found, row)
    }
  const groups = new Map<string, number>()
  for (const [row, { group, leads, parent }] of rows.entries()) {
    if (group === '') continue
    const first = groups.get(group)
    const led = first === undefined ? undefined : rows[first]
    if (led === undefined || (leads && !led.leads) || (led.parent !== '' && !led.leads && parent === ''))
      groups.set(group, row)
  }
  return rows.map(({ key, parent, group }, row) => {
    if (parent !== '' && parent !== key) {
      const found = byKey.get(parent)
      if (found !== undefined) return found
      faults.push({
        row,
        reason: 'What it says that it is attached to is not among the rows that are loaded.',
      })
      return null
    }
    // A parent is often its own in the column: then it stands alone, or at the head of its family.
    if (parent === key && parent !== '') return null
    const by = named.get(row) ?? (group === '' ? undefined : groups.get(group))
    return by === undefined || by === row ? null : by
  })
}

/** Rows that are attached to themselves through others stand alone. */
function breakCircles(parents: (number | null)[], faults: { row: number; reason: string }[]): void {
  const state = new Uint8Array(parents.length)
  for (let row = 0; row < parents.length; row++) {
    const path: number[] = []
    let at: number | null = row
    while (at !== null && state[at] === 0) {
      state[at] = 1
      path.push(at)
      at = parents[at] ?? null
    }
    if (at !== null && state[at] === 1)
      for (const member of path.slice(path.indexOf(at))) {
        parents[member] = null
        faults.push({ row: member, reason: 'It is attached to itself through others: it is loaded alone.' })
      }
    for (const member of path) state[member] = 2
  }
}

function membersBelow(root: number, children: ReadonlyMap<number, readonly number[]>): KinMember[] {
  const members: KinMember[] = []
  const waiting: { row: number; parent: number | null; depth: number }[] = [
    { row: root, parent: null, depth: 0 },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const ordinal = members.push(next) - 1
    const { depth } = next
    for (const row of [...(children.get(next.row) ?? [])].reverse())
      waiting.push({ row, parent: ordinal, depth: depth + 1 })
  }
  return members
}
