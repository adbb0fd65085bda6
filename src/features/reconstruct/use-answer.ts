/** Asks the record something, and shows the answer before while the next is on its way: nothing jumps. */
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { answerKey, type LookQuestion, recordAnswers } from '#src/reads/reconstruct.ts'
import type { Failure } from '#src/stores/answers.ts'
import type { Cache } from '#src/stores/cache.ts'
import { $online } from '#src/stores/network.ts'
import { useAnswer, useAsk, usePoll } from '../ui/answer.ts'

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
  /** Ms between two askings, where it is asked again and again. */
  every?: number,
): Answered<V> {
  const { run, online } = useUnit({ run: dispatch, online: $online })
  const key = question === null ? '' : answerKey(question)
  const { value, failure } = useAnswer(cache, key)
  const enough = asOf === null && value !== null
  const ask = question === null || enough || !online ? null : recordAnswers.request({ place, question })
  useAsk(every === undefined ? ask : null, asOf ?? '')
  usePoll(every === undefined ? null : ask, every ?? 0, { key, timeout: recordAnswers.timeout })
  const last = useRef<V | null>(null)
  useEffect(() => {
    if (value !== null) last.current = value
  }, [value])
  return {
    value: value ?? (question === null ? null : last.current),
    stale: value === null,
    failure,
    again: () => {
      if (question !== null) run(recordAnswers.request({ place, question }))
    },
  }
}
