/**
 * Entries of archives that are attached, and so are documents. What could not be taken out of one is a flaw of the archive, and
 * told by its name at the beginning of the reason; a file that comes in its place stands in the archive, under its own name.
 */

import type { Selectable } from 'kysely'
import type { DocumentTable } from '../../review/documents/tables.ts'
import type { PartOfMember } from '../processing/member.ts'
import type { ParsedFamily } from '../processing/protocol.ts'

/** The entry that a reason begins with; null where it is about all of an item. */
export const entryNamed = (reason: string): string | null =>
  /^“(.*?)”(?:: | is damaged: )/s.exec(reason)?.[1] ?? null

/** How the archive names the entry that a flaw of it is about; null where it is about all of it. */
export const entryIn = ({ documentId, stage, reason }: Flawed): string | null =>
  documentId === null || stage !== 'expand' ? null : entryNamed(reason)

interface Flawed {
  readonly documentId: number | null
  readonly stage: string
  readonly reason: string
}

/** Whether a file that has come for a document stands in it, and does not become its own: by the paths of both (JSON). */
export const standsIn = (filePath: string, documentPath: string): boolean =>
  (JSON.parse(filePath) as string[]).length > (JSON.parse(documentPath) as string[]).length

/** A file that was read by itself, as what stands in an archive. The archive comes first, as it is, and all else one deeper. */
export function asEntryOf(
  archive: Pick<Selectable<DocumentTable>, 'source_path' | 'sha256' | 'metadata'>,
  { family, ...item }: ParsedFamily,
): ParsedFamily {
  const [first] = family.members
  if (first === undefined) return { ...item, family }
  const own: typeof first = {
    ...first,
    path: JSON.parse(archive.source_path) as string[],
    sha256: archive.sha256,
    metadata: JSON.parse(archive.metadata) as typeof first.metadata,
    flaws: [],
  }
  const members = family.members.map((member) => ({
    ...member,
    ordinal: member.ordinal + 1,
    parent: member.parent === null ? 0 : member.parent + 1,
    depth: member.depth + 1,
  }))
  const behind = <T extends PartOfMember>(part: T): T => ({ ...part, parent: part.parent + 1 })
  const leftOut = family.leftOut.map(behind)
  const inlineImages = family.inlineImages.map(behind)
  return { ...item, family: { ...family, members: [own, ...members], leftOut, inlineImages } }
}
