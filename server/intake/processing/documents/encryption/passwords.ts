/** Which passwords are tried, and what is said when none fits. */
import { Unreadable } from '../reading.ts'

/** What Excel itself opens files with before it asks ([MS-OFFCRYPTO] 2.4.2.1). */
const defaultPassword = 'VelvetSweatshop'

export const candidates = (passwords: readonly string[]): readonly string[] => [
  ...new Set([defaultPassword, ...passwords]),
]

/** No password opens it here. */
export const notImplemented = (): Unreadable =>
  new Unreadable('encrypted', 'It is encrypted in a way that is not known.')

export const wrongPassword = (): Unreadable =>
  new Unreadable('encrypted', 'It is protected by a password, and none that is known opens it.')
