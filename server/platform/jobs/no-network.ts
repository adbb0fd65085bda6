/**
 * Takes the network away from this process. Imported before anything else in a child: whatever is loaded later finds the
 * doors shut. All of Node's clients (http, https, http2, tls, fetch, WebSocket) go through the sockets closed here. Where
 * the system lets a process leave the network altogether (confinement.ts), this is the second lock and not the only one.
 */
import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

function refused(): never {
  throw Object.assign(new Error('There is no network here.'), { code: 'ERR_ACCESS_DENIED' })
}

/** Replaces functions for good: nothing that runs later can put them back. */
function shut(target: object, names: readonly string[]): void {
  for (const name of names)
    Object.defineProperty(target, name, { value: refused, writable: false, configurable: false })
}

/** Everything that asks a name server. */
const asking = (target: object): string[] =>
  Object.getOwnPropertyNames(target).filter((name) => /^(lookup|resolve|reverse)/.test(name))

shut(net.Socket.prototype, ['connect'])
shut(net.Server.prototype, ['listen'])
shut(net, ['BoundSocket', '_createServerHandle'])
shut(dgram.Socket.prototype, ['bind', 'bindSync', 'connect', 'connectSync', 'send', 'sendto'])
shut(dgram, ['_createSocketHandle'])
for (const target of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  shut(target, asking(target))
syncBuiltinESMExports()
