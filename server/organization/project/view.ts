/**
 * What one person sees of a project's documents. A project without groups shows everything to everybody who may see
 * documents. Once it has groups, a person sees what their groups allow; a denial goes before every allowance, and what no
 * group of theirs allows (a new custodian, a new source) is closed. Where the project shows reviewers only what they hold, a
 * reviewer sees the documents of their batches. Whoever may not see under redactions sees no document that has one.
 */
import { canIn, type Holder, reachIn } from '#contracts/permission.ts'
import type { WallPart } from '#contracts/walls.ts'
import type { Parts, View, Walls } from '../../platform/http/view.ts'
import type { Reader } from '../../platform/records/records.ts'
import { type Account, callerIn, type MembershipRow } from './holders.ts'

/** What somebody is in a project, and what they see of its documents; null: all. */
export interface Standing {
  readonly holder: Holder
  readonly view: View | null
}

/** The project's row beside somebody's membership in it, as far as it says how far its documents are seen. */
interface Limiting extends MembershipRow {
  readonly walls_version: number
  readonly batches_only: number
  readonly wall_filings: number
}

/** Null: they have no business there. That the project is of their own client is for whoever asks to know. */
export async function standingOf(
  read: Reader,
  account: Account,
  row: Limiting,
  now: Date,
): Promise<Standing | null> {
  const holder = await callerIn(read, account, row, now)
  if (holder === null) return null
  const view = await viewOf(read, row, account.userId, holder)
  return { holder: { ...holder, walled: view?.walls != null }, view }
}

async function viewOf(
  read: Reader,
  { project_id: projectId, walls_version, batches_only, wall_filings }: Limiting,
  userId: number,
  holder: Holder,
): Promise<View | null> {
  const walls = walls_version === 0 ? null : await wallsOf(read, projectId, userId)
  const batchesOf = batches_only === 1 && seesByBatches(holder) ? userId : null
  const withoutRedacted = !canIn(holder, 'redaction.see')
  if (walls === null && batchesOf === null && !withoutRedacted) return null
  const filings = walls === null ? 0 : filingsOf(walls, wall_filings)
  return { projectId, walls, filings, batchesOf, withoutRedacted }
}

/** Whether somebody sees only what they hold, in a project that shows reviewers no more. */
export const seesByBatches = (holder: Holder): boolean =>
  ['batches', 'granted'].includes(reachIn(holder, 'document.view'))

/** Views are told apart by it: what they show changes with filings only where they are about folders. */
const filingsOf = ({ allowed, denied }: Walls, filings: number): number =>
  allowed.folders.length + denied.folders.length === 0 ? 0 : filings

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
  return wallsBy(
    rows.flatMap(({ kind, part_id, access }) =>
      kind === null || part_id === null || access === null ? [] : [{ kind, partId: part_id, access }],
    ),
  )
}

/** What the parts of somebody's groups say together, always in the same order: views are told apart by it. */
export function wallsBy(
  parts: readonly { readonly kind: string; readonly partId: number; readonly access: string }[],
): Walls {
  const of = (access: WallPart['access']): Parts => {
    const ids = (kind: WallPart['kind']): number[] =>
      [
        ...new Set(parts.filter((part) => part.access === access && part.kind === kind).map((p) => p.partId)),
      ].sort((a, b) => a - b)
    return { custodians: ids('custodian'), sources: ids('source'), folders: ids('folder') }
  }
  return { allowed: of('allow'), denied: of('deny') }
}

/** Somebody in a project as they are by now. Null: they have no business there any more. */
export async function standsIn(read: Reader, projectId: number, userId: number): Promise<Standing | null> {
  const row = await read
    .selectFrom('app_user as u')
    .innerJoin('project as p', (join) => join.on('p.project_id', '=', projectId))
    .leftJoin('project_user as m', (join) =>
      join.onRef('m.project_id', '=', 'p.project_id').onRef('m.user_id', '=', 'u.user_id'),
    )
    .select(['u.user_id', 'u.role as account', 'u.active', 'm.role', 'm.granted'])
    .select(['p.project_id', 'p.walls_version', 'p.batches_only', 'p.wall_filings'])
    .where('u.user_id', '=', userId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.active !== 1) return null
  return standingOf(read, { userId, role: row.account }, row, new Date())
}
