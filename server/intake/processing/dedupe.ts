/**
 * EH-1, the e-mail hash: equal for copies of one message in several mailboxes, whatever their servers did to headers,
 * line ends, time zones and display names. SHA-256 over six lines in fixed order. BCC stays out unless the project wants it
 * compared: only the sender's copy has it. What is no mail, or was never sent, may have all six in common with another and still say something else: it has
 * a seventh line, its identity.
 */

import { createHash } from 'node:crypto'
import { type Address, addressKey } from '../../review/documents/mail-address.ts'

export interface HashedMessage {
  readonly sentAt: string | null
  readonly from: readonly Address[]
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  /** None where it is not compared. */
  readonly bcc: readonly Address[]
  readonly subject: string
  /** The body's text, without attachments. */
  readonly text: string
  /** SHA-256 of each attachment, inline images included. */
  readonly attachments: readonly string[]
  /** Of items for which these fields are not enough. */
  readonly identity?: string
}

/** The EH-1 hash of a message, in lower-case hexadecimal. */
export function emailHash(m: HashedMessage): string {
  const lines = [
    m.sentAt === null ? '' : m.sentAt.slice(0, 19).replace(/\D/g, ''),
    m.from.map(addressKey).join(';'),
    `to:${list(m.to)}|cc:${list(m.cc)}|bcc:${list(m.bcc)}`,
    m.subject.normalize('NFC').trim(),
    m.text.normalize('NFC').replace(blank, ''),
    m.attachments.toSorted().join(','),
    ...(m.identity === undefined ? [] : [m.identity]),
  ]
  return createHash('sha256').update(lines.join('\n'), 'utf8').digest('hex')
}

const list = (addresses: readonly Address[]): string =>
  [...new Set(addresses.map(addressKey))].toSorted().join(';')

/** White space and characters of no width. */
const blank = /[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+/g
