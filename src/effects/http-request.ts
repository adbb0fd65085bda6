/** From a contract and what is said with it to an HTTP request: address, headers, body. */
import { type AnyCall, cookies, headers, pathOf, type Service, services } from '#contracts/call.ts'
import type { CallExtras } from './call.ts'

export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | null
}

/** A call's parts before validation; contracts give them their types further out. */
export interface Said extends CallExtras {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** What every request carries, asked for anew each time. */
export interface Carried {
  /** Where each service stands, without a slash at the end; '' is the page's own origin. */
  readonly baseUrls: Readonly<Record<Service, string>>
  readonly token: () => string | null
  /** IANA name. */
  readonly timeZone: () => string
  readonly project: () => number | null
  readonly cookie: (name: string) => string | null
}

/** All four services on one server. */
export const sameServer = (origin: string): Record<Service, string> => ({
  rest: origin + services.rest,
  api: origin + services.api,
  internal: origin + services.internal,
  sheet: origin + services.sheet,
})

const exemptParts = new Set(['token', 'reset-password', 'invite-user'])

/**
 * Whether requests to this path carry neither the time zone nor the access token. Whole path parts are compared:
 * `user-token-passkeys` is no token address.
 */
export const isExempt = (path: string): boolean =>
  path.split(/[?#]/, 1).some((bare) => bare.split('/').some((part) => exemptParts.has(part)))

export const isWrite = (contract: Pick<AnyCall, 'method'>): boolean => contract.method !== 'GET'

export function buildRequest(contract: AnyCall, said: Said, carried: Carried): HttpRequest {
  const url = carried.baseUrls[contract.service] + fill(contract.path, said.params) + search(said.query)
  const sent: Record<string, string> = { Accept: contract.rawReply ? '*/*' : 'application/json' }
  if (!isExempt(pathOf(contract))) {
    sent[headers.timeZone] = carried.timeZone()
    const token = carried.token()
    if (token !== null) sent[headers.token] = token
  }
  const projectId = said.projectId === undefined ? carried.project() : said.projectId
  if (contract.scope === 'project' && projectId !== null) sent[headers.project] = String(projectId)
  if (contract.linkToken && said.linkToken !== undefined) sent[headers.linkToken] = said.linkToken
  if (isWrite(contract)) {
    const xsrf = carried.cookie(cookies.xsrf)
    if (xsrf !== null) sent[headers.xsrf] = xsrf
    if (typeof said.idempotencyKey === 'string') sent[headers.idempotencyKey] = said.idempotencyKey
    if (said.ifMatch !== undefined) sent[headers.ifMatch] = said.ifMatch
  }
  const body = bodyOf(contract, said.body)
  if (body !== null) sent['Content-Type'] = contract.rawBody ? 'application/octet-stream' : 'application/json'
  return { method: contract.method, url, headers: sent, body }
}

function fill(path: string, params: unknown): string {
  const given = isRecord(params) ? params : {}
  return path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
    const value = given[name]
    if (value === undefined) throw new TypeError(`${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

function search(query: unknown): string {
  if (!isRecord(query)) return ''
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) pairs.append(name, String(one))
  }
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}

function bodyOf(contract: AnyCall, body: unknown): HttpRequest['body'] {
  if (contract.rawBody) {
    if (body instanceof Blob || body instanceof ArrayBuffer) return body
    if (body instanceof Uint8Array) return new Uint8Array(body)
    throw new TypeError(`${contract.name} sends bytes`)
  }
  if (!isWrite(contract) || body === undefined) return null
  return JSON.stringify(body)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
