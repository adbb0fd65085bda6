/**
 * Requests that still run are cut off once their session has been ended, or the account behind it closed. Another process may
 * have done that (the command line), so the records are asked.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '../services.ts'

/** A session that has ended goes on for so long at most. */
const everyMs = 1_000

export class RunningRequests {
  readonly #replies = new Map<string, Set<FastifyReply>>()

  /** Keeps a request as one of a session for as long as it runs. */
  add(sessionId: string, reply: FastifyReply): void {
    const ofSession = this.#replies.get(sessionId) ?? new Set()
    this.#replies.set(sessionId, ofSession.add(reply))
    reply.raw.once('close', () => {
      ofSession.delete(reply)
      if (ofSession.size === 0 && this.#replies.get(sessionId) === ofSession) this.#replies.delete(sessionId)
    })
  }

  /** Cuts off what runs for sessions that have ended. */
  async cut(ended: Services['admission']['ended']): Promise<void> {
    if (this.#replies.size === 0) return
    // Nothing can be said any more to whoever is in the middle of a body.
    for (const sessionId of await ended([...this.#replies.keys()]))
      for (const reply of this.#replies.get(sessionId) ?? []) reply.raw.destroy()
  }
}

/** Looks after the requests of an app until it is closed. */
export function watchSessions(
  app: FastifyInstance,
  { admission, log }: Pick<Services, 'admission' | 'log'>,
): RunningRequests {
  const running = new RunningRequests()
  const timer = setInterval(() => {
    running
      .cut(admission.ended)
      .catch((error: unknown) => log.error({ err: error }, 'ended sessions cannot be looked for'))
  }, everyMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return running
}
