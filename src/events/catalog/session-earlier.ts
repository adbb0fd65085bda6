/**
 * Written by earlier versions and read by none of this one: `settings.profileSent`, `settings.passwordSent`, `reset.linkOpened`
 * and `reset.sent` say now what these said. Without them an exported session of such a version would hold what nobody knows,
 * and what follows in the stream would be set aside. A file is read with all areas loaded, so they need not come with the
 * sign-in page.
 */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const own = { log: 'device', retention: 'session', stream: () => 'session' } as const
const nothing = z.strictObject({})

export const profileSent = event({
  ...own,
  type: 'session.profileSent',
  payload: z.object({ userName: z.string(), userPhone: z.string() }),
})
export const passwordSent = event({ ...own, type: 'session.passwordSent', payload: nothing })
export const resetLinkOpened = event({ ...own, type: 'session.resetLinkOpened', payload: nothing })
export const resetSent = event({ ...own, type: 'session.resetSent', payload: nothing })
