/** That a document was looked at, and for how long, on its way to the record: at once, or when the network is back. */
import { recordView } from '#contracts/documents.ts'
import { recordTime } from '#contracts/review-time.ts'
import { queueView } from '../commands/review.ts'
import { comparisonOpened } from '../events/catalog/analysis.ts'
import { documentOpened, timeSpent, viewQueued } from '../events/catalog/review.ts'
import type { EventDef } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { effect, readTimeout } from './define.ts'
import { isTransient } from './retry.ts'

/** Asked once: what does not reach the record at once goes through the outbox, which outlives the tab. */
const putOnRecord = <P>(name: string, on: EventDef<string, P>, looked: (payload: P) => number) => {
  const openingOf = ({ id, at, payload }: Envelope<P>): Opening => ({
    documentId: looked(payload),
    openedAt: at,
    openingId: id,
  })
  return effect({
    name,
    on,
    strategy: 'every',
    scope: 'project',
    retry: { times: 0, base: 0, cap: 0 },
    timeout: readTimeout,
    request: (opening, { call }) => call(recordView, viewOf(openingOf(opening))),
    done: () => ({}),
    fail: (opening, failure) => (isTransient(failure) ? { commands: [queueView(openingOf(opening))] } : {}),
  })
}

const sendView = effect({
  name: 'review.sendView',
  on: viewQueued,
  key: () => 'looks',
  strategy: 'queue',
  delivery: 'once',
  quiet: true,
  timeout: 20_000,
  request: ({ payload }, { call }) => call(recordView, viewOf(payload)),
  done: () => ({}),
  fail: () => ({}),
})

const sendTime = effect({
  name: 'review.sendTime',
  on: timeSpent,
  key: () => 'time',
  strategy: 'queue',
  delivery: 'once',
  quiet: true,
  timeout: 20_000,
  request: ({ payload: { documentId, seconds } }, { call }) =>
    call(recordTime, { body: { documentId, seconds } }),
  done: () => ({}),
  fail: () => ({}),
})

type Opening = typeof viewQueued extends EventDef<string, infer P> ? P : never
/** A key of its own: in "Save and next" the command's id is the save's key. */
const viewOf = ({ documentId, openedAt, openingId }: Opening) => ({
  body: { documentId, openedAt },
  idempotencyKey: openingId,
})

export const viewEffects = [
  putOnRecord('review.putViewOnRecord', documentOpened, ({ documentId }) => documentId),
  // Who compares a document with another reads both.
  putOnRecord('analysis.putViewOnRecord', comparisonOpened, ({ otherId }) => otherId),
  sendView,
  sendTime,
]
