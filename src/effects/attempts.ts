/** Each try of an effect as the record of what was done: beside the event that it was made for. */
import { recordAttempt } from '../commands/effects.ts'
import type { Envelope } from '../events/envelope.ts'
import type { AnyEffect } from './define.ts'
import { isAway } from './failure.ts'
import type { EffectsPorts } from './run.ts'
import type { Attempt, Ended } from './tries.ts'

/** How the record calls a try that was cut off; null: it says nothing, its log is being closed. */
type CutOff = 'superseded' | 'canceled' | null

/** Takes the tries of one run, of which each is written down when it has ended. */
export function recorder(
  { newId, dispatch }: Pick<EffectsPorts, 'newId' | 'dispatch'>,
  cause: Envelope,
  effect: AnyEffect,
  written: (dispatched: Promise<unknown>) => void,
  cutOff: () => CutOff = () => 'canceled',
): (attempt: Attempt) => void {
  const about = { run: newId(), effect: effect.name, log: cause.log }
  return ({ ended, unheard: _, ...attempt }) => {
    const outcome = outcomeOf(ended, cutOff())
    if (outcome === null || (effect.quiet && attempt.call === null)) return
    const failure = ended.outcome === 'failed' ? ended.failure : null
    const said = recordAttempt({
      ...about,
      ...attempt,
      outcome,
      status: failure?.status ?? 0,
      code: failure?.code ?? '',
      message: failure?.message ?? '',
      requestId: failure?.requestId ?? '',
    })
    written(dispatch(said, cause))
  }
}

function outcomeOf(ended: Ended, cutOff: CutOff) {
  if (cutOff === null) return null
  if (ended.outcome === 'answered') return 'answered'
  if (ended.unresolved) return 'unknown'
  return ended.failure.kind === 'canceled' ? cutOff : 'failed'
}

/** Whether the server answered, whatever it said; null where the try says nothing about that. */
export function wasHeard({ call, ended, unheard }: Attempt): boolean | null {
  if (call === null) return null
  // The answer is one that was kept.
  if (unheard) return isAway(unheard) ? false : null
  if (ended.outcome === 'answered') return true
  if (isAway(ended.failure)) return false
  return ended.failure.kind === 'status' ? true : null
}
