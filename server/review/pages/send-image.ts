/** Sends the image of a page. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProjectContext } from '../../platform/http/context.ts'
import { typeOf } from './images.ts'

/**
 * The browser of whoever sees under redactions keeps it, and asks each time whether it may show it still. For all others it
 * keeps nothing: the page may be redacted tomorrow, and what lies on a disk, or stands behind a step back, is not asked about.
 */
export function sendImage(
  { can }: Pick<ProjectContext, 'can'>,
  request: FastifyRequest,
  reply: FastifyReply,
  drawn: Buffer,
): FastifyReply {
  const isKept = can('redaction.see')
  const etag = `"${createHash('sha256').update(drawn).digest('base64url').slice(0, 27)}"`
  reply
    .header('cache-control', isKept ? 'private, no-cache' : 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (isKept) {
    reply.header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  }
  return reply.header('content-type', typeOf(drawn)).header('content-length', drawn.length).send(drawn)
}
