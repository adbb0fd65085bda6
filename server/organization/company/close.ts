/** Deleting clients. Their record stays: rows of the audit and certificates name them. */

import { record } from '../../platform/auth/record.ts'
import { removeProvider } from '../../platform/auth/saml/setting.ts'
import { disable } from '../../platform/auth/standing.ts'
import type { CallerContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { revokeAll } from '../people/invitations.ts'

/**
 * Deletes all of these clients or none: throws for one that is not there, and for one that has a project that is not deleted.
 * No way in is left: its people are deactivated, its open invitations revoked, its single sign-on removed.
 */
export async function deleteCompanies(
  trx: Writer,
  ctx: CallerContext,
  companyIds: readonly number[],
): Promise<void> {
  for (const companyId of new Set(companyIds)) {
    const company = await trx
      .selectFrom('company')
      .select('name')
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (company === undefined) throw notFound('client')
    const projects = await trx
      .selectFrom('project')
      .select('name')
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute()
    if (projects.length > 0)
      throw new ApiError('conflict', whyKept(company.name, projects), { detail: String(companyId) })
    const people = await trx
      .selectFrom('app_user')
      .select('user_id')
      .where('company_id', '=', companyId)
      .where('active', '=', 1)
      .execute()
    for (const { user_id: userId } of people) await disable(trx, ctx, ctx.caller, userId)
    const revoked = await revokeAll(trx, ctx, ctx.caller, companyId)
    await removeProvider(trx, ctx, companyId)
    await trx
      .updateTable('company')
      .set({ deleted_at: instantOf(ctx.now()) })
      .where('company_id', '=', companyId)
      .execute()
    await record(
      trx,
      ctx,
      ctx.caller,
      {
        action: 'company.deleted',
        facts: { companyId, name: company.name, deactivated: people.length, revoked },
      },
      `company:${companyId}`,
    )
  }
}

function whyKept(client: string, projects: readonly { readonly name: string }[]): string {
  const [first] = projects
  const others = projects.length - 1
  const named = others === 0 ? `“${first?.name}”` : `“${first?.name}” and ${others} more`
  return `${client} still has ${named}. Archive and delete its projects first.`
}
