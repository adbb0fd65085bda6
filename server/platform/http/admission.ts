/** Who may come in. Told by those who keep sessions and projects: the pipeline asks, and knows neither. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall } from '#contracts/call.ts'
import type { Records } from '../records/records.ts'
import type { Caller, ProjectScope } from './context.ts'
import type { View } from './view.ts'

export interface Admission {
  /**
   * Counts a call that needs no complete sign-in; throws where its address makes too many. Asked before anything of the body
   * is read.
   */
  holdBack(request: FastifyRequest, reply: FastifyReply): void
  /** Whose session, or whose key, the request goes by; throws where it goes by none that this call takes. */
  authenticate(call: AnyCall, request: FastifyRequest, reply: FastifyReply): Promise<Caller>
  /** Those of some sessions that were ended, or whose account was closed. */
  ended(sessionIds: readonly string[]): Promise<readonly string[]>
  /** The project that a request names, and what the caller is in it; throws where he has no business there. */
  projectScope(call: AnyCall, request: FastifyRequest, caller: Caller): Promise<ProjectScope>
  /** The records as somebody with this view of a project reads and changes them. */
  recordsFor(view: View): Records
  /** Throws the answer for a project that is not there, where the caller may not see this one. */
  requireVisibleProject(caller: Caller, projectId: number): Promise<void>
}

declare module '../services.ts' {
  interface Services {
    readonly admission: Admission
  }
}
