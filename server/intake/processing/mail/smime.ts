/**
 * S/MIME whose content only a program for it shows (RFC 8551, 3.4.2, 3.5.2 and 3.6): signed, or compressed, a message stands
 * with its text and its attachments inside of the one part of another.
 */
import { DamagedEntry, isUnpackFault } from '../archives/archive.ts'
import { contentOfCms, isCms, streamOfCms } from '../archives/cms.ts'
import { Budget, LimitPassed } from '../budget.ts'
import { readAll } from '../content.ts'
import { counted } from '../counted.ts'
import { identify } from '../identify/identify.ts'
import { isMimeEntity } from '../identify/mail-shape.ts'
import type { Limits } from '../limits.ts'
import type { Message } from './eml.ts'
import type { Part } from './mime.ts'

export interface Wrapped {
  /** A MIME entity. */
  readonly bytes: Buffer
  readonly how: 'signed' | 'compressed'
  /** Whether something of it is missing. */
  readonly isCut: boolean
}

/** The field of a message that was wrapped so: how, the outermost first. */
export const wrappingField = 'S_MIME'

/** What is read of a wrapped message, with what its wrapping tells. */
export const unwrapped = ({ how, isCut }: Wrapped, message: Message): Message => ({
  ...message,
  metadata: { [wrappingField]: [how, ...(message.metadata[wrappingField] ?? [])] },
  faults: isCut
    ? ['What is signed in it ends before its end: something is missing.', ...message.faults]
    : message.faults,
})

/**
 * The MIME entity that is signed or compressed in a part. Null where the part is nothing like that, holds a file that is no
 * mail, or cannot be opened: then it is an attachment like others, and taken apart, or refused, as such.
 */
export async function wrappedIn(
  { bytes, fileName }: Pick<Part, 'bytes' | 'fileName'>,
  limits: Limits,
): Promise<Wrapped | null> {
  if (!isCms(identify(bytes, fileName))) return null
  try {
    const found = contentOfCms(bytes)
    if (found === null) return null
    const whole = streamOfCms(found)
    const inside = await readAll(counted(whole, new Budget(limits, bytes.length, null)), limits.itemBytes)
    if (inside.bytes === null || !isMimeEntity(inside.bytes)) return null
    return {
      bytes: inside.bytes,
      how: found.isCompressed ? 'compressed' : 'signed',
      isCut: found.isCut,
    }
  } catch (error) {
    if (error instanceof DamagedEntry || error instanceof LimitPassed || isUnpackFault(error)) return null
    throw error
  }
}
