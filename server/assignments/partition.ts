/** Splits documents into batches (docs/requirements.tsv, assign-work-in-batches). Pure: the same documents, the same batches. */

export interface Listed {
  readonly documentId: number
  readonly familyId: number
  /** Place in the family; the lowest one speaks for it. */
  readonly ordinal: number
  readonly custodian: string
  /** By which documents are read: their parent's date. */
  readonly sortKey: string
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
}

/**
 * Next-fit over families in reading order: a batch is closed when the next family would make it larger than asked for, or
 * belongs to another custodian where these are kept apart. Answers the documents of each batch in reading order.
 */
export function partition(documents: readonly Listed[], { size, groupBy }: Rules): number[][] {
  const batches: number[][] = []
  let open: number[] = []
  let unit = ''
  for (const group of groupsOf(documents, groupBy)) {
    const isFull = open.length + group.documentIds.length > size
    if (open.length > 0 && (isFull || group.unit !== unit)) {
      batches.push(open)
      open = []
    }
    unit = group.unit
    open.push(...group.documentIds)
  }
  if (open.length > 0) batches.push(open)
  return batches
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
