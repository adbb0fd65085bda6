/** What identifies bytes: SHA-256 for us, the older ones for those who compare with other lists. In lower-case hexadecimal. */
import { createHash } from 'node:crypto'

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export interface Hashes {
  readonly md5: string
  readonly sha1: string
  readonly sha256: string
}

export const hashes = (bytes: Buffer): Hashes => ({
  md5: createHash('md5').update(bytes).digest('hex'),
  sha1: createHash('sha1').update(bytes).digest('hex'),
  sha256: sha256(bytes),
})

/**
 * The message identification hash of the EDRM (MIH 1.0): MD5 of the Message-ID with its angle brackets, in the case in which
 * it stands. Programs of all makers have the same one of a message. Empty where there is no id.
 */
export const messageIdHash = (messageId: string): string =>
  messageId === '' ? '' : createHash('md5').update(`<${messageId}>`, 'utf8').digest('hex')
