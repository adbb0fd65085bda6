/** How many documents each person gains and loses by a change of the groups, before it is made. */
import type { BodyOf } from '#contracts/call.ts'
import type { previewWalls, WallsPreview } from '#contracts/walls.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { View } from '../../platform/http/view.ts'
import type { Reader } from '../../platform/records/records.ts'
import { countSeen, countSeenByBoth } from '../documents/door.ts'
import { viewBy, wallsOf } from './groups.ts'

/** People with the same view see the same: it is counted once. */
export async function previewOf(
  read: Reader,
  ctx: ProjectContext,
  { groups, batchesOnly }: BodyOf<typeof previewWalls>,
): Promise<WallsPreview> {
  const { projectId } = ctx.project
  const now = await wallsOf(read, projectId)
  const counts = new Map<string, Promise<Counts>>()
  const rows = []
  for (const { userId, userName, byBatches } of now.people) {
    const view = (of: typeof groups | typeof now.groups, only: boolean): View | null => {
      const walled = viewBy(projectId, of, userId)
      if (!only || !byBatches) return walled
      return {
        projectId,
        walls: walled?.walls ?? null,
        filings: 0,
        batchesOf: userId,
        withoutRedacted: false,
      }
    }
    const views = [view(now.groups, now.batchesOnly), view(groups, batchesOnly)] as const
    const key = JSON.stringify(views)
    const counted = counts.get(key) ?? countsOf(read, projectId, ...views)
    counts.set(key, counted)
    const { before, after, both } = await counted
    rows.push({ userId, userName, before, after, gains: after - both, loses: before - both })
  }
  const allowed = new Set(
    groups
      .filter(({ userIds }) => userIds.length > 0)
      .flatMap(({ parts }) =>
        parts.filter(({ access }) => access === 'allow').map(({ kind, partId }) => `${kind} ${partId}`),
      ),
  )
  const own = rows.find(({ userId }) => userId === ctx.caller.userId)
  return {
    people: rows,
    closed:
      groups.length === 0
        ? []
        : now.parts
            .filter(({ kind, partId }) => kind === 'custodian' && !allowed.has(`${kind} ${partId}`))
            .map(({ kind, partId, name }) => ({ kind, partId, name })),
    shutsOut: own !== undefined && own.before > 0 && own.after === 0,
  }
}

interface Counts {
  readonly before: number
  readonly after: number
  readonly both: number
}

async function countsOf(
  read: Reader,
  projectId: number,
  now: View | null,
  then: View | null,
): Promise<Counts> {
  return {
    before: await countSeen(read, projectId, now),
    after: await countSeen(read, projectId, then),
    both: await countSeenByBoth(read, projectId, now, then),
  }
}
