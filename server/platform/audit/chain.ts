/** The links of a chain: hash_i = SHA-256(hex of hash_{i-1} followed by the text of row i), hash_0 = 64 zeros. */

import { hash, randomBytes } from 'node:crypto'
import { canonical } from '../canonical.ts'
import type { Erasable } from './entry.ts'

export const firstHash = '0'.repeat(64)

/** The link of a row: the hash of the one before it and the exact text of this one. */
export const linkOf = (before: string, text: string): string => hash('sha256', before + text)

/** What stands in the text for a value that may have to be erased: nobody can guess the value without its salt. */
export const commitmentOf = ({ value, salt }: Erasable): string => hash('sha256', salt + canonical(value))

export const newSalt = (): string => randomBytes(16).toString('hex')
