/**
 * The error catalog. An error reply is `{ message, detail, code, requestId }`: `message` is for people, `detail` adds the
 * subject (a field name, a position), `code` is for programs.
 */
import * as z from 'zod/mini'

export const errorReply = z.object({
  message: z.string(),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  /** Extra data that some codes carry (the conflicts of a stale save, the position of a query error). */
  data: z.optional(z.unknown()),
})
export type ErrorReply = z.infer<typeof errorReply>

/** Code → HTTP status. */
export const errorStatus = {
  'request.malformed': 400,
  'request.invalid': 400,
  'auth.failed': 401,
  'auth.tokenNotFound': 401,
  'auth.accessTokenNotFound': 401,
  'auth.tokenExpired': 401,
  'auth.codeWrong': 401,
  'auth.locked': 429,
  'auth.linkExpired': 400,
  'auth.ssoRequired': 403,
  'auth.ssoRefused': 403,
  'auth.stagePending': 403,
  'auth.termsPending': 403,
  'auth.xsrf': 403,
  'permission.denied': 403,
  notFound: 404,
  gone: 410,
  methodNotAllowed: 405,
  conflict: 409,
  'project.archived': 409,
  'batch.notHeld': 409,
  'job.transition': 409,
  'coding.stale': 412,
  'tag.stale': 412,
  'walls.stale': 412,
  'person.stale': 412,
  'company.stale': 412,
  'sso.stale': 412,
  'tag.changed': 412,
  'form.stale': 412,
  'redaction.stale': 412,
  'request.tooSlow': 408,
  'request.tooLarge': 413,
  'request.unsupportedType': 415,
  'host.unknown': 421,
  'idempotency.mismatch': 422,
  'version.required': 428,
  'rate.limited': 429,
  'query.invalid': 400,
  'search.superseded': 409,
  'search.timeout': 503,
  'search.opening': 503,
  'storage.full': 507,
  internal: 500,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof errorStatus

/** Texts fixed by the product's error catalog (docs/requirements.tsv, msg-*). Compared and displayed word for word. */
export const messages = {
  routeFailure: 'Unexpected Application Error!',
  unknownError: 'An unknown error occurred.',
  unexpected: 'An unexpected error occurred.',
  timedOut: 'Request Timed Out',
  canceled: 'Request was canceled',
  emptyOcrJob: 'No images exist to OCR in the selected saved search or folder. No job will be submitted.',
  loggedOut: 'You successfully logged out.',
  tokenNotFound: 'Token not found.',
  accessTokenNotFound: 'Access Token not found.',
  accessTokenExpired: 'Access token is expired.',
  sidebarContext: 'sidebar context not found',
  chunkFailed: 'Failed to load',
  statusFailed: 'Request failed with status code',
  networkError: 'Network Error',
  aborted: 'Request aborted',
  unsupportedProtocol: 'Unsupported protocol',
} as const

/** `timeout of N ms exceeded`. */
export const timeoutExceeded = (ms: number): string => `timeout of ${ms} ms exceeded`

/** The three details of a 401 that end a session (compared without case). */
export const sessionEndDetails = [
  messages.tokenNotFound,
  messages.accessTokenNotFound,
  messages.accessTokenExpired,
] as const
