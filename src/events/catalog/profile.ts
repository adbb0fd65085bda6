/** Changing one's own account. The session folds it. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const own = { log: 'device', retention: 'session', stream: () => 'session' } as const

export const profileSent = event({
  ...own,
  type: 'settings.profileSent',
  payload: z.object({ userName: z.string(), userPhone: z.string() }),
})
export const passwordSent = event({ ...own, type: 'settings.passwordSent', payload: z.strictObject({}) })
