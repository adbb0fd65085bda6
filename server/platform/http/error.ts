/** The one error that handlers and commands throw on purpose; everything else is a 500 without details. */
import { type ErrorCode, errorStatus } from '#contracts/errors.ts'

export class ApiError extends Error {
  readonly code: ErrorCode
  readonly detail: string
  readonly data: unknown
  /** `message` tells a person what to do; `detail` names what it was about; `data` is for programs. */
  constructor(code: ErrorCode, message: string, options: { detail?: string; data?: unknown } = {}) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.detail = options.detail ?? ''
    this.data = options.data
  }
  get status(): number {
    return errorStatus[this.code]
  }
}
/** The same answer for what does not exist and for what the caller may not know of. */
export const notFound = (what: string): ApiError => new ApiError('notFound', `There is no such ${what}.`)
