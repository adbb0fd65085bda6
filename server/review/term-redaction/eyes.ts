/** What whoever asked for a job may still do, and sees by now. */
import { canIn } from '#contracts/permission.ts'
import { standsIn } from '../../organization/project/view.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { limitedReader } from '../documents/door.ts'

/** A reader that sees what they see; refuses where they may not redact any more. */
export async function eyesOf(
  read: Reader,
  asked: { readonly projectId: number; readonly userId: number; readonly many: boolean },
): Promise<Reader> {
  const stands = await standsIn(read, asked.projectId, asked.userId)
  for (const needed of asked.many
    ? (['redaction.draw', 'coding.bulk'] as const)
    : (['redaction.draw'] as const))
    if (stands === null || !canIn(stands.holder, needed))
      throw new ApiError(
        'permission.denied',
        'Whoever started this may not do it any more. What is done stays.',
        { detail: needed },
      )
  return stands === null || stands.view === null ? read : limitedReader(read, stands.view)
}
