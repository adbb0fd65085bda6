/** What imports say of themselves. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { mayBeReadAgain } from '#contracts/collect.ts'
import { writtenAndIndexed } from '../../platform/jobs/details.ts'
import type { JobTraits } from '../../platform/jobs/traits.ts'
import { readInRetry } from '../reprocess/read-again.ts'
import {
  currentRevision,
  isSuperseded,
  overtakenWords,
  refuseSupersededJob,
} from '../reprocess/replacement-guard.ts'
import { filesToRead, notReadOf } from '../writing/not-read.ts'
import { reconciliationOf } from '../writing/reconciliation.ts'

const count = z.nullable(z.coerce.number())
/** What `columns` adds to the row. */
const beside = z.object({ files: count, put_there: count, put_before: count })

export const importTraits: JobTraits = {
  kind: 'import',
  items: { stage: 'read', of: 'items' },
  namesFiles: true,
  retry: {
    // What is wrong with a document stays so, but for what a password opens or another limit lets through.
    helps: (row) => row.document_id === null || mayBeReadAgain(row),
    condition: (exceptions) =>
      sql<boolean>`(${sql.ref(`${exceptions}.document_id`)} is null or ${readInRetry(exceptions)})`,
  },
  columns: (eb) => [filesToRead(eb).as('files'), ...currentRevision(eb)],
  present: (row) => {
    const read = beside.parse(row)
    const overtaken = isSuperseded({ ...row, ...read })
    return {
      overtaken,
      ...(overtaken ? { message: overtakenWords } : {}),
      reconciliation: { ...reconciliationOf(row), notRead: notReadOf(row, read.files ?? 0) },
    }
  },
  stages: async (read, { job_id, exceptions }) => {
    const { written } = await read
      .selectFrom('document')
      .select((eb) => eb.fn.countAll<number>().as('written'))
      .where('job_id', '=', job_id)
      .executeTakeFirstOrThrow()
    const { queued } = await read
      .selectFrom('index_queue as q')
      .innerJoin('document as d', 'd.document_id', 'q.document_id')
      .select((eb) => eb.fn.count<number>('q.document_id').distinct().as('queued'))
      .where('d.job_id', '=', job_id)
      .where('q.what', '=', 'document')
      .executeTakeFirstOrThrow()
    return [...writtenAndIndexed(written, queued), { stage: 'failed', count: exceptions, of: 'items' }]
  },
  refuseToGoOn: refuseSupersededJob,
}
