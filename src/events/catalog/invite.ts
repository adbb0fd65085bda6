/** The page behind the link of an invitation. Its secret is in none of these. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const own = { log: 'device', retention: 'session', stream: () => 'session' } as const
const nothing = z.strictObject({})

export const linkOpened = event({ ...own, type: 'invite.linkOpened', payload: nothing })
export const accountSent = event({ ...own, type: 'invite.accountSent', payload: nothing })
export const anotherAsked = event({ ...own, type: 'invite.anotherAsked', payload: nothing })
