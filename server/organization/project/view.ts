/**
 * What one person sees of a project's documents. A project without groups shows everything to everybody who may see
 * documents. Once it has groups, a person sees what their groups allow; a denial goes before every allowance, and what no
 * group of theirs allows (a new custodian, a new source) is closed. Where the project shows reviewers only what they hold, a
 * reviewer sees the documents of their batches.
 */
import { type Holder, reachIn } from '#contracts/permission.ts'
import type { Parts, View, Walls } from '../../platform/http/view.ts'
import type { Reader } from '../../platform/records/records.ts'
import { holderIn } from './holders.ts'

/** The project's row, as far as it says how far its documents are seen. */
export interface Limiting {
  readonly project_id: number
  readonly walls_version: number
  readonly batches_only: number
}

/** Null: the person sees all documents of the project. */
export async function viewOf(
  read: Reader,
  { project_id: projectId, walls_version, batches_only }: Limiting,
  userId: number,
  holder: Holder,
): Promise<View | null> {
  const walls = walls_version === 0 ? null : await wallsOf(read, projectId, userId)
  const batchesOf = batches_only === 1 && seesByBatches(holder) ? userId : null
  return walls === null && batchesOf === null ? null : { projectId, walls, batchesOf }
}

/** Whether somebody sees only what they hold, in a project that shows reviewers no more. */
export const seesByBatches = (holder: Holder): boolean =>
  ['batches', 'granted'].includes(reachIn(holder, 'document.view'))

/** Null where the project has no groups. */
async function wallsOf(read: Reader, projectId: number, userId: number): Promise<Walls | null> {
  const rows = await read
    .selectFrom('securable_group as g')
    .leftJoin('securable_group_user as u', (join) =>
      join.onRef('u.group_id', '=', 'g.group_id').on('u.user_id', '=', userId),
    )
    .leftJoin('securable_group_part as p', (join) =>
      join.onRef('p.group_id', '=', 'g.group_id').onRef('p.group_id', '=', 'u.group_id'),
    )
    .select(['g.group_id', 'p.kind', 'p.part_id', 'p.access'])
    .where('g.project_id', '=', projectId)
    .execute()
  if (rows.length === 0) return null
  const of = (access: string): Parts => {
    const ids = (kind: string): number[] => [
      ...new Set(
        rows.flatMap((row) =>
          row.access === access && row.kind === kind && row.part_id !== null ? [row.part_id] : [],
        ),
      ),
    ]
    return { custodians: ids('custodian'), sources: ids('source') }
  }
  return { allowed: of('allow'), denied: of('deny') }
}

/** Somebody in a project as they are by now: what they are and what they see. Null: they have no business there any more. */
export async function standsIn(
  read: Reader,
  projectId: number,
  userId: number,
): Promise<{ readonly holder: Holder; readonly view: View | null } | null> {
  const row = await read
    .selectFrom('app_user as u')
    .innerJoin('project as p', (join) => join.on('p.project_id', '=', projectId))
    .select(['u.role', 'u.active', 'p.project_id', 'p.walls_version', 'p.batches_only'])
    .where('u.user_id', '=', userId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.active !== 1) return null
  const holder = await holderIn(read, { userId, role: row.role }, projectId)
  if (holder === null) return null
  const view = await viewOf(read, row, userId, holder)
  return { holder: { ...holder, walled: view?.walls != null }, view }
}
