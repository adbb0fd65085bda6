/** The calls of the browser's client over a real connection, as somebody who is signed in there makes them. */
import { cookies } from '#contracts/call.ts'
import type { Call } from '#src/effects/call.ts'
import { createHttp } from '#src/effects/http.ts'
import { type Said, sameServer } from '#src/effects/http-request.ts'
import { createTokenVault } from '#src/effects/token-vault.ts'
import type { TestUser } from './harness.ts'

export function callsOver(address: string, user: TestUser): Call {
  const vault = createTokenVault()
  vault.set(user.token)
  const cookie = `${cookies.session}=${user.cookie}; ${cookies.xsrf}=${user.xsrf}`
  const http = createHttp({
    baseUrls: sameServer(address),
    timeZone: () => 'UTC',
    project: () => null,
    cookie: (name) => (name === cookies.xsrf ? user.xsrf : null),
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, cookie } }),
    xhr: () => {
      throw new Error('There is no XMLHttpRequest here.')
    },
    vault,
    signedIn: () => true,
    authorise: async () => undefined,
    onSessionEnd: () => undefined,
    redirectOrigins: [],
    ownOrigin: address,
    console: { error: () => undefined },
  })
  // Only browsers can say how far a request is; without that, the same request goes by fetch.
  return ((contract, said: Said = {}) => {
    const { progress: _, ...rest } = said
    return http.call(contract, rest)
  }) as Call
}
