/** Asks the server to move documents. */
import type { ChosenDocuments } from '#contracts/filter.ts'
import { filter, promote, rollBack, type StageDocuments } from '#contracts/stages.ts'
import { requestProgress } from '../commands/running-jobs.ts'
import { beginMove, refuseMove } from '../commands/stages.ts'
import { addToast } from '../commands/toasts.ts'
import { type Move, moveRequested } from '../events/catalog/stages.ts'
import type { PayloadOf } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { searchOf } from '../events/filter/query.ts'
import { moves } from '../reads/stages.ts'
import type { Call } from './call.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { asOutcome } from './outcomes.ts'

const documentsIn = (of: ChosenDocuments): StageDocuments => ({
  query: searchOf(of, false),
  filter: of.filter,
})

async function send(
  { payload: { moveId, move }, projectId }: Envelope<PayloadOf<typeof moveRequested>>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { jobId } = await sendMove(move, call)
  return {
    commands: [
      beginMove({ moveId, jobId }),
      moves.request({}),
      ...(projectId === null ? [] : [requestProgress({ projectId })]),
    ],
  }
}

function sendMove(move: Move, call: Call): Promise<{ jobId: number }> {
  if ('filterJobId' in move) return call(filter, { body: { restore: true, filterJobId: move.filterJobId } })
  if ('jobId' in move) return call(rollBack, { body: { jobId: move.jobId } })
  const documents = documentsIn(move.of)
  switch (move.what) {
    case 'promote':
      return call(promote, { body: { documents } })
    case 'filter':
      return call(filter, { body: { name: move.name, documents } })
    case 'restore':
      return call(filter, { body: { restore: true, documents } })
  }
}

export const stagesEffects = [
  effect({
    name: 'stages.move',
    on: moveRequested,
    strategy: 'queue',
    delivery: 'once',
    timeout: 60_000,
    retry: { times: 5, base: 300, cap: 30_000 },
    request: (asked, ctx) => send(asked, ctx),
    done: asOutcome,
    fail: ({ payload: { moveId } }, { kind, message }) =>
      kind === 'canceled'
        ? {}
        : { commands: [refuseMove({ moveId, message }), addToast({ kind: 'error', message })] },
  }),
]
