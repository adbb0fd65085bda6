/** The securable groups of a project as those who manage them see and change them. */
import * as z from 'zod/mini'
import { folderPath } from '#contracts/folder-tree.ts'
import { canIn } from '#contracts/permission.ts'
import type { Stage } from '#contracts/stages.ts'
import { type GroupAsked, partKinds, type Walls } from '#contracts/walls.ts'
import { holderOf } from '../../organization/project/holders.ts'
import { seesByBatches, wallsBy } from '../../organization/project/view.ts'
import type { View } from '../../platform/http/view.ts'
import type { Reader } from '../../platform/records/records.ts'
import { inReview } from '../documents/visible.ts'
import { folderCounts } from '../folder-access/counts.ts'
import { liveFolders } from '../folder-access/visible.ts'
import { everybody } from '../own-or-shared/own-or-shared.ts'

interface Person {
  readonly userId: number
  readonly userName: string
  readonly role: string
  /** Sees only what they hold, where the project shows reviewers no more. */
  readonly byBatches: boolean
}

/** The groups with all that stands to choose from, whatever the caller sees. */
export async function wallsOf(
  read: Reader,
  projectId: number,
): Promise<Walls & { readonly people: readonly Person[] }> {
  const { walls_version, batches_only } = await read
    .selectFrom('project')
    .select(['walls_version', 'batches_only'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return {
    version: walls_version,
    groups: await groupsOf(read, projectId),
    parts: await partsOf(read, projectId),
    people: await peopleOf(read, projectId),
    batchesOnly: batches_only === 1,
  }
}

async function groupsOf(read: Reader, projectId: number): Promise<Walls['groups']> {
  const groups = await read
    .selectFrom('securable_group')
    .select(['group_id', 'name'])
    .where('project_id', '=', projectId)
    .orderBy('group_id')
    .execute()
  const ids = groups.map(({ group_id }) => group_id)
  if (ids.length === 0) return []
  const users = await read
    .selectFrom('securable_group_user')
    .selectAll()
    .where('group_id', 'in', ids)
    .orderBy('user_id')
    .execute()
  const parts = await read
    .selectFrom('securable_group_part')
    .selectAll()
    .where('group_id', 'in', ids)
    .orderBy('kind')
    .orderBy('part_id')
    .execute()
  return groups.map(({ group_id: groupId, name }) => ({
    groupId,
    name,
    userIds: users.filter((one) => one.group_id === groupId).map(({ user_id }) => user_id),
    parts: parts
      .filter((one) => one.group_id === groupId)
      .map(({ kind, part_id, access }) => ({
        kind: z.enum(partKinds).parse(kind),
        partId: part_id,
        access: access === 'deny' ? ('deny' as const) : ('allow' as const),
      })),
  }))
}

/** Custodians, sources and shared folders, by name, with the documents of each; on the side of review only those in review. */
export async function partsOf(
  read: Reader,
  projectId: number,
  side: Stage = 'processing',
): Promise<Walls['parts']> {
  const ofCustodians = await read
    .selectFrom('document')
    .select((eb) => ['custodian_id', eb.fn.countAll<number>().as('documents')])
    .where('project_id', '=', projectId)
    .$if(side === 'review', (of) => of.where('state', '=', inReview))
    .groupBy('custodian_id')
    .execute()
  const documentsOf = new Map(ofCustodians.map(({ custodian_id, documents }) => [custodian_id, documents]))
  const custodians = await read
    .selectFrom('custodian')
    .select(['custodian_id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  const counted = await read
    .selectFrom('job as j')
    .leftJoin('document as d', (join) => {
      const of = join.onRef('d.job_id', '=', 'j.job_id')
      return side === 'review' ? of.on('d.state', '=', inReview) : of
    })
    .select(['j.source_id', 'j.title'])
    .select((eb) => [eb.fn.count<number>('d.document_id').as('documents'), eb.fn.min('j.job_id').as('first')])
    .where('j.project_id', '=', projectId)
    .where('j.source_id', 'is not', null)
    .groupBy(['j.source_id', 'j.title'])
    .orderBy('first')
    .execute()
  const sources = new Map<number, { name: string; documents: number }>()
  for (const { source_id, title, documents } of counted) {
    if (source_id === null) continue
    const known = sources.get(source_id)
    sources.set(source_id, {
      name: known?.name ?? title,
      documents: (known?.documents ?? 0) + Number(documents),
    })
  }
  return [
    ...custodians
      .map(({ custodian_id: partId, name }) => ({
        ...{ kind: 'custodian' as const, partId, name },
        documents: Number(documentsOf.get(partId) ?? 0),
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    ...[...sources].map(([partId, { name, documents }]) => ({
      ...{ kind: 'source' as const, partId, name, documents },
    })),
    ...(await foldersOf(read, projectId, side)),
  ]
}

/** Shared folders by their paths, each with the documents in it and in the folders in it. */
async function foldersOf(read: Reader, projectId: number, side: Stage): Promise<Walls['parts']> {
  const folders = await liveFolders(read, projectId, { listedFor: everybody })
  const { whole } = await folderCounts(read, folders, { projectId, side, listedFor: [everybody] })
  return folders
    .map(({ folderId: partId }) => ({
      ...{ kind: 'folder' as const, partId, documents: whole.get(partId) ?? 0 },
      name: folderPath(folders, partId),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Who sees documents of the project by their role there, by name. */
export async function peopleOf(read: Reader, projectId: number): Promise<Person[]> {
  const rows = await read
    .selectFrom('app_user as u')
    .innerJoin('project as p', (join) => join.on('p.project_id', '=', projectId))
    .leftJoin('project_user as m', (join) =>
      join.onRef('m.user_id', '=', 'u.user_id').on('m.project_id', '=', projectId),
    )
    .select(['u.user_id', 'u.name', 'u.role as account', 'p.project_id', 'm.role', 'm.granted'])
    .where('u.active', '=', 1)
    .where((eb) =>
      eb.or([
        eb('m.user_id', 'is not', null),
        eb.and([eb('u.role', '=', 'ClientAdmin'), eb('u.company_id', '=', eb.ref('p.company_id'))]),
      ]),
    )
    .execute()
  const people: Person[] = []
  const now = new Date()
  for (const { user_id: userId, name: userName, account, ...row } of rows) {
    const holder = await holderOf(read, { userId, role: account }, row, now)
    if (holder !== null && canIn(holder, 'document.view'))
      people.push({ userId, userName, role: holder.role, byBatches: seesByBatches(holder) })
  }
  return people.toSorted((a, b) => a.userName.localeCompare(b.userName, 'en'))
}

/** What somebody would see by these groups; null where there are none. */
export function viewBy(
  projectId: number,
  groups: readonly Pick<GroupAsked, 'userIds' | 'parts'>[],
  userId: number,
): View | null {
  if (groups.length === 0) return null
  const parts = groups.filter(({ userIds }) => userIds.includes(userId)).flatMap((group) => group.parts)
  return { projectId, walls: wallsBy(parts), filings: 0, batchesOf: null, withoutRedacted: false }
}
