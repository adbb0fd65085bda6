/**
 * By which names the server may be called. A page of somebody else, whose name has been made to lead to this machine (DNS
 * rebinding), is of one origin with what it reads here, and asks from this machine: only the name that it asks for tells.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Config, hostnameOf } from '../config.ts'
import { ApiError } from './error.ts'

/** Refuses what is asked of another name, before anything else of a request is looked at. */
export function guardHost(app: FastifyInstance, { hosts }: Pick<Config, 'hosts'>): void {
  app.addHook('onRequest', async (request, reply) => {
    // As it was sent: what a proxy says of it (X-Forwarded-Host) a page could say as well.
    const name = hostnameOf(request.headers.host ?? '')
    if (name !== null && (hosts.includes(name) || name === addressOf(request))) return
    // Nobody reads its body.
    reply.header('connection', 'close')
    throw new ApiError(
      'host.unknown',
      `This server does not answer to ${name === null ? 'a request without a host' : `"${name}"`}. Use the address that its operator has given; the operator can add names with AFFIANT_HOSTS.`,
      { detail: 'Host' },
    )
  })
}

/** The address of this machine that the connection was made to: it cannot be made to lead here by anybody's name. */
const addressOf = ({ raw }: FastifyRequest): string | null => {
  const local = (raw.socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  return hostnameOf(local.includes(':') ? `[${local}]` : local)
}
