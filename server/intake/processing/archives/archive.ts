/** What archives of all formats give out. */

import type { ExceptionCode } from '#contracts/collect.ts'
import { codeOf } from '../../../platform/error-code.ts'
import type { Conversation } from '../chat/conversation.ts'
import type { Shared } from '../chat/shared-files.ts'
import type { Message } from '../mail/eml.ts'

export interface ArchiveEntry {
  /** Its place in the archive; grows from entry to entry. */
  readonly number: number
  readonly name: string
  readonly size: number
  /** Where entries are packed one by one. */
  readonly packedSize: number | null
  readonly modifiedAt: string | null
  /** Why it is not opened. */
  readonly refused: { readonly code: ExceptionCode; readonly reason: string } | null
  /** Of a mailbox, whose messages have no files of their own: the message itself. */
  readonly message?: () => Promise<Message>
  /** Of an export of chats: the conversation, of which the bytes are only how it is written down. */
  readonly conversation?: () => Promise<Conversation>
  /** What was shared in that conversation and is attached to it. */
  readonly shared?: () => Promise<Shared>
  open(): Promise<AsyncIterable<Buffer>>
}

/** One entry is damaged; the archive goes on. */
export class DamagedEntry extends Error {}

/** None of the passwords opens it. */
export class Locked extends Error {}

/** Why an entry is not opened that no password fits. */
export const locked = (passwords: readonly string[]): NonNullable<ArchiveEntry['refused']> => ({
  code: 'encrypted',
  reason: lockedReason(passwords),
})

export const lockedReason = (passwords: readonly string[]): string =>
  passwords.length === 0
    ? 'It is encrypted, and no password is known.'
    : passwords.length === 1
      ? 'It is encrypted, and the one known password does not fit.'
      : `It is encrypted, and none of the ${passwords.length} known passwords fits.`

export const linkRefused: NonNullable<ArchiveEntry['refused']> = {
  code: 'unsupportedType',
  reason: 'It is a link to another file, not a file.',
}

/**
 * Whether the system failed (a full disk, a file or a part of this program that cannot be read), which is no fault of what
 * is read: that ends the walk, to go on later, and never makes an exception of somebody's mail.
 */
export const isSystemFault = (error: unknown): boolean =>
  /^(E[A-Z0-9]+|ERR_MODULE_NOT_FOUND)$/.test(codeOf(error))

/** Whether one of the platform's unpackers failed over what it was given. */
export const isUnpackFault = (error: unknown): boolean => /^(Z|ERR__ERROR)_/.test(codeOf(error))
