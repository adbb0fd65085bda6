/** What a walk gives out; each step is also how far it came with it. */
import type { Conversation } from './chat/conversation.ts'
import type { Limits } from './limits.ts'
import type { Message } from './mail/eml.ts'
import type { MailForm } from './mail/read-mail.ts'
import type { ExceptionCode } from './member.ts'
import type { Position, Reached } from './position.ts'

export interface Item extends Reached {
  readonly kind: 'item'
  readonly path: readonly string[]
  /** How it is mail; null where it is not. */
  readonly form: MailForm | null
  /** Where it was read already: then its bytes are only how it is written down. */
  readonly message?: Message
  /** The same of a conversation. */
  readonly conversation?: Conversation
  /** Out of a mailbox, or named as a message: not just text that looks like mail. */
  readonly calledMessage: boolean
  readonly bytes: Buffer
  readonly receivedAt: string | null
  readonly modifiedAt: string | null
}
/** A container was walked to its end. */
export interface Closed extends Reached {
  readonly kind: 'container'
  readonly path: readonly string[]
  /** It was put together of parts, or is one of those: what was missing of it before need not be missing now. */
  readonly ofParts?: boolean
}
export interface Failure extends Reached {
  readonly kind: 'failed'
  readonly path: readonly string[]
  readonly code: ExceptionCode
  readonly reason: string
  readonly stage: 'expand' | 'parse'
  readonly size: number
  /** Whether it is a container in which something was taken before it failed. */
  readonly begun: boolean
  /** What could be read of it. */
  readonly bytes: Buffer | null
}
/** A known file that is left out. */
export interface Known extends Reached {
  readonly kind: 'known'
  readonly path: readonly string[]
  readonly hashListId: number
  readonly size: number
  readonly sha256: string
}
export type Step = Item | Closed | Known | Failure

/** What cannot be walked, with its reason; `bytes`: what could be read of it. */
export function failed(
  at: Position,
  path: readonly string[],
  code: ExceptionCode,
  reason: string,
  size: number,
  bytes: Buffer | null,
): Failure {
  return { kind: 'failed', at, spent: [], path, code, reason, stage: 'expand', size, begun: false, bytes }
}

/** More than is read into memory. */
export const tooLarge = (
  at: Position,
  path: readonly string[],
  size: number,
  { itemBytes }: Pick<Limits, 'itemBytes'>,
): Failure => failed(at, path, 'tooLarge', `It has ${size} bytes; at most ${itemBytes} are read.`, size, null)

/** An item by its bytes; null where there are more of them than are read. */
export function itemOf(
  bytes: Buffer | null,
  size: number,
  form: MailForm | null,
  { at, path, modifiedAt }: Pick<Item, 'at' | 'path' | 'modifiedAt'>,
  limits: Pick<Limits, 'itemBytes'>,
): Item | Failure {
  if (bytes === null) return tooLarge(at, path, size, limits)
  const calledMessage = /\.(eml|emlx|msg)$/i.test(path.at(-1) ?? '')
  return { kind: 'item', at, spent: [], path, form, calledMessage, bytes, receivedAt: null, modifiedAt }
}

/** What a list of known files has, where such files are left out. */
export const known = (
  at: Position,
  path: readonly string[],
  found: { readonly list: { readonly hashListId: number }; readonly sha256: string; readonly size: number },
): Known => {
  const { list, sha256, size } = found
  return { kind: 'known', at, spent: [], path, hashListId: list.hashListId, size, sha256 }
}

/** A step with what its container at a level, from 0, has spent; those within have said theirs. */
export const spentWith = (step: Step, level: number, bytes: number): Step => {
  const spent = Array.from({ length: Math.max(level + 1, step.spent.length) }, (_, i) =>
    i === level ? bytes : (step.spent[i] ?? 0),
  )
  return { ...step, spent }
}
