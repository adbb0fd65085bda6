/** Puts the files beside a message of Apple Mail where they were taken out of it. */
import type { ProcessingException } from '../member.ts'
import type { Message } from './eml.ts'
import type { Part } from './mime.ts'

/** A file that stands beside a message. */
export interface FileBeside {
  /** The number of the part that it was. */
  readonly part: string
  readonly name: string
  readonly path: readonly string[]
  /** Where its bytes are. */
  readonly file: string
  readonly size: number
  readonly modifiedAt: string | null
}

/**
 * Which file belongs into which part: one for each part that is empty, of the place that the part has. Where several stand
 * there, the one with the name that the message says.
 */
export function matching<F extends Pick<FileBeside, 'part' | 'name'>>(
  { parts }: Pick<Message, 'parts'>,
  files: readonly F[],
): ReadonlyMap<Part, F> {
  const found = new Map<Part, F>()
  for (const part of parts) {
    if (part.empty === undefined) continue
    const { number } = part.empty
    const there = files.filter((file) => file.part === number)
    const [only, ...others] = there
    const file = others.length === 0 ? only : there.find(({ name }) => isSame(name, part.fileName))
    if (file !== undefined) found.set(part, file)
  }
  return found
}

/** The Finder writes letters and their marks one by one, and a colon for a slash. */
const isSame = (name: string, other: string): boolean => plain(name) === plain(other)
const plain = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[:/\\]/g, '_')
    .toLowerCase()

/** The message as it was before: a part that has its content again is not missing. */
export function joined(
  message: Message,
  contents: ReadonlyMap<Part, { readonly name: string; readonly bytes: Buffer }>,
): Message {
  const isHere = new Set<ProcessingException>()
  for (const { empty } of contents.keys()) if (empty?.missing != null) isHere.add(empty.missing)
  return {
    ...message,
    parts: message.parts.map((part) => {
      const content = contents.get(part)
      if (content === undefined) return part
      const { empty: _, ...own } = part
      return { ...own, fileName: part.fileName === '' ? content.name : part.fileName, bytes: content.bytes }
    }),
    flaws: message.flaws.filter((flaw) => !isHere.has(flaw)),
  }
}

/** The message says of these parts why their files are not its attachments, though they came with it. */
export function toldApart(message: Message, apart: ReadonlyMap<Part, { readonly reason: string }>): Message {
  const reasons = new Map<ProcessingException, string>()
  for (const [{ empty }, { reason }] of apart) if (empty?.missing != null) reasons.set(empty.missing, reason)
  return {
    ...message,
    flaws: message.flaws.map((flaw) => {
      const reason = reasons.get(flaw)
      return reason === undefined ? flaw : { ...flaw, reason }
    }),
  }
}
