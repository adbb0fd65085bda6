/** Who may lay a load over documents that are there: asked again at each transaction of the job. */
import { type Capability, canIn } from '#contracts/permission.ts'
import { standsIn } from '../../organization/project/view.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { SaveContext } from '../../review/coding/save.ts'

/** Both are needed, and sight of all documents: what is laid over is found among all of them. */
const needed: readonly Capability[] = ['collect.manage', 'coding.bulk']

/** Throws where whoever started it may not do it any more; what is done stays. */
export async function requireStill(
  trx: Writer,
  { projectId, by }: { readonly projectId: number; readonly by: SaveContext },
): Promise<void> {
  const stands = await standsIn(trx, projectId, by.user.userId)
  const missing =
    needed.find((capability) => stands === null || !canIn(stands.holder, capability)) ??
    (stands?.view == null ? undefined : 'document.view')
  if (missing !== undefined)
    throw new ApiError(
      'permission.denied',
      'Whoever started this may not do it any more. What is done stays.',
      { detail: missing },
    )
}
