/** How bodies are read: JSON whole, chunks of files as a stream that ends with 413 when it grows past its limit. */
import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chunkBytes } from '#contracts/collect.ts'
import { ApiError } from './error.ts'
import { requireModest } from './json-size.ts'

/** The longest JSON that a call takes. */
export const jsonBytes = 2 * 1024 * 1024
/** The longest JSON that a call takes which somebody may make who has not signed in completely. */
export const jsonBytesBefore = 16 * 1024
export const bytesType = 'application/octet-stream'
const jsonType = 'application/json'
export const formType = 'application/x-www-form-urlencoded'

/** The refusal of a body that is of another type than the call takes. */
export const unsupportedType = (takes: 'bytes' | 'form' | 'json'): ApiError =>
  new ApiError(
    'request.unsupportedType',
    {
      bytes: `The bytes must be sent as ${bytesType}.`,
      form: `The request must be a form (${formType}).`,
      json: `The request must be JSON (${jsonType}).`,
    }[takes],
    { detail: 'Content-Type' },
  )

/** Sets the app's three kinds of body. */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(jsonType, { parseAs: 'string', bodyLimit: jsonBytes }, (request, text, done) => {
    // A call without a body may still say that it would have been JSON.
    if (text === '') return done(null, undefined)
    try {
      requireModest(String(text))
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)))
    }
    return parse(request, String(text), (error, body: unknown) => {
      if (error === null) done(null, body)
      else done(malformed(String(text)))
    })
  })
  app.addContentTypeParser(formType, { parseAs: 'string' }, (request, text, done) => {
    // The others take no form: whatever a page elsewhere posts does not reach them.
    if (request.routeOptions.config.takes === 'form') done(null, formOf(String(text)))
    else done(unsupportedType(request.routeOptions.config.takes ?? 'json'))
  })
  app.addContentTypeParser(bytesType, (request, payload, done) => {
    const most = request.routeOptions.config.maxBytes ?? chunkBytes
    if (announcedBytes(request) > most) {
      done(tooLong(most))
      return
    }
    let received = 0
    const limited = new Transform({
      transform(bytes: Buffer, _encoding, next) {
        received += bytes.byteLength
        if (received > most) next(tooLong(most))
        else next(null, bytes)
      },
    })
    // Whoever reads the bytes hears of what is wrong with them; where nobody reads them, nobody needs to.
    limited.on('error', () => {})
    // A connection that breaks must not look like the end of the bytes.
    payload.on('error', (error) => limited.destroy(error))
    payload.on('aborted', () =>
      limited.destroy(Object.assign(new Error('The connection broke.'), { code: 'ECONNRESET' })),
    )
    done(null, payload.pipe(limited))
  })
}

/**
 * Lets go of the bytes of a request that failed, wherever that was: what is on its way still is read and forgotten, or the
 * connection's next request would wait behind it. Where that may be more than a chunk, the connection ends instead.
 */
export function forgetBytes(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  if (raw.complete) return
  if (!(announcedBytes(request) <= chunkBytes)) reply.header('connection', 'close')
  raw.unpipe()
  raw.resume()
}

/** The fields of a form; of several with one name the last. */
const formOf = (text: string): object => Object.fromEntries(new URLSearchParams(text))

/** How long the request says that its body is; NaN where it does not. */
const announcedBytes = ({ headers }: FastifyRequest): number => Number(headers['content-length'])

const tooLong = (most: number): ApiError =>
  new ApiError('request.tooLarge', `At most ${most} bytes can be sent at once.`, {
    detail: 'Content-Length',
  })

/** Says where the JSON breaks, without repeating any of it; or that it is sound, but uses a name that nobody may. */
function malformed(text: string): ApiError {
  try {
    JSON.parse(text)
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    return new ApiError('request.malformed', 'The body of the request is not valid JSON.', {
      detail: position === undefined ? 'body' : `body, position ${position}`,
    })
  }
  return new ApiError(
    'request.invalid',
    'No field may be called "__proto__", and none "constructor" may hold a "prototype".',
    { detail: 'body' },
  )
}
