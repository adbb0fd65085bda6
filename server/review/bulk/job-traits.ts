/** What bulk changes say of themselves. */
import { ApiError } from '../../platform/http/error.ts'
import type { JobTraits } from '../../platform/jobs/traits.ts'
import type { Writer } from '../../platform/records/records.ts'

export const bulkTraits: JobTraits = {
  kind: 'bulk',
  items: { stage: 'done', of: 'documents' },
  refuseToGoOn: refuseTakenBack,
}

/** What goes on after it was taken back would do again what nobody would then take back. */
async function refuseTakenBack(trx: Writer, jobId: number): Promise<void> {
  const reversal = await trx
    .selectFrom('bulk')
    .select('job_id')
    .where('reverses', '=', jobId)
    .executeTakeFirst()
  if (reversal !== undefined)
    throw new ApiError('conflict', 'This change has been undone: it cannot go on. Make a new one.', {
      detail: 'bulk',
    })
}
