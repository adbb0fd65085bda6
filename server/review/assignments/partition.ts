/** Splits documents into batches (docs/requirements.tsv, assign-work-in-batches). Pure: the same documents, the same batches. */

export interface Listed {
  readonly documentId: number
  readonly familyId: number
  /** Place in the family; the lowest one speaks for it. */
  readonly ordinal: number
  readonly custodian: string
  /** By which documents are read: their parent's date. */
  readonly sortKey: string
  /** Documents that have one in common stay together as far as a batch holds them: a thread, near-duplicates. */
  readonly ties: readonly string[]
}

export interface Rules {
  /** Documents of a batch; more where one family is larger. */
  readonly size: number
  readonly groupBy: 'none' | 'custodian'
}

/** What is never parted: a family, or what of it is there. */
interface Group {
  readonly unit: string
  readonly first: Listed
  readonly documentIds: readonly number[]
  readonly ties: readonly string[]
}

/**
 * Next-fit over families in reading order: a batch is closed when the next family, or what it is tied to, would make it
 * larger than asked for, or belongs to another custodian where these are kept apart. What is tied and larger than a batch
 * is parted between families. Answers the documents of each batch in reading order.
 */
export function partition(documents: readonly Listed[], { size, groupBy }: Rules): number[][] {
  const batches: number[][] = []
  let open: number[] = []
  let unit = ''
  const close = (): void => {
    if (open.length > 0) batches.push(open)
    open = []
  }
  for (const tied of tiedOf(groupsOf(documents, groupBy))) {
    const all = tied.reduce((sum, { documentIds }) => sum + documentIds.length, 0)
    if (open.length + all > size) close()
    for (const group of tied) {
      if (open.length + group.documentIds.length > size || group.unit !== unit) close()
      unit = group.unit
      open.push(...group.documentIds)
    }
  }
  close()
  return batches
}

/** Families that have ties in common, through others too; each set stands where its first family does. */
function tiedOf(groups: readonly Group[]): (readonly Group[])[] {
  const setOf = new Map<Group, Group[]>()
  const holder = new Map<string, Group>()
  for (const group of groups) {
    setOf.set(group, [group])
    for (const tie of group.ties) {
      // Custodians that are kept apart are tied by nothing.
      const key = JSON.stringify([group.unit, tie])
      const other = holder.get(key)
      if (other !== undefined) join(setOf, other, group)
      else holder.set(key, group)
    }
  }
  const place = new Map(groups.map((group, at) => [group, at]))
  return [...new Set(groups.map((group) => setOf.get(group) ?? [group]))].map((set) =>
    set.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)),
  )
}

/** The smaller set goes into the larger: each family moves a few times, however many there are. */
function join(setOf: Map<Group, Group[]>, one: Group, other: Group): void {
  const [a, b] = [setOf.get(one) ?? [one], setOf.get(other) ?? [other]]
  if (a === b) return
  const [into, from] = a.length >= b.length ? [a, b] : [b, a]
  for (const group of from) {
    into.push(group)
    setOf.set(group, into)
  }
}

function groupsOf(documents: readonly Listed[], groupBy: Rules['groupBy']): Group[] {
  const groups: Group[] = []
  for (const members of Map.groupBy(documents, ({ familyId }) => familyId).values()) {
    const inOrder = members.toSorted((a, b) => a.ordinal - b.ordinal || a.documentId - b.documentId)
    const [first] = inOrder
    if (first === undefined) continue
    groups.push({
      unit: groupBy === 'custodian' ? first.custodian : '',
      first,
      documentIds: inOrder.map(({ documentId }) => documentId),
      ties: [...new Set(members.flatMap(({ ties }) => ties))],
    })
  }
  return groups.sort(
    (a, b) =>
      byCodePoint(a.unit, b.unit) ||
      byCodePoint(a.first.sortKey, b.first.sortKey) ||
      a.first.familyId - b.first.familyId,
  )
}

const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
