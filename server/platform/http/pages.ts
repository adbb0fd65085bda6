/** The built pages: hashed assets for ever, index.html for every page route, and the headers that keep them safe. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf, services as prefixes } from '#contracts/call.ts'
import { allCalls } from '#contracts/index.ts'
import type { Config } from '../config.ts'
import { ApiError } from './error.ts'
import { sendFailure } from './failures.ts'

/**
 * Styles are written into the page by the styling library, so they may be inline; scripts may not. Sandboxed mail
 * frames inherit this and narrow it further by themselves.
 */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

/** Answers of calls are data: nothing in them is ever run, wherever they are opened. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** The worker that keeps the application's files asks for them, and for nothing elsewhere. */
const workerPolicy = "default-src 'none'; connect-src 'self'"

/** Headers of every answer. */
export function guardAnswers(app: FastifyInstance, config: Config): void {
  const overTls = config.tls !== null || config.publicUrl.startsWith('https:')
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header('X-Content-Type-Options', 'nosniff')
    reply.header('Referrer-Policy', 'no-referrer')
    reply.header('Cross-Origin-Opener-Policy', 'same-origin')
    reply.header('Cross-Origin-Resource-Policy', 'same-origin')
    reply.header('X-Permitted-Cross-Domain-Policies', 'none')
    reply.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=()')
    if (overTls) reply.header('Strict-Transport-Security', 'max-age=31536000')
    const page = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    if (!reply.hasHeader('Content-Security-Policy'))
      reply.header('Content-Security-Policy', page ? pagePolicy : dataPolicy)
    if (!reply.hasHeader('X-Frame-Options')) reply.header('X-Frame-Options', page ? 'SAMEORIGIN' : 'DENY')
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', page ? 'no-cache' : 'no-store')
    return payload
  })
}

/** Serves the folder of built pages, and what is no call and no file as the page itself. */
export async function servePages(app: FastifyInstance, dist: string): Promise<void> {
  // Before there are any, too: they may be built, or built anew, under a server that runs.
  await app.register(fastifyStatic, {
    root: dist,
    // Whoever asks for a page is told so, and what to do.
    suppressWarning: true,
    index: false,
    wildcard: true,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = /[\\/]assets[\\/]/.test(path)
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (/[\\/]service-worker\.js$/.test(path)) reply.header('Content-Security-Policy', workerPolicy)
    },
  })
  const page = async (reply: FastifyReply): Promise<FastifyReply> =>
    reply
      .header('Cache-Control', 'no-cache')
      // Said here and not by the answer's type: "not modified" has none, and what it says replaces what the browser kept.
      .header('Content-Security-Policy', pagePolicy)
      .header('X-Frame-Options', 'SAMEORIGIN')
      .sendFile('index.html', { cacheControl: false })

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?')[0] ?? '/'
    if (isCallPath(path)) return sendFailure(missing(request, reply, path), request, reply)
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/\.\w{1,5}$/.test(withoutPageNames(path))
    if (!wantsPage) return sendFailure(new ApiError('notFound', 'There is no such address.'), request, reply)
    if (!existsSync(join(dist, 'index.html')))
      return sendFailure(
        new ApiError('unavailable', 'The pages have not been built. Run "npm run build" first.'),
        request,
        reply,
      )
    return await page(reply)
  }
  app.get('/', answer)
  app.setNotFoundHandler(answer)
}

/** Page routes that look like files (`/saml-login.html`) are pages all the same. */
const withoutPageNames = (path: string): string => path.replace(/\.html$/, '')

const isCallPath = (path: string): boolean =>
  Object.values(prefixes).some((prefix) => path === prefix || path.startsWith(`${prefix}/`))

const patterns = allCalls.map((call) => ({
  method: call.method,
  pattern: new RegExp(
    `^${pathOf(call)
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')}$`,
  ),
}))

/** No such call, or not with this method: then the answer says with which. */
function missing(request: FastifyRequest, reply: FastifyReply, path: string): ApiError {
  const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  if (methods.length === 0) return new ApiError('notFound', 'There is no such call.')
  reply.header('Allow', [...new Set(methods)].join(', '))
  return new ApiError('methodNotAllowed', `This call does not know the method ${request.method}.`, {
    detail: [...new Set(methods)].join(', '),
  })
}
