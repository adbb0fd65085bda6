/** Which of the documents of a family is which of its members as they are read anew, and which members are new. */
import type { Member } from '../processing/member.ts'

/** A document that is there. */
export interface Present {
  readonly document_id: number
  readonly parent_id: number | null
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

/**
 * A member is the document of its place and bytes, or of its place where the bytes are others. What is new elsewhere than in
 * something that is opened is left out: it is not what was asked for.
 */
export function matchMembers<Document extends Present>(
  documents: readonly Document[],
  members: readonly Member[],
  isOpened: (document: Document, member: Member) => boolean,
): Match<Document> {
  const left = new Set(documents)
  const matched = new Map<Member, Document>()
  const opened: Match<Document>['opened'][number][] = []
  /** Members in what is opened. */
  const within = new Set<Member>()
  const order: Match<Document>['order'][number][] = documents.map((document) => ({ document }))
  let at = -1
  for (const member of members) {
    const parent = member.parent === null ? null : (members[member.parent] ?? null)
    const document = take(left, member, parent === null ? null : matched.get(parent)?.document_id)
    if (document !== null) {
      matched.set(member, document)
      at = order.findIndex((one) => 'document' in one && one.document === document)
      if (!isOpened(document, member)) continue
      opened.push({ document, member })
      within.add(member)
    } else if (parent !== null && within.has(parent)) {
      within.add(member)
      order.splice(++at, 0, { member })
    }
  }
  return { opened, documents: matched, order }
}

/** `parentId` is undefined where the parent itself is not there. */
function take<Document extends Present>(
  left: Set<Document>,
  { path, sha256 }: Member,
  parentId: number | null | undefined,
): Document | null {
  if (parentId === undefined) return null
  const place = JSON.stringify(path)
  const here = [...left].filter((one) => one.parent_id === parentId && one.source_path === place)
  const found = here.find((one) => one.sha256 === sha256) ?? here[0]
  if (found === undefined) return null
  left.delete(found)
  return found
}
