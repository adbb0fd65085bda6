/**
 * Acceptance of the terms. Who accepted which version, when and from where stands in the audit chain; the user's row has
 * the latest.
 */

import type * as z from 'zod/mini'
import type { licence } from '#contracts/auth.ts'
import type { CallerContext } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import { record } from './record.ts'
import { requireMfaPassed } from './sessions.ts'
import { currentTerms } from './terms.ts'

/** The current terms, and whether the caller accepted them. */
export async function readLicence(ctx: CallerContext): Promise<z.infer<typeof licence>> {
  requireMfaPassed(ctx.caller)
  const { accepted_version, accepted_at } = await ctx.records.read
    .selectFrom('app_user')
    .select(['accepted_version', 'accepted_at'])
    .where('user_id', '=', ctx.caller.userId)
    .executeTakeFirstOrThrow()
  const accepted = accepted_version === currentTerms.version
  return { ...currentTerms, accepted, acceptedAt: accepted ? accepted_at : null }
}

/** Puts the acceptance of the current version on the record; accepting it again changes nothing. */
export async function acceptLicence(ctx: CallerContext, version: string): Promise<void> {
  requireMfaPassed(ctx.caller)
  if (version !== currentTerms.version)
    throw new ApiError('conflict', 'The terms have changed. Read them again before you accept them.', {
      detail: 'version',
      data: { version: currentTerms.version },
    })
  await ctx.records.write('interactive', async (trx) => {
    const changed = await trx
      .updateTable('app_user')
      .set({ accepted_version: version, accepted_at: ctx.now().toISOString() })
      .where('user_id', '=', ctx.caller.userId)
      .where((eb) => eb.or([eb('accepted_version', 'is', null), eb('accepted_version', '!=', version)]))
      .executeTakeFirst()
    if (changed.numUpdatedRows === 1n)
      await record(trx, ctx, ctx.caller, { action: 'licence.accepted', facts: { version } })
  })
}

/**
 * Removes an acceptance that does not count any more (of an older version). One of the current version stays: another
 * tab may have accepted a moment ago.
 */
export async function dropPendingLicence(ctx: CallerContext): Promise<void> {
  requireMfaPassed(ctx.caller)
  if (ctx.caller.stage === 'full') return
  await ctx.records.write('interactive', async (trx) => {
    await trx
      .updateTable('app_user')
      .set({ accepted_version: null, accepted_at: null })
      .where('user_id', '=', ctx.caller.userId)
      .where((eb) =>
        eb.or([eb('accepted_version', 'is', null), eb('accepted_version', '!=', currentTerms.version)]),
      )
      .execute()
    await record(trx, ctx, ctx.caller, {
      action: 'licence.notAccepted',
      facts: { version: currentTerms.version },
    })
  })
}
