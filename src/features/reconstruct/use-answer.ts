/** Asks the record something, and shows the answer before while the next is on its way: nothing jumps. */
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { askRecord } from '#src/commands/reconstruct.ts'
import type { LookQuestion } from '#src/events/catalog/reconstruct.ts'
import type { Failure } from '#src/stores/answers.ts'
import type { Cache } from '#src/stores/cache.ts'
import { answerKey } from '#src/stores/reconstruct.ts'
import { useAnswer, useAsk } from '../ui/answer.ts'

export interface Answered<V> {
  readonly value: V | null
  /** The value answers an earlier question. */
  readonly stale: boolean
  /** Why the last asking failed; null where it did not, or is under way. */
  readonly failure: Failure | null
  readonly again: () => void
}

/**
 * `place`: where on the screen it shows. `asOf`: asked again when it moves on; null where the answer can't change any
 * more, and one that is there is enough.
 */
export function useRecordAnswer<V>(
  cache: Cache<V>,
  place: string,
  question: LookQuestion | null,
  asOf: string | null,
): Answered<V> {
  const run = useUnit(dispatch)
  const key = question === null ? '' : answerKey(question)
  const { value, failure } = useAnswer(cache, key)
  const enough = asOf === null && value !== null
  useAsk(question === null || enough ? null : askRecord({ place, question }), asOf ?? '')
  const last = useRef<V | null>(null)
  useEffect(() => {
    if (value !== null) last.current = value
  }, [value])
  return {
    value: value ?? (question === null ? null : last.current),
    stale: value === null,
    failure,
    again: () => {
      if (question !== null) run(askRecord({ place, question }))
    },
  }
}
