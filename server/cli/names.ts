/** Clients, projects, users and roles as people name them on the command line: by name, by address, or by id. */
import { type Capability, grantable, type RoleName, roleNames } from '#contracts/permission.ts'
import type { Reader } from '../platform/records/records.ts'
import { UsageError } from './command.ts'

/** A client by its name (in any case) or its id. */
export async function companyNamed(read: Reader, text: string): Promise<{ companyId: number; name: string }> {
  const rows = await read
    .selectFrom('company')
    .select(['company_id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  const found = oneOf(rows, text, (row) => row.company_id)
  if (found === null)
    throw new UsageError(
      `There is no company "${text}". ${listed('Companies', rows)} Add one with: affiant company add NAME`,
    )
  return { companyId: found.company_id, name: found.name }
}

/** A project by its name (in any case) or its id; of one client where that is named too. */
export async function projectNamed(
  read: Reader,
  text: string,
  company: string | null = null,
): Promise<{ projectId: number; companyId: number; name: string }> {
  let query = read
    .selectFrom('project as p')
    .innerJoin('company as c', 'c.company_id', 'p.company_id')
    .select(['p.project_id', 'p.company_id', 'p.name', 'c.name as company'])
    .where('p.deleted_at', 'is', null)
    .orderBy('p.name')
  if (company !== null)
    query = query.where('p.company_id', '=', (await companyNamed(read, company)).companyId)
  const rows = await query.execute()
  const same = rows.filter(({ name }) => fold(name) === fold(text))
  if (same.length > 1) {
    const choices = same.map((row) => `${row.project_id} (${row.company})`).join(', ')
    throw new UsageError(`There are several projects "${text}". Name one by its id: ${choices}.`)
  }
  const found = oneOf(rows, text, (row) => row.project_id)
  if (found === null)
    throw new UsageError(
      `There is no project "${text}". ${listed('Projects', rows)} Add one with: affiant project add NAME --company C --prefix P --time-zone ZONE`,
    )
  return { projectId: found.project_id, companyId: found.company_id, name: found.name }
}

/** A user by address. */
export async function userNamed(read: Reader, email: string): Promise<number> {
  const row = await read
    .selectFrom('app_user')
    .select('user_id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  if (row === undefined)
    throw new UsageError(
      `There is no user "${email}". Add one with: affiant user add EMAIL --name NAME --role ROLE`,
    )
  return row.user_id
}

/** A role by its name, in any case. */
export function roleNamed(text: string, among: readonly RoleName[] = roleNames): RoleName {
  const found = among.find((role) => fold(role) === fold(text))
  if (found === undefined) throw new UsageError(`"${text}" is no role here. Roles: ${among.join(', ')}.`)
  return found
}

/**
 * What a project grants beside a role, as a command was told: capabilities separated by commas, or `all` that can be. Nothing
 * where it was not told.
 */
export function grantsNamed(
  text: string | null,
  role: RoleName | null,
): { readonly granted?: readonly Capability[] } {
  if (text === null) return {}
  const may = role === null ? [] : grantable(role)
  if (fold(text) === 'all') return { granted: may }
  const granted = text.split(',').map((word) => {
    const found = may.find((capability) => fold(capability) === fold(word))
    if (found === undefined)
      throw new UsageError(
        may.length === 0
          ? '--grant needs a role in a project to which something can be granted.'
          : `"${word.trim()}" cannot be granted to ${role}. What can be: ${may.join(', ')}, or all.`,
      )
    return found
  })
  return { granted }
}

function oneOf<T extends { name: string }>(
  rows: readonly T[],
  text: string,
  idOf: (row: T) => number,
): T | null {
  const named = rows.find(({ name }) => fold(name) === fold(text))
  return named ?? rows.find((row) => String(idOf(row)) === text.trim()) ?? null
}

const fold = (text: string): string => text.trim().toLowerCase()

function listed(what: string, rows: readonly { name: string }[]): string {
  if (rows.length === 0) return `There is none yet.`
  const shown = rows.slice(0, 10).map(({ name }) => name)
  return `${what}: ${shown.join(', ')}${rows.length > shown.length ? ', …' : ''}.`
}
