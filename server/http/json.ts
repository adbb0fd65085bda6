/** How bodies are read: JSON whole, chunks of files as a stream that ends with 413 when it grows past its limit. */
import { Transform } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { chunkBytes } from '#contracts/collect.ts'
import { ApiError } from './error.ts'

/** The longest JSON that a call takes. */
export const jsonBytes = 2 * 1024 * 1024
export const bytesType = 'application/octet-stream'

/** Sets the app's two kinds of body. */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: jsonBytes },
    (request, text, done) => {
      // A call without a body may still say that it would have been JSON.
      if (text === '') return done(null, undefined)
      return parse(request, String(text), (error, body: unknown) => {
        if (error === null) done(null, body)
        else done(malformed(error))
      })
    },
  )
  app.addContentTypeParser(bytesType, (request, payload, done) => {
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > chunkBytes) {
      done(tooLong())
      return
    }
    let received = 0
    const limited = new Transform({
      transform(bytes: Buffer, _encoding, next) {
        received += bytes.byteLength
        if (received > chunkBytes) next(tooLong())
        else next(null, bytes)
      },
    })
    // A connection that breaks must not look like the end of the bytes.
    payload.on('error', (error) => limited.destroy(error))
    payload.on('aborted', () => limited.destroy(new Error('The connection broke.')))
    done(null, payload.pipe(limited))
  })
}

const tooLong = (): ApiError =>
  new ApiError('request.tooLarge', `At most ${chunkBytes} bytes can be sent at once.`, {
    detail: 'Content-Length',
  })

/** Says where the JSON breaks, without repeating any of it. */
function malformed(error: Error): ApiError {
  const position = /position (\d+)/.exec(error.message)?.[1]
  return new ApiError('request.malformed', 'The body of the request is not valid JSON.', {
    detail: position === undefined ? 'body' : `body, position ${position}`,
  })
}
