/** Every failure as the one shape of the error catalogue; what is nobody's fault but ours says nothing about itself. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorReply, messages } from '#contracts/errors.ts'
import { codeOf } from '../error-code.ts'
import { isStorageFull, isUnreachable } from '../records/dialect.ts'
import { ApiError } from './error.ts'
import { unsupportedType } from './json.ts'

/** Answers a request that failed. */
export function sendFailure(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = asApiError(error, request)
  if (failure.status >= 500 && !(error instanceof ApiError)) {
    // What somebody interrupts by going away is no fault of ours.
    if (isGone(request) && isInterruption(error))
      request.log.debug({ err: error }, 'the caller has gone away')
    else request.log.error({ err: error }, 'call failed')
  }
  return reply.code(failure.status).type('application/json; charset=utf-8').send(replyOf(failure, request.id))
}

/** Answers bytes that never became a request. */
export function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  endWith(socket, unread(error), randomUUID())
}

function unread({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError('request.tooLarge', 'The headers of the request are too large.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('request.tooSlow', 'The request did not come to its end.')
  return new ApiError('request.malformed', 'This is no request that can be read.')
}

/** Answers on the bare connection, and ends it. */
export function endWith(socket: Socket, failure: ApiError, requestId: string): void {
  const body = JSON.stringify(replyOf(failure, requestId))
  const lines = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ]
  // What is still sent is not waited for.
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** What is thrown where bytes come to no end, or a signal says that nobody waits. */
const isInterruption = (error: Error): boolean =>
  error.name === 'AbortError' || ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(codeOf(error))

/** Whether the connection ended before the answer, on whichever side. */
const isGone = ({ raw }: FastifyRequest): boolean => raw.socket.destroyed || (raw.destroyed && !raw.complete)

const replyOf = (failure: ApiError, requestId: string): ErrorReply => ({
  message: failure.message,
  detail: failure.detail,
  code: failure.code,
  requestId,
  ...(failure.data === undefined ? {} : { data: failure.data }),
})

/** What an error is to the caller. */
function asApiError(error: FastifyError | Error, request: FastifyRequest): ApiError {
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
      return unsupportedType(request.routeOptions.config.takes ?? 'json')
    case 'FST_ERR_BAD_URL':
      return new ApiError('request.malformed', 'The address is not well formed.')
    default:
      return typeof status === 'number' && status >= 400 && status < 500
        ? new ApiError('request.malformed', 'The request is not well formed.')
        : new ApiError('internal', messages.unexpected)
  }
}
