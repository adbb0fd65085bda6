/** How much of an import's source was not read to its end, as its place in the order of its files tells. */

import type { ExpressionBuilder, Selectable } from 'kysely'
import { endedStates, hasEnded, type JobState, type NotRead } from '#contracts/jobs.ts'
import type { JobTable } from '../../platform/jobs/tables.ts'
import type { Schema } from '../../platform/records/schema.ts'
import { isEndOf } from '../processing/position.ts'
import { readCursor } from './cursor.ts'

/** Files of the import `j`; none are counted of one that came to its end, and has read them all. */
export const filesToRead = (eb: ExpressionBuilder<Schema & { j: JobTable }, 'j'>) =>
  eb
    .selectFrom('source_file as s')
    .select((c) => c.fn.countAll<number>().as('n'))
    .whereRef('s.job_id', '=', 'j.job_id')
    .where('j.state', 'not in', [...endedStates])

type Row = Pick<Selectable<JobTable>, 'state' | 'cursor' | 'bytes_done' | 'bytes_total'>

/** Of so many files. A source was read to its end also where what failed in it is tried again. */
export function notReadOf({ state, cursor, bytes_done, bytes_total }: Row, files: number): NotRead {
  const { at, finished } = readCursor(JSON.parse(cursor))
  if (finished || hasEnded(state as JobState)) return { files: 0, bytes: 0 }
  const [file] = at ?? []
  const done = at === null || file === undefined ? 0 : file + (isEndOf([file], at) ? 1 : 0)
  return { files: Math.max(0, files - done), bytes: Math.max(0, bytes_total - bytes_done) }
}
