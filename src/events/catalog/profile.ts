/** Changing one's own account. The session folds it. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const own = { log: 'device', retention: 'session', stream: () => 'session' } as const

export const profileSent = event({
  ...own,
  type: 'settings.profileSent',
  payload: z.object({ userName: z.string(), userPhone: z.string() }),
})
/** The picture itself goes to the server alone. */
export const photoSent = event({
  ...own,
  type: 'settings.photoSent',
  payload: z.strictObject({ removed: z.boolean() }),
})
export const passwordSent = event({ ...own, type: 'settings.passwordSent', payload: z.strictObject({}) })
