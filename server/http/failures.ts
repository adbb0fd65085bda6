/** Every failure as the one shape of the error catalogue; what is nobody's fault but ours says nothing about itself. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorReply, messages } from '#contracts/errors.ts'
import { isStorageFull, isUnreachable } from '../records/dialect.ts'
import { ApiError } from './error.ts'

/** Answers a request that failed. */
export function sendFailure(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = asApiError(error)
  if (failure.status >= 500 && !(error instanceof ApiError)) request.log.error({ err: error }, 'call failed')
  const body: ErrorReply = {
    message: failure.message,
    detail: failure.detail,
    code: failure.code,
    requestId: request.id,
  }
  if (failure.data !== undefined) body.data = failure.data
  return reply.code(failure.status).type('application/json; charset=utf-8').send(body)
}

/** What an error is to the caller. */
function asApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error
  if (isStorageFull(error))
    return new ApiError('storage.full', 'The disk of the server is full. Nothing was changed.')
  if (isUnreachable(error))
    return new ApiError('unavailable', 'The records cannot be reached at the moment. Try again.')
  const code = 'code' in error ? String(error.code) : ''
  const status = 'statusCode' in error ? error.statusCode : undefined
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('request.tooLarge', 'The request is too large.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('request.unsupportedType', 'The request must be JSON (application/json).', {
        detail: 'Content-Type',
      })
    case 'FST_ERR_BAD_URL':
      return new ApiError('request.malformed', 'The address is not well formed.')
    default:
      return typeof status === 'number' && status >= 400 && status < 500
        ? new ApiError('request.malformed', 'The request is not well formed.')
        : new ApiError('internal', messages.unexpected)
  }
}
