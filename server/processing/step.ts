/** What a walk gives out. */
import type { Message } from './mail/eml.ts'
import type { MailForm } from './mail/read-mail.ts'
import type { ExceptionCode } from './member.ts'
import type { Position } from './position.ts'

export interface Item {
  readonly kind: 'item'
  readonly at: Position
  readonly path: readonly string[]
  /** How it is mail; null where it is not. */
  readonly form: MailForm | null
  /** Where it was read already: then its bytes are only how it is written down. */
  readonly message?: Message
  /** Out of a mailbox, or named as a message: not just text that looks like mail. */
  readonly calledMessage: boolean
  readonly bytes: Buffer
  readonly receivedAt: string | null
  readonly modifiedAt: string | null
}
/** A container was walked to its end. */
export interface Closed {
  readonly kind: 'container'
  readonly at: Position
  readonly path: readonly string[]
}
export interface Failure {
  readonly kind: 'failed'
  readonly at: Position
  readonly path: readonly string[]
  readonly code: ExceptionCode
  readonly reason: string
  readonly stage: 'expand' | 'parse'
  readonly size: number
  /** What could be read of it. */
  readonly bytes: Buffer | null
}
export type Step = Item | Closed | Failure
