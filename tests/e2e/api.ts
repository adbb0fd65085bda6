/** A program beside the browser: asks the server what is on the record, by the same contracts as the pages. */
import { acceptLicence, confirmMfa, getLicence, login } from '#contracts/auth.ts'
import {
  type AnyCall,
  type BodyOf,
  cookies,
  headers,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from '#contracts/call.ts'
import { listProjects } from '#contracts/company.ts'
import { type DocumentRow, searchDocuments } from '#contracts/documents.ts'
import type { ErrorReply } from '#contracts/errors.ts'
import { addressOf } from './people.ts'
import { samplePassword } from './server.ts'

interface Given<C extends AnyCall> {
  readonly params?: ParamsOf<C>
  readonly query?: QueryOf<C>
  readonly body?: BodyOf<C>
  readonly project?: number
  readonly key?: string
  readonly ifMatch?: string
}

const sessions = new Map<string, Promise<Api>>()

/** An answer that was no success. */
export class Refused extends Error {
  readonly status: number
  readonly reply: ErrorReply
  constructor(call: string, status: number, reply: ErrorReply) {
    super(`${call} answered ${status}: ${reply.message}`)
    this.status = status
    this.reply = reply
  }
}

export class Api {
  readonly #url: string
  readonly #jar = new Map<string, string>()
  #token = ''
  #key = ''

  private constructor(url: string) {
    this.#url = url
  }

  /** One session for all tests of a server that only ask as this person: none of them ends it. */
  static of(url: string, who: string): Promise<Api> {
    const key = `${url} ${who}`
    const known = sessions.get(key) ?? Api.signIn(url, who)
    sessions.set(key, known)
    return known
  }

  /** Signed in completely, the terms accepted. */
  static async signIn(
    url: string,
    who: string,
    { password = samplePassword, code }: { password?: string; code?: () => string | Promise<string> } = {},
  ): Promise<Api> {
    const api = new Api(url)
    let session = await api.call(login, { body: { email: addressOf(who), password } })
    api.#token = session.token
    if (session.stage === 'mfa' && code !== undefined) {
      session = await api.call(confirmMfa, { body: { code: await code() } })
      api.#token = session.token
    }
    if (session.stage === 'licence') {
      const { version } = await api.call(getLicence)
      api.#token = (await api.call(acceptLicence, { body: { version } })).token
    }
    return api
  }

  /** Another application, by a key that somebody made for it: no cookies, no session. */
  static byKey(url: string, secret: string): Api {
    const api = new Api(url)
    api.#key = secret
    return api
  }

  async call<C extends AnyCall>(call: C, given: Given<C> = {}): Promise<ReplyOf<C>> {
    const reply = await this.send(call, given)
    const text = await reply.text()
    const parsed: unknown = text === '' ? undefined : JSON.parse(text)
    if (!reply.ok) throw new Refused(call.name, reply.status, parsed as ErrorReply)
    return parsed as ReplyOf<C>
  }

  /** The bare answer, whatever it is. */
  async send<C extends AnyCall>(
    call: C,
    { params, query, body, project, key, ifMatch }: Given<C> = {},
  ): Promise<Response> {
    const filled = Object.entries<unknown>(Object(params)).reduce(
      (path, [name, value]) => path.replace(`:${name}`, encodeURIComponent(String(value))),
      pathOf(call),
    )
    const search = new URLSearchParams(
      Object.entries<unknown>(Object(query)).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString()
    const reply = await fetch(`${this.#url}${filled}${search === '' ? '' : `?${search}`}`, {
      method: call.method,
      headers: {
        ...(this.#key === ''
          ? {
              [headers.xsrf]: this.#jar.get(cookies.xsrf) ?? '',
              cookie: [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; '),
            }
          : { authorization: `Bearer ${this.#key}` }),
        ...(this.#token === '' || call.path === '/token' ? {} : { [headers.token]: this.#token }),
        ...(project === undefined ? {} : { [headers.project]: String(project) }),
        ...(key === undefined ? {} : { [headers.idempotencyKey]: key }),
        ...(ifMatch === undefined ? {} : { [headers.ifMatch]: ifMatch }),
        ...(body === undefined
          ? {}
          : { 'content-type': call.rawBody === true ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : { body: call.rawBody === true ? (body as BodyInit) : JSON.stringify(body) }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (value === '') this.#jar.delete(name)
      else this.#jar.set(name, value)
    }
    return reply
  }

  /** The id of the project of this name. */
  async project(name: string): Promise<number> {
    const { data } = await this.call(listProjects)
    const found = data.find(({ projectName }) => projectName === name)
    if (found === undefined) throw new Error(`There is no project "${name}".`)
    return found.projectId
  }

  /** All documents that a query finds, from the first page to the last, in the order of the list. */
  async search(project: number, queryString = ''): Promise<readonly DocumentRow[]> {
    const rows: DocumentRow[] = []
    for (let page = 1; ; page++) {
      const found = await this.#found(project, queryString, page)
      rows.push(...found.data)
      if (rows.length >= found.totalCount || found.data.length === 0) return rows
    }
  }

  /** How many documents can be found. */
  async count(project: number): Promise<number> {
    return (await this.#found(project, '', 1)).totalCount
  }

  #found(project: number, queryString: string, page: number) {
    return this.call(searchDocuments, {
      project,
      body: {
        query: { queryString, includeFamily: false, objectId: null, type: null },
        sort: 'parentDateAsc',
        viewer: 'parentsAndChildren',
        filter: 'all',
        pageSize: 200,
        page,
      },
    })
  }
}
