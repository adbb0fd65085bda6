/** What a walk gives out; each step is also how far it came with it. */
import type { ExceptionCode } from '#contracts/collect.ts'
import type { Conversation } from './chat/conversation.ts'
import type { Shared } from './chat/shared-files.ts'
import { isLarge, type Large, type OnDisk, type Taken } from './large.ts'
import type { Message } from './mail/eml.ts'
import type { MailForm } from './mail/read-mail.ts'
import { nothingSpent, type Position, type Reached, type Spent } from './position.ts'

export interface Item extends Reached {
  readonly kind: 'item'
  readonly path: readonly string[]
  /** Where the document stands whose file it becomes; none where it is an item of its own. */
  readonly place?: readonly string[]
  /** How it is mail; null where it is not. */
  readonly form: MailForm | null
  /** Where it was read already: then its bytes are only how it is written down. */
  readonly message?: Message
  /** The same of a conversation. */
  readonly conversation?: Conversation
  /** What was shared in it. */
  readonly shared?: Shared
  /** Files that came beside the message and are parts of it: where each stands, and its bytes. */
  readonly beside?: readonly { readonly path: readonly string[]; readonly bytes: Buffer }[]
  /** Out of a mailbox, or named as a message: not just text that looks like mail. */
  readonly calledMessage: boolean
  readonly bytes: Buffer
  readonly receivedAt: string | null
  readonly modifiedAt: string | null
}
/** More than is read into memory. Whoever is given it takes its file out of the spool. */
export interface LargeItem extends Reached {
  readonly kind: 'large'
  readonly path: readonly string[]
  /** As above. */
  readonly place?: readonly string[]
  readonly form: MailForm | null
  /** Where it was read already. */
  readonly message?: Message
  readonly conversation?: Conversation
  readonly shared?: Shared
  readonly bytes: Large
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
  readonly bytes: Buffer | OnDisk | null
}
/** A known file that is left out. */
export interface Known extends Reached {
  readonly kind: 'known'
  readonly path: readonly string[]
  readonly hashListId: number
  readonly size: number
  readonly sha256: string
}
export type Step = Item | LargeItem | Closed | Known | Failure

/** What cannot be walked, with its reason; `bytes`: what could be read of it. */
export function failed(
  at: Position,
  path: readonly string[],
  code: ExceptionCode,
  reason: string,
  size: number,
  bytes: Failure['bytes'],
): Failure {
  return { kind: 'failed', at, spent: [], path, code, reason, stage: 'expand', size, begun: false, bytes }
}

/** An item by its bytes. */
export function itemOf(
  bytes: Taken,
  form: MailForm | null,
  { at, path, modifiedAt }: Pick<Item, 'at' | 'path' | 'modifiedAt'>,
): Item | LargeItem {
  const item = { at, spent: [], path, form, receivedAt: null, modifiedAt }
  if (isLarge(bytes)) return { ...item, kind: 'large', bytes }
  return { ...item, kind: 'item', calledMessage: /\.(eml|emlx|msg)$/i.test(path.at(-1) ?? ''), bytes }
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
export const spentWith = (step: Step, level: number, own: Spent): Step => {
  const spent = Array.from({ length: Math.max(level + 1, step.spent.length) }, (_, i) =>
    i === level ? own : (step.spent[i] ?? nothingSpent),
  )
  return { ...step, spent }
}
