/** Batches as of now and of other moments, as far as they were read. */
import { useStoreMap, useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { BatchThen } from '#contracts/reconstruct.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import type { PastMoment } from '#src/events/catalog/reconstruct.ts'
import { answerKey, recordAnswers } from '#src/reads/reconstruct.ts'
import { type Batches, batchesThen } from '#src/stores/reconstruct-cache.ts'
import { useCached } from '../ui/answer.ts'
import { type Answered, useRecordAnswer } from './use-answer.ts'
import type { TimeLine } from './use-time-line.ts'
import { batchWords } from './words.ts'

const batchesOf = (moment: PastMoment | null) => ({ about: 'batches', moment, next: null }) as const
export const batchesNow = batchesOf(null)

/** Batches are taken and checked in without a change of coding: as of now they are asked for with every look at the record. */
export function useBatches(line: TimeLine, moment: PastMoment | null): Answered<Batches> {
  const question = batchesOf(moment)
  const held = useCached(batchesThen, answerKey(question))
  // A list of many pages would begin anew under the eyes of whoever reads it.
  const isShort = held?.next === null && held.pages.length === 1
  const asOf = moment === null && isShort ? String(line.now) : line.asOfAt(moment)
  return useRecordAnswer(batchesThen, 'batches', question, asOf)
}

const lastOf = (answers: readonly Batches[], batchId: number): BatchThen | null =>
  answers.flatMap(({ pages }) => pages.flat()).findLast((row) => row.batchId === batchId) ?? null

/** A batch by its id, off whichever answer has it: the last of them that was read. */
export function useBatch(batchId: number | null): BatchThen | null {
  return useStoreMap({
    store: batchesThen.$entries,
    keys: [batchId] as const,
    fn: (entries, [id]) => (id === null ? null : lastOf([...entries.values()], id)),
    defaultValue: null,
  })
}

export function useBatchName(batchId: number | null): string {
  const batch = useBatch(batchId)
  return batch === null ? 'One batch' : batchWords(batch)
}

/** Reads the batches of now to the end while `wanted`. */
export function useReadOn(value: Batches | null, wanted: boolean): void {
  const run = useUnit(dispatch)
  useEffect(() => {
    if (wanted && value !== null && value.next !== null)
      run(recordAnswers.request({ place: 'batchesNow', question: { ...batchesNow, next: value.next } }))
  }, [value, wanted, run])
}
