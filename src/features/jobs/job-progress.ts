/** How far a job is: by bytes where its source has a size, or else by items. */
import { type Job, jobUnit } from '#contracts/jobs.ts'
import { counted, fileSize, number } from '../ui/format.ts'

interface JobProgress {
  readonly done: number
  /** Zero: nobody knows yet. */
  readonly all: number
  /** Writes either figure. */
  readonly unit: (value: number) => string
}

/** How much a collection will find is known at its end: until then, what has come so far is no share of anything. */
export const isAllKnown = ({ kind, state }: Pick<Job, 'kind' | 'state'>): boolean =>
  kind !== 'collect' || state === 'Completed' || state === 'CompletedWithErrors'

export function progressOf(job: Job): JobProgress {
  const { itemsDone, itemsTotal, bytesDone, bytesTotal } = job
  if (!isAllKnown(job))
    return {
      done: bytesDone,
      all: 0,
      unit: (bytes) => `${counted(itemsDone, jobUnit(job.kind))}, ${fileSize(bytes)} so far`,
    }
  return bytesTotal > 0
    ? { done: bytesDone, all: bytesTotal, unit: fileSize }
    : { done: itemsDone, all: itemsTotal, unit: number }
}
