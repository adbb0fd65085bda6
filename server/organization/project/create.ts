/** Starting a project. */

import type { BodyOf } from '#contracts/call.ts'
import type { createProject } from '#contracts/project.ts'
import { requireClient } from '../../platform/auth/client.ts'
import { type Actor, type Occasion, record } from '../../platform/auth/record.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Writer } from '../../platform/records/records.ts'
import { type Beginning, usualBeginning } from './beginning.ts'
import { knownTimeZone } from './time-zone.ts'

export type NewProject = BodyOf<typeof createProject>

/** What a project starts with. */
const projectDefaults = {
  precedence: 'standard',
  /** Characters of a document's text that are kept searchable. */
  maxTextSize: 10_000_000,
  codingIdleTimeout: 15,
} as const

/**
 * Adds a project with what it can be coded with and, for whoever starts it in their own name, the role that manages it.
 */
export async function addProject(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  asked: NewProject,
  begin: Beginning = usualBeginning(),
): Promise<number> {
  const timeZone = knownTimeZone(asked.timeZone)
  const name = asked.projectName.trim()
  await requireClient(trx, asked.companyId)
  const others = await trx
    .selectFrom('project')
    .select(['name', 'prefix'])
    .where('company_id', '=', asked.companyId)
    .where('deleted_at', 'is', null)
    .execute()
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new ApiError('conflict', 'This client has a project of that name. Choose another.', {
      detail: 'projectName',
    })
  // One prefix for two matters would give two documents of one client the same control number.
  if (others.some((other) => other.prefix.toLowerCase() === asked.prefix.toLowerCase()))
    throw new ApiError('conflict', 'Another project of this client uses that prefix. Choose another.', {
      detail: 'prefix',
    })
  const { project_id } = await trx
    .insertInto('project')
    .values({
      company_id: asked.companyId,
      name,
      prefix: asked.prefix,
      time_zone: timeZone,
      precedence: projectDefaults.precedence,
      features: JSON.stringify([{ name: 'codingforms', enabled: asked.codingForms }]),
      max_text_size: projectDefaults.maxTextSize,
      propagation_enabled: 0,
      reviewer_tracking_enabled: 1,
      coding_idle_timeout: projectDefaults.codingIdleTimeout,
      last_control: 0,
      created_at: occasion.now().toISOString(),
      last_activity_at: null,
    })
    .returning('project_id')
    .executeTakeFirstOrThrow()
  if (by !== null)
    await trx
      .insertInto('project_user')
      .values({
        ...{ project_id, user_id: by.userId, role: 'ProjectManager' },
        ...{ given_at: occasion.now().toISOString(), given_by: by.userId },
      })
      .execute()
  const facts = { name, prefix: asked.prefix, timeZone, codingForms: asked.codingForms }
  // In the client's chain, whose members it concerns, and as the first row of the project's own.
  await record(
    trx,
    occasion,
    by,
    { action: 'project.created', facts: { ...facts, projectId: project_id } },
    `company:${asked.companyId}`,
  )
  await record(
    trx,
    occasion,
    by,
    { action: 'project.created', projectId: project_id, facts },
    `project:${project_id}`,
  )
  const user = by && { userId: by.userId, name: by.name, role: by.role }
  const via = occasion.via === undefined ? {} : { via: occasion.via }
  const change = { projectId: project_id, prefix: asked.prefix, user, at: occasion.now(), ...via }
  await begin(trx, change, asked)
  return project_id
}
