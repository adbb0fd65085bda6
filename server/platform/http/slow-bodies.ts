/**
 * Bodies that never come to their end. A request keeps a connection, and what was read of it, for as long as it likes to
 * take: a few hundred of them half-sent would leave no room for others. JSON is short and has to be there soon; bytes may be
 * many, and have only to go on coming.
 */
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './error.ts'
import { endWith } from './failures.ts'

/** Milliseconds. */
export interface Patience {
  /** For the head of a request. */
  readonly headMs: number
  /** For a body of JSON, and for what no call takes. */
  readonly jsonMs: number
  /** Without a byte of a body of bytes. */
  readonly idleMs: number
  /** For a request as a whole, whatever it is. */
  readonly requestMs: number
}

export const defaultPatience: Patience = {
  headMs: 20_000,
  jsonMs: 30_000,
  idleMs: 60_000,
  requestMs: 3_600_000,
}

/** Ends the connections of requests whose bodies are too slow, whether they were answered meanwhile or not. */
export function endSlowBodies(app: FastifyInstance, { jsonMs, idleMs }: Patience): void {
  app.addHook('onRequest', async ({ raw, routeOptions, id }, reply) => {
    const { socket } = raw
    // A request that no connection brings (it was made in this process) is there as a whole.
    if (!hasBody(raw) || !(socket instanceof Socket)) return
    const isBytes = routeOptions.config.takes === 'bytes'
    let read = socket.bytesRead
    const timer = setInterval(
      () => {
        if (raw.complete || socket.destroyed) return clearInterval(timer)
        if (isBytes && socket.bytesRead > read) {
          read = socket.bytesRead
          return
        }
        clearInterval(timer)
        if (reply.raw.headersSent) socket.destroy()
        else endWith(socket, new ApiError('request.tooSlow', 'The request did not come to its end.'), id)
      },
      isBytes ? idleMs : jsonMs,
    )
    timer.unref()
    raw.once('close', () => clearInterval(timer))
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
