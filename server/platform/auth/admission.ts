/** Whose session or key a request goes by, and whether the session has come far enough for the call. */
import type { Admission } from '../http/admission.ts'
import type { Services } from '../services.ts'
import { bearerOf, callerByKey, endedKeysOf } from './api-keys.ts'
import { holdBack } from './flood.ts'
import { authenticate, credentialsOf, endedOf, requireFullStage } from './sessions.ts'

export const holdingBack =
  (services: Pick<Services, 'config' | 'now'>): Admission['holdBack'] =>
  ({ ip }, reply) =>
    holdBack({ ...services, ip }, reply)

/** A request that brings a key goes by it alone, whatever session its browser has. */
export const authenticatedBy =
  (services: Pick<Services, 'records' | 'now' | 'config'>): Admission['authenticate'] =>
  async (call, request, reply) => {
    const key = bearerOf(request)
    const caller =
      key === null
        ? await authenticate(services, call, credentialsOf(request))
        : await callerByKey(services, call, key, request, reply)
    if (call.needs !== 'session') requireFullStage(caller)
    return caller
  }

export const endedIn =
  ({ records: { read }, now }: Pick<Services, 'records' | 'now'>): Admission['ended'] =>
  async (sessionIds) => [
    ...(await endedOf(read, sessionIds)),
    ...(await endedKeysOf(read, sessionIds, now())),
  ]
