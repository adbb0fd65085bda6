/** What the jobs of productions say of themselves. */
import { ApiError } from '../platform/http/error.ts'
import type { JobTraits } from '../platform/jobs/traits.ts'

export const productionTraits: readonly JobTraits[] = [
  {
    kind: 'production',
    items: { stage: 'done', of: 'documents' },
    // What goes on after a rollback would take numbers and make files again that nobody would then remove.
    refuseToGoOn: async (trx, jobId) => {
      const production = await trx
        .selectFrom('production')
        .select('state')
        .where('job_id', '=', jobId)
        .executeTakeFirst()
      if (production?.state === 'RolledBack')
        throw new ApiError('conflict', 'This production was rolled back: its job does not go on.', {
          detail: 'production',
        })
    },
  },
]
