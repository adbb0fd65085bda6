/**
 * What happens to every call before and after its handler. Who calls and whether they may comes first, by headers
 * alone; only then is the body read and checked.
 */

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type AnyCall, changesProject, headers, idempotencyKeyPattern, pathOf } from '#contracts/call.ts'
import { accountCan, type Capability, type Extent, extentOf, reachIn } from '#contracts/permission.ts'
import { canonical } from '../canonical.ts'
import type { Services } from '../services.ts'
import type { Caller, Context, ProjectScope } from './context.ts'
import { ApiError } from './error.ts'
import { forgetBytes, formType, jsonBytesBefore, unsupportedType } from './json.ts'
import type { Incoming, Route } from './route.ts'
import type { RunningRequests } from './running.ts'
import { requireNeed, requireOwnCompany, roleOf } from './scope.ts'
import { parsePart } from './validate.ts'
import { asTheyLeave } from './view.ts'

interface Admitted {
  readonly caller: Caller | null
  readonly project: ProjectScope | null
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null
  }
  interface FastifyContextConfig {
    /** The contract's name, for logs and metrics. */
    call?: string
    /** What its body must be. */
    takes?: 'bytes' | 'form' | 'json'
    /** Of bytes, so many at most. */
    maxBytes?: number
  }
}

/** Registers one call with its handler. */
export function registerRoute(
  app: FastifyInstance,
  services: Services,
  running: RunningRequests,
  { call, handler }: Route,
): void {
  app.route({
    method: call.method,
    url: pathOf(call),
    config: {
      call: call.name,
      takes: bodyTypeOf(call),
      ...(call.maxBytes === undefined ? {} : { maxBytes: call.maxBytes }),
    },
    // A limit of the route goes before that of the parser.
    ...(isBeforeSignIn(call) ? { bodyLimit: call.maxBytes ?? jsonBytesBefore } : {}),
    onRequest: async (request, reply) => {
      if (isHeldBack(call)) services.admission.holdBack(request, reply)
      request.admitted = await admit(services, call, request, reply)
      const { caller } = request.admitted
      if (caller !== null) running.add(caller.sessionId, reply)
    },
    onError: async (request, reply) => forgetBytes(request, reply),
    handler: async (request, reply) => {
      const { caller, project: admitted } = request.admitted ?? { caller: null, project: null }
      const project = admitted === null ? null : seenBy(call, admitted)
      const incoming: Incoming<AnyCall> = {
        params: parsePart('path', call.params, request.params),
        query: parsePart('query', call.query, request.query),
        body: bodyOf(call, request),
        raw: request,
        reply,
      }
      if (caller !== null && call.scope === 'company')
        requireOwnCompany(caller, companyNamed(incoming.body) ?? companyNamed(incoming.query))
      const ctx = {
        ...contextOf(services, call, request, reply, caller, project),
        ...(caller === null ? {} : { caller }),
        ...(project === null ? {} : { project, whole: services.records }),
      }
      // `route` holds handler and contract together; the context has what the call's need and scope promise.
      const answer = await handler(ctx as never, incoming as never)
      if (call.rawReply === true || reply.sent) return reply
      return sendAnswer(call, reply, answer)
    },
  })
}

/** The project as this call shows it: most know nothing of documents that are not seen in full. */
const seenBy = (call: AnyCall, project: ProjectScope): ProjectScope =>
  project.view === null || call.asTheyLeave !== true
    ? project
    : { ...project, view: asTheyLeave(project.view) }

/** Whether an address may make only so many of it. Whoever has a session may read and sign out as he likes. */
const isHeldBack = ({ needs, method }: AnyCall): boolean =>
  needs === 'public' || (needs === 'session' && (method === 'POST' || method === 'PUT'))

/** Whether somebody may make the call who has not signed in completely. */
const isBeforeSignIn = ({ needs }: AnyCall): boolean => needs === 'public' || needs === 'session'

/** Who calls, in which project, and whether they may. */
async function admit(
  services: Services,
  call: AnyCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admitted> {
  if (call.needs === 'public') return { caller: null, project: null }
  const caller = await services.admission.authenticate(call, request, reply)
  if (call.scope !== 'project') {
    requireNeed(call, (capability) => accountCan(roleOf(caller.role), capability))
    return { caller, project: null }
  }
  const project = await services.admission.projectScope(call, request, caller)
  requireNeed(call, (capability) => reachIn(project.holder, capability) !== 'no')
  if (project.archivedAt !== null && changesProject(call)) throw archived()
  return { caller, project }
}

/** The one place that keeps an archived project as it is: whatever may change one is asked for by such a call. */
const archived = (): ApiError =>
  new ApiError(
    'project.archived',
    'This project is archived: it can be read and not changed. An administrator of the client can restore it.',
    { detail: 'archived' },
  )

function contextOf(
  services: Services,
  call: AnyCall,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | null,
  project: ProjectScope | null,
): Context {
  const reach = (capability: Capability): Extent => reachOf(caller, project, capability)
  return {
    ...services,
    // Nothing of a call reads past what its caller sees.
    ...(project?.view == null ? {} : { records: services.admission.recordsFor(project.view) }),
    log: services.log.child({ requestId: request.id }),
    requestId: request.id,
    ip: request.ip,
    timeZone: timeZoneOf(request),
    idempotencyKey: idempotencyKeyOf(call, request),
    ifMatch: headerOf(request, headers.ifMatch),
    linkToken: linkTokenOf(call, request),
    fingerprint: () => fingerprintOf(request),
    signal: goneSignal(reply),
    reach,
    can: (capability) => reach(capability) !== 'no',
  }
}

/** How far the caller may use a capability: in the project that the call names, or by their account. */
function reachOf(caller: Caller | null, project: ProjectScope | null, capability: Capability): Extent {
  if (caller?.stage !== 'full') return 'no'
  if (project !== null) return reachIn(project.holder, capability)
  const role = roleOf(caller.role)
  return accountCan(role, capability) ? extentOf(role, capability) : 'no'
}

function bodyOf(call: AnyCall, request: FastifyRequest): unknown {
  const takes = bodyTypeOf(call)
  const isBytes = request.body instanceof Readable
  if (isBytes !== (takes === 'bytes') || (takes === 'form') !== isForm(request)) throw unsupportedType(takes)
  return isBytes ? request.body : parsePart('body', call.body, request.body === undefined ? {} : request.body)
}

const bodyTypeOf = (call: AnyCall): 'bytes' | 'form' | 'json' =>
  call.rawBody === true ? 'bytes' : call.formBody === true ? 'form' : 'json'

const isForm = ({ headers: { 'content-type': type = '' } }: FastifyRequest): boolean =>
  type.split(';')[0]?.trim().toLowerCase() === formType

/** The answer as the contract says it: what it does not name never leaves the server. */
function sendAnswer(call: AnyCall, reply: FastifyReply, answer: unknown): FastifyReply {
  if (call.reply instanceof z.ZodMiniVoid) return reply.code(204).send()
  const checked = z.safeParse(call.reply, answer)
  if (!checked.success) {
    const where = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`${call.name} answers other than its contract says: ${where.join('; ')}`)
  }
  return reply.code(200).type('application/json; charset=utf-8').send(JSON.stringify(checked.data))
}

const companyNamed = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'companyId' in part ? part.companyId : undefined

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' && value !== '' ? value : null
}

/** As the contract says: one that a call does not take is not looked at. */
function idempotencyKeyOf(call: AnyCall, request: FastifyRequest): string | null {
  if (call.idempotencyKey === 'none') return null
  const key = headerOf(request, headers.idempotencyKey)
  if (key === null && call.idempotencyKey === 'required')
    throw new ApiError(
      'version.required',
      `Send an ${headers.idempotencyKey}: the id of the command that this is.`,
      { detail: headers.idempotencyKey },
    )
  if (key !== null && !idempotencyKeyPattern.test(key))
    throw new ApiError(
      'request.invalid',
      `The header "${headers.idempotencyKey}" must have 8 to 64 letters, digits, "-" or "_".`,
      { detail: headers.idempotencyKey },
    )
  return key
}

function fingerprintOf(request: FastifyRequest): string {
  const asked = [request.method, request.url, headerOf(request, headers.project), request.body ?? null]
  return createHash('sha256').update(canonical(asked)).digest('hex')
}

function linkTokenOf(call: AnyCall, request: FastifyRequest): string {
  if (call.linkToken !== true) return ''
  const token = headerOf(request, headers.linkToken)
  if (token !== null) return token
  throw new ApiError(
    'request.invalid',
    `The header "${headers.linkToken}" must have the token of the link.`,
    {
      detail: headers.linkToken,
    },
  )
}

const knownZones = new Map<string, boolean>()

/** The zone that the browser names; UTC where it names none or one that nobody knows. */
function timeZoneOf(request: FastifyRequest): string {
  const zone = headerOf(request, headers.timeZone)
  if (zone === null || zone.length > 64) return 'UTC'
  let known = knownZones.get(zone)
  if (known === undefined) {
    known = isZone(zone)
    // Bounded: the names come from outside.
    if (knownZones.size < 1000) knownZones.set(zone, known)
  }
  return known ? zone : 'UTC'
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}
