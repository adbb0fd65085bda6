/** Sends the image of a page, which only the one who asked may keep, and asks about again before it is shown. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { typeOf } from './images.ts'

export function sendImage(request: FastifyRequest, reply: FastifyReply, drawn: Buffer): FastifyReply {
  const etag = `"${createHash('sha256').update(drawn).digest('base64url').slice(0, 27)}"`
  reply
    .header('etag', etag)
    // The browser keeps it and asks each time whether it may show it still.
    .header('cache-control', 'private, no-cache')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.header('content-type', typeOf(drawn)).header('content-length', drawn.length).send(drawn)
}
