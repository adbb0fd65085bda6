/** Setting a new password by the link of a reset mail. The session folds it. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const own = { log: 'device', retention: 'session', stream: () => 'session' } as const

export const resetLinkOpened = event({ ...own, type: 'reset.linkOpened', payload: z.strictObject({}) })
export const resetSent = event({ ...own, type: 'reset.sent', payload: z.strictObject({}) })
