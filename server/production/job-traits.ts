/** What the jobs of productions and exports say of themselves. */
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
  {
    kind: 'export',
    items: { stage: 'done', of: 'documents' },
    // What goes on after its files were removed would make them again, and nobody would then remove them.
    refuseToGoOn: async (trx, jobId) => {
      const exported = await trx
        .selectFrom('production')
        .select('state')
        .where('job_id', '=', jobId)
        .executeTakeFirst()
      if (exported?.state === 'RolledBack')
        throw new ApiError('conflict', 'The files of this export are gone. Start another.', {
          detail: 'export',
        })
    },
  },
]
