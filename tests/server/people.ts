/** What the tests of signing in share: an account with a password, and what the audit says of it. */

import type { RoleName } from '#contracts/permission.ts'
import { parseErasable } from '#server/platform/audit/entry.ts'
import type { TestServer, TestUser } from './harness.ts'

export const goodPassword = 'tangerine-otter-pavement-38'

/** An account that signs in with `goodPassword`. */
export async function account(
  server: TestServer,
  options: { role?: RoleName; accepted?: boolean; mfa?: boolean; companyId?: number | null } = {},
): Promise<TestUser> {
  const companyId = options.companyId === undefined ? await server.company() : options.companyId
  const user = await server.user({
    role: options.role ?? 'Reviewer',
    companyId,
    password: goodPassword,
    accepted: options.accepted ?? true,
  })
  if (options.mfa === true)
    await server.services.records.write('interactive', async (trx) => {
      await trx.updateTable('app_user').set({ mfa_required: 1 }).where('user_id', '=', user.userId).execute()
    })
  return user
}

/** The audit rows of a chain, oldest first, with what was said and what stands beside the text. */
export async function trail(server: TestServer, chain: string) {
  const rows = await server.services.records.read
    .selectFrom('audit')
    .select(['action', 'user_id', 'text', 'erasable'])
    .where('chain', '=', chain)
    .orderBy('seq')
    .execute()
  return rows.map((row) => {
    const said: { facts?: Record<string, unknown>; user?: unknown } = JSON.parse(row.text)
    const beside = row.erasable === null ? {} : (parseErasable(row.erasable) ?? {})
    return {
      action: row.action,
      userId: row.user_id,
      text: row.text,
      facts: said.facts ?? {},
      beside: Object.fromEntries(Object.entries(beside).map(([name, kept]) => [name, kept.value])),
    }
  })
}

/** What the chain of somebody's company says happened, oldest first. */
export const actions = async (server: TestServer, user: TestUser): Promise<string[]> =>
  (await trail(server, user.companyId === null ? 'system' : `company:${user.companyId}`)).map(
    ({ action }) => action,
  )
