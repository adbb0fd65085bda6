/** Whose session a request goes by, and whether the session has come far enough for the call. */
import type { Admission } from '../http/admission.ts'
import type { Services } from '../services.ts'
import { holdBack } from './flood.ts'
import { authenticate, credentialsOf, requireFullStage } from './sessions.ts'

export const holdingBack =
  (services: Pick<Services, 'config' | 'now'>): Admission['holdBack'] =>
  ({ ip }, reply) =>
    holdBack({ ...services, ip }, reply)

export const authenticatedBy =
  (services: Pick<Services, 'records' | 'now'>): Admission['authenticate'] =>
  async (call, request) => {
    const caller = await authenticate(services, call, credentialsOf(request))
    if (call.needs !== 'session') requireFullStage(caller)
    return caller
  }
