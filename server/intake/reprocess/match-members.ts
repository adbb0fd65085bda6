/** Which of the documents of a family is which of the members of an item that is read anew, and which members are new. */
import type { Member } from '../processing/member.ts'

/** A document that is there. */
export interface Present {
  readonly document_id: number
  readonly parent_id: number | null
  /** Below the family's first document. */
  readonly depth: number
  readonly sha256: string
  /** JSON. */
  readonly source_path: string
}

export interface Match<Document extends Present> {
  /** Those that are asked for, as they are read now. */
  readonly opened: readonly { readonly document: Document; readonly member: Member }[]
  readonly documents: ReadonlyMap<Member, Document>
  /** The family in its reading order: documents in theirs, and between them what stood in those that are opened. */
  readonly order: readonly ({ readonly document: Document } | { readonly member: Member })[]
}

/** A family that is there, and the document in it that is read anew: its first one, or one whose file came by itself. */
interface PresentFamily<Document extends Present> {
  /** In reading order. */
  readonly documents: readonly Document[]
  readonly root: Document
  /** Its file is another now, or something else stands in it: then only what has the same bytes is the same document. */
  readonly isNew: boolean
  /** What is new stands behind all that the document holds: nothing tells where it stood among that. */
  readonly atEnd?: boolean
}

/**
 * A member is the document of its place and bytes, or of its place where the bytes are others: somebody has put another file
 * there. What is new elsewhere than in something that is opened is left out: it is not what was asked for.
 */
export function matchMembers<Document extends Present>(
  { documents, root, isNew, atEnd = false }: PresentFamily<Document>,
  members: readonly Member[],
  isOpened: (document: Document, member: Member) => boolean,
): Match<Document> {
  const left = new Set(documents.filter((document) => document !== root))
  const matched = new Map<Member, Document>()
  const opened: Match<Document>['opened'][number][] = []
  /** Members in what is opened. */
  const within = new Set<Member>()
  const order: Match<Document>['order'][number][] = documents.map((document) => ({ document }))
  let at = -1
  for (const member of members) {
    const parent = member.parent === null ? null : (members[member.parent] ?? null)
    const document = parent === null ? root : take(left, member, matched.get(parent)?.document_id, isNew)
    if (document !== null) {
      matched.set(member, document)
      at = order.findIndex((one) => 'document' in one && one.document === document)
      if (atEnd && document === root) while (depthIn(order[at + 1], root) > root.depth) at++
      if (!isOpened(document, member)) continue
      opened.push({ document, member })
      within.add(member)
    } else if (parent !== null && within.has(parent)) {
      within.add(member)
      // Behind all that stands in what comes before it.
      const depth = root.depth + member.depth
      do at++
      while (depthIn(order[at], root) > depth)
      order.splice(at, 0, { member })
    }
  }
  return { opened, documents: matched, order }
}

const depthIn = <Document extends Present>(
  one: Match<Document>['order'][number] | undefined,
  root: Document,
): number => {
  if (one === undefined) return -1
  return 'document' in one ? one.document.depth : root.depth + one.member.depth
}

/** `parentId` is undefined where the parent itself is not there. */
function take<Document extends Present>(
  left: Set<Document>,
  { path, sha256 }: Member,
  parentId: number | undefined,
  withBytes: boolean,
): Document | null {
  if (parentId === undefined) return null
  const place = JSON.stringify(path)
  const here = [...left].filter((one) => one.parent_id === parentId && one.source_path === place)
  const found = here.find((one) => one.sha256 === sha256) ?? (withBytes ? undefined : here[0])
  if (found === undefined) return null
  left.delete(found)
  return found
}
