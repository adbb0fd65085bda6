/** Goes from change to change of the record. */
import type { ReplyOf } from '#contracts/call.ts'
import { type ActivityEvent, type ActivityFilter, activity, type Moment } from '#contracts/reconstruct.ts'
import { movePlayhead } from '../commands/reconstruct.ts'
import { addToast } from '../commands/toasts.ts'
import { type LookFilter, type PastMoment, stepSought } from '../events/catalog/reconstruct.ts'
import { filterOf, momentOf, unkept } from '../reads/reconstruct.ts'
import { effect, type RequestContext } from './define.ts'
import { toastError } from './outcomes.ts'

interface Sought {
  readonly by: 1 | -1
  readonly filter: LookFilter
  readonly from: PastMoment | null
}
interface Found {
  readonly to: PastMoment
  readonly documentId: number
}

/** A save may change as many fields at once. */
const maxOfOneSave = 500

/** What was saved together is one step: nobody ever saw the document in between. */
const sameSave = (a: ActivityEvent, b: ActivityEvent): boolean =>
  a.commandId !== null && a.commandId === b.commandId && a.documentId === b.documentId

const arrivedAt = (row: ActivityEvent): Found => ({
  to: { at: row.at, seq: row.seq },
  documentId: row.documentId,
})

/** The change before or after a moment, among those that the filter means; null where there is none. */
export async function stepFrom({ by, filter, from }: Sought, ctx: RequestContext): Promise<Found | null> {
  const ask: Ask = async (bounds, most) =>
    ctx.call(activity, {
      ...unkept,
      body: { filter: { ...filterOf({ ...filter, from: null, to: null }), ...bounds }, limit: most },
    })
  const begins = filter.from !== null && { from: { at: filter.from } }
  const ends = filter.to !== null && { to: { at: filter.to } }
  const isPast = (end: string | null) =>
    from !== null && end !== null && Date.parse(from.at) > Date.parse(end)
  const here = from === null ? {} : { to: momentOf(from) }
  if (by === 1) {
    if (from === null || isPast(filter.to)) return null
    const starts = filter.from !== null && !isPast(filter.from) ? { at: filter.from } : momentOf(from)
    return nextAfter(starts, ends || {}, ask)
  }
  const before = await ask({ ...begins, ...(isPast(filter.to) && ends ? ends : here) }, maxOfOneSave)
  const [last] = before.data
  // Where the playhead stands right after it, the one before is meant.
  const isHere = last !== undefined && from?.seq === last.seq
  const found = isHere ? before.data.find((row) => !sameSave(row, last)) : last
  return found === undefined ? null : arrivedAt(found)
}

type Bounds = Pick<ActivityFilter, 'from' | 'to'>
type Ask = (bounds: Bounds, most: number) => Promise<ReplyOf<typeof activity>>

/** Pages come newest first: the next change is the oldest of a stretch of the chain that fits one page. */
async function nextAfter(starts: Moment, ends: Pick<Bounds, 'to'>, ask: Ask): Promise<Found | null> {
  const [newest] = (await ask({ from: starts, ...ends }, 1)).data
  if (newest === undefined) return null
  let after = (await ask({ to: starts }, 1)).data[0]?.seq ?? 0
  for (let stride = maxOfOneSave; after < newest.seq; ) {
    const to = Math.min(newest.seq, after + stride)
    const { data, next } = await ask({ from: { seq: after }, to: { seq: to } }, maxOfOneSave)
    const oldest = data.at(-1)
    if (oldest === undefined) {
      after = to
      stride *= 8
    } else if (next !== null && stride > maxOfOneSave) {
      stride = maxOfOneSave
    } else {
      return arrivedAt(data.find((row) => sameSave(row, oldest)) ?? oldest)
    }
  }
  return null
}

const seekStep = effect({
  name: 'reconstruct.seekStep',
  on: stepSought,
  scope: 'project',
  retry: { times: 2, base: 300, cap: 5_000 },
  // From where the step before has led: keys come faster than answers, and none of them is lost.
  strategy: 'queue',
  request: async ({ payload: { tabId, by, filter } }, ctx) => {
    const from = ctx.state().reconstruct.byTab[tabId]?.playhead ?? null
    return stepFrom({ by, filter, from }, ctx)
  },
  done: ({ payload: { by } }, found) => ({
    commands: [
      found === null
        ? addToast({
            kind: 'info',
            message: by === 1 ? 'There is no later change.' : 'There is no earlier change.',
          })
        : movePlayhead(found),
    ],
  }),
  fail: (_, failure) => toastError(failure),
})

export const reconstructEffects = [seekStep]
