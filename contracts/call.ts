/**
 * One declaration per REST call. The server registers a handler against it (validation, capability
 * check, OpenAPI), the client calls through it (types, reply validation), and tests walk over all of
 * them. A call's shape is written nowhere else.
 */
import * as z from 'zod/mini'
import type { Capability } from './permission.ts'

/** The four base services of the product. Each is a path prefix, so page routes and calls never collide. */
export const services = { rest: '/rest', api: '/api', internal: '/internal', sheet: '/sheet' } as const
export type Service = keyof typeof services

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * What the caller must be before the handler runs.
 * - `public`: nobody in particular.
 * - `session`: holds a session, whatever its stage (MFA or license may be pending).
 * - `account`: signed in completely (MFA passed, current terms accepted).
 * - a capability: signed in completely, and the capability held in the call's scope.
 */
export type Need = 'public' | 'session' | 'account' | Capability

/** Which tenant boundary the call is checked against; `project` calls carry the `projectId` header. */
export type Scope = 'none' | 'company' | 'project'

/**
 * Whether a call requires an `Idempotency-Key`, honors it if sent (a repetition gets the first reply), or ignores it,
 * because repeating the call is harmless or its reply must not be stored.
 */
export type KeyUse = 'required' | 'optional' | 'none'

export interface CallDef<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
> {
  /** Stable name, `area.verb`; also the OpenAPI operationId. */
  readonly name: string
  readonly service: Service
  readonly method: Method
  /** Path below the service, with `:param` placeholders. */
  readonly path: string
  readonly needs: Need
  readonly scope: Scope
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  /** The request body is raw bytes (an upload chunk), not JSON. */
  readonly rawBody?: boolean
  /** The request body is a form that a page elsewhere posts, not JSON. */
  readonly formBody?: true
  /** Maximum number of bytes; the default is one upload chunk. */
  readonly maxBytes?: number
  /** The reply is bytes, not JSON; `reply` is then ignored. */
  readonly rawReply?: boolean
  readonly idempotencyKey: KeyUse
  /** What `If-Match` must contain; absent: the call takes none. It is not part of the idempotency key's fingerprint. */
  readonly ifMatch?: string
  /** It may be left out: then whatever stands there is overwritten. */
  readonly ifMatchIsOptional?: true
  /**
   * The call uses a secret link: its token travels in the `Link-Token` header, never in the address, which proxies log and
   * browsers pass on.
   */
  readonly linkToken?: true
  /**
   * Answered in an archived project too, although it is no GET: it changes nothing of the project, as a search does, or is
   * about its archive. Every other call that is no GET is refused there.
   */
  readonly inArchived?: true
  /** Only asks, whatever its method: a search has too much to say for an address. */
  readonly onlyAsks?: true
  /**
   * To whoever may not see under redactions it tells of redacted documents too, as they would leave: without a word that may
   * stand under one. Every other call knows no such document for them (docs/decisions/0142).
   */
  readonly asTheyLeave?: true
  /** One sentence for the API page. */
  readonly summary: string
}

export type AnyCall = CallDef<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType>

/** No members. Anything sent where nothing is expected is refused. */
export type Nothing = z.ZodMiniType<Record<never, never>>
const nothing: Nothing = z.strictObject({})

interface Declared<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
> {
  name: string
  service?: Service
  method: Method
  path: string
  needs: Need
  scope?: Scope
  params?: P
  query?: Q
  body?: B
  reply: R
  rawBody?: boolean
  formBody?: true
  maxBytes?: number
  rawReply?: boolean
  idempotencyKey?: KeyUse
  ifMatch?: string
  ifMatchIsOptional?: true
  linkToken?: true
  inArchived?: true
  onlyAsks?: true
  asTheyLeave?: true
  summary: string
}

/**
 * Declares a call. Params, query and body default to "nothing"; unknown keys are refused by `strictObject`. Need, scope and
 * key keep their literal types: what a handler is given follows from them.
 */
export function call<
  R extends z.ZodMiniType,
  N extends Need,
  S extends Scope = 'none',
  P extends z.ZodMiniType = Nothing,
  Q extends z.ZodMiniType = Nothing,
  B extends z.ZodMiniType = Nothing,
  K extends KeyUse = 'none',
>(
  def: Declared<P, Q, B, R> & { needs: N; scope?: S; idempotencyKey?: K },
): CallDef<P, Q, B, R> & { readonly needs: N; readonly scope: S; readonly idempotencyKey: K } {
  return {
    service: 'rest',
    scope: 'none' as S,
    idempotencyKey: 'none' as K,
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    ...def,
  }
}

/** Whether a call may change something. */
export const changes = ({ method, onlyAsks }: AnyCall): boolean => method !== 'GET' && onlyAsks !== true

/** Whether a call is refused where its project is archived. */
export const changesProject = (call: AnyCall): boolean =>
  call.scope === 'project' && changes(call) && call.inArchived !== true

/** The whole path of a call, with its service prefix and its placeholders. */
export const pathOf = (def: AnyCall): string => services[def.service] + def.path

export type ParamsOf<C extends AnyCall> = z.infer<C['params']>
export type QueryOf<C extends AnyCall> = z.infer<C['query']>
export type BodyOf<C extends AnyCall> = z.infer<C['body']>
export type ReplyOf<C extends AnyCall> = z.infer<C['reply']>

/** Header names, on both sides. */
export const headers = {
  token: 'Access-Token',
  timeZone: 'Time-Zone',
  project: 'projectId',
  idempotencyKey: 'Idempotency-Key',
  ifMatch: 'If-Match',
  linkToken: 'Link-Token',
  xsrf: 'X-XSRF-TOKEN',
  requestId: 'X-Request-Id',
} as const

/** Format of an `Idempotency-Key`. */
export const idempotencyKeyPattern = /^[\w-]{8,64}$/

/** Cookie names, on both sides. */
export const cookies = {
  /** HttpOnly, SameSite=Strict: restores the token after a reload, and alone authenticates GETs of bytes. */
  session: 'affiant_session',
  /** HttpOnly: a browser in which somebody has signed in keeps its own budget of failed sign-ins. */
  browser: 'affiant_browser',
  /** Readable by the page; copied into the XSRF header of every write. */
  xsrf: 'XSRF-TOKEN',
  /** Whether the current terms are accepted; `false` sends to the terms route. */
  accepted: 'accepted',
  /** Whether the tool that redacts stays held; `false` again with each switch of the project. */
  redactStay: 'redactViewerStayState',
} as const

/** A list and its total length. */
export const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ data: z.array(item), totalCount: z.int() })
