/** What identifies bytes: SHA-256 for us, the older ones for those who compare with other lists. In lower-case hexadecimal. */
import { createHash } from 'node:crypto'

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const hashes = (bytes: Buffer): { md5: string; sha1: string; sha256: string } => ({
  md5: createHash('md5').update(bytes).digest('hex'),
  sha1: createHash('sha1').update(bytes).digest('hex'),
  sha256: sha256(bytes),
})
