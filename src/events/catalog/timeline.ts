/** Facts about looking at the log itself: who looked back, who took a session with them, who looked at another's. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const own = { log: 'account', retention: 'session', stream: () => 'timeline' } as const
const kind = z.enum(['device', 'account', 'project'])
const seq = z.int().check(z.nonnegative())

export const lookedBack = event({
  ...own,
  type: 'timeline.lookedBack',
  payload: z.strictObject({ log: kind, seq, at: z.string() }),
})

/** What is taken stands in the tab's memory under the key: it may be any part of the log. */
export const exportRequested = event({
  ...own,
  type: 'timeline.exportRequested',
  payload: z.strictObject({
    key: z.string(),
    part: z.string(),
    logs: z.array(z.strictObject({ log: kind, from: seq, to: seq })),
  }),
})

export const sessionImported = event({
  ...own,
  type: 'timeline.sessionImported',
  payload: z.strictObject({ name: z.string(), events: seq, firstBadLine: z.nullable(seq) }),
})
