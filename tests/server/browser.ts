/** A browser as far as signing in goes: keeps cookies, sends the token and the XSRF pair, and reads replies. */
import type { LightMyRequestResponse } from 'fastify'
import {
  type AnyCall,
  type BodyOf,
  cookies,
  headers,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from '#contracts/call.ts'
import type { ErrorReply } from '#contracts/errors.ts'
import type { TestServer } from './harness.ts'

export interface Reply<T> {
  readonly status: number
  readonly data: T
  readonly error: ErrorReply
  readonly raw: LightMyRequestResponse
}

export class Browser {
  readonly #server: TestServer
  readonly jar = new Map<string, string>()
  token: string | null = null

  constructor(server: TestServer) {
    this.#server = server
  }

  /** Another tab: the same cookies, no token yet. */
  tab(): Browser {
    const tab = new Browser(this.#server)
    for (const [name, value] of this.jar) tab.jar.set(name, value)
    return tab
  }

  async call<C extends AnyCall>(
    call: C,
    given: {
      body?: BodyOf<C>
      query?: Partial<Record<keyof QueryOf<C>, string>>
      headers?: Record<string, string>
      project?: number
      bare?: boolean
    } = {},
  ): Promise<Reply<ReplyOf<C>>> {
    const search = new URLSearchParams(Object.entries<string>(Object(given.query))).toString()
    const isToken = call.path === '/token'
    const xsrf = this.jar.get(cookies.xsrf)
    const raw = await this.#server.app.inject({
      method: call.method,
      url: pathOf(call) + (search === '' ? '' : `?${search}`),
      headers: {
        ...(this.jar.size === 0
          ? {}
          : { cookie: [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(this.token === null || isToken ? {} : { [headers.token]: this.token }),
        ...(call.method === 'GET' || xsrf === undefined ? {} : { [headers.xsrf]: xsrf }),
        ...(given.project === undefined ? {} : { [headers.project]: String(given.project) }),
        ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...given.headers,
      },
      ...(given.body === undefined ? {} : { payload: JSON.stringify(given.body) }),
    })
    for (const { name, value, maxAge } of raw.cookies) {
      if (maxAge === 0) this.jar.delete(name)
      else this.jar.set(name, value)
    }
    const ok = raw.statusCode < 300
    return {
      status: raw.statusCode,
      raw,
      get data(): ReplyOf<C> {
        if (!ok) throw new Error(`The call failed with ${raw.statusCode}: ${raw.body}`)
        return (raw.body === '' ? undefined : raw.json()) as ReplyOf<C>
      },
      get error(): ErrorReply {
        if (ok) throw new Error(`The call succeeded with ${raw.statusCode}.`)
        return raw.json<ErrorReply>()
      },
    }
  }
}

/** What a cookie was set with. */
export function cookieSet(raw: LightMyRequestResponse, name: string) {
  const cookie = raw.cookies.find((each) => each.name === name)
  if (cookie === undefined) throw new Error(`The cookie ${name} was not set.`)
  return cookie
}
