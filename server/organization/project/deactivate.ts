/** Closing an account, whoever closes it: what it holds goes back in all its projects. */
import type { Actor, Occasion } from '../../platform/auth/record.ts'
import { type Changed, disable } from '../../platform/auth/standing.ts'
import type { Writer } from '../../platform/records/records.ts'
import { usualLeaving } from './leaving.ts'

/** Its roles stay, for the day on which it is opened again. */
export async function deactivate(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  userId: number,
): Promise<Changed> {
  const done = await disable(trx, occasion, by, userId)
  if (!done.changed) return done
  const memberships = await trx
    .selectFrom('project_user')
    .select('project_id')
    .where('user_id', '=', userId)
    .orderBy('project_id')
    .execute()
  for (const { project_id: projectId } of memberships)
    await usualLeaving()(trx, occasion, by, { userId, projectId })
  return done
}
