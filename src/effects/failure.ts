/** How a call failed, as a value: effects decide by it, screens show its message. */
import { messages } from '#contracts/errors.ts'

export interface CallFailure {
  readonly kind: 'status' | 'network' | 'timeout' | 'canceled' | 'aborted' | 'invalid' | 'protocol'
  /** HTTP status where there was one, else 0. */
  readonly status: number
  /** The server's code (contracts/errors), or ''. */
  readonly code: string
  /** For people; from the catalogue. */
  readonly message: string
  readonly detail: string
  /** What the transport says: 'Request failed with status code 500', 'timeout of 20 ms exceeded'. */
  readonly transport: string
  /** How long the server asks to wait, in ms; null where it says nothing. */
  readonly retryAfter: number | null
  /** Facts that some codes carry. */
  readonly data: unknown
  readonly requestId: string
}

/** What a failed call rejects with. */
export class CallFailed extends Error {
  readonly failure: CallFailure
  constructor(failure: CallFailure) {
    super(failure.message)
    this.name = 'CallFailed'
    this.failure = failure
  }
}

/** A whole failure from what is known of it. */
export const callFailure = (known: Partial<CallFailure> & Pick<CallFailure, 'kind'>): CallFailure => ({
  status: 0,
  code: '',
  message: messages.unexpected,
  detail: '',
  transport: known.message ?? messages.unexpected,
  retryAfter: null,
  data: undefined,
  requestId: '',
  ...known,
})

/** 'Request was canceled': by its scope, its successor or the user. */
export const canceled: CallFailure = callFailure({ kind: 'canceled', message: messages.canceled })

/** Whether nobody answered, or only what stands in front of a server that is gone. */
export const isAway = ({ kind, status }: Pick<CallFailure, 'kind' | 'status'>): boolean =>
  kind === 'network' || status === 502 || status === 504

/** The failure behind whatever a request threw. Foreign errors keep only their name: a text may hold content. */
export function failureOf(thrown: unknown): CallFailure {
  if (thrown instanceof CallFailed) return thrown.failure
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return canceled
  const name = thrown instanceof Error ? thrown.name : typeof thrown
  return callFailure({ kind: 'invalid', transport: name })
}

/** What the server says of a failure; where it says nothing, or nobody answers, these words. */
export const wordsOf = ({ kind, message }: CallFailure, words: string): string =>
  kind === 'status' && message !== messages.unexpected ? message : words
