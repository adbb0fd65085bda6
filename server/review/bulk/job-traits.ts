/** What bulk changes say of themselves. */
import { ApiError } from '../../platform/http/error.ts'
import type { JobTraits } from '../../platform/jobs/traits.ts'
import type { Writer } from '../../platform/records/records.ts'
import { refuseLeaving } from '../tags/manage.ts'
import { managedTags } from '../tags/managed.ts'

export const bulkTraits: JobTraits = {
  kind: 'bulk',
  items: { stage: 'done', of: 'documents' },
  refuseToGoOn: async (trx, jobId) => {
    await refuseTakenBack(trx, jobId)
    await refuseWithoutTags(trx, jobId)
  },
}

/** Of a merging of tags that was stopped: both are there still, and no other merging has to do with them. */
async function refuseWithoutTags(trx: Writer, jobId: number): Promise<void> {
  const merge = await trx.selectFrom('tag_merge').selectAll().where('job_id', '=', jobId).executeTakeFirst()
  if (merge === undefined) return
  const all = await managedTags(trx, merge.project_id)
  for (const tagId of [merge.tag_id, merge.into_tag_id]) {
    const tag = all.find((one) => one.tagId === tagId)
    if (tag === undefined)
      throw new ApiError('conflict', 'One of the two tags was deleted meanwhile: this cannot go on.', {
        detail: 'bulk',
      })
    refuseLeaving(
      tag,
      all.filter((one) => one.leaves?.jobId !== jobId),
    )
  }
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
