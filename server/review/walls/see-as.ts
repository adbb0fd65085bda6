/** The project as somebody of it sees it, for whoever manages its walls. Read only, and on the record. */
import type { BodyOf } from '#contracts/call.ts'
import { canIn, capabilities, reachIn, roleRanks } from '#contracts/permission.ts'
import type { SeenAs, seeAs } from '#contracts/see-as.ts'
import { seenPageSize } from '#contracts/see-as.ts'
import { type Standing, standsIn } from '../../organization/project/view.ts'
import { record } from '../../platform/auth/record.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { asTheyLeave, type View } from '../../platform/http/view.ts'
import { countSeen, countSeenByBoth } from '../documents/door.ts'
import { documentCounts } from '../overview/document-counts.ts'
import { search } from '../search/search-documents.ts'
import { partsOf, peopleOf } from './groups.ts'

/**
 * Throws for somebody who sees no documents of the project. The list is left out where it would show the caller
 * what is closed to them.
 */
export async function seenBy(
  ctx: ProjectContext,
  { userId, query, page }: BodyOf<typeof seeAs>,
): Promise<SeenAs> {
  const { whole } = ctx
  const { projectId } = ctx.project
  const people = await peopleOf(whole.read, projectId)
  const person = people.find((one) => one.userId === userId)
  const stands = person === undefined ? null : await standsIn(whole.read, projectId, userId)
  if (person === undefined || stands === null) throw notFound('user')
  // Turning the pages is one look.
  if (page === 1) await putOnRecord(ctx, userId)
  const theirs = asTheySee(ctx, stands)
  const all = await partsOf(whole.read, projectId, 'review')
  const seen = await partsOf(theirs.records.read, projectId, 'review')
  const isListed = theirs.can('document.search') && (await seesAllOf(ctx, stands.view))
  return {
    userId,
    userName: person.userName,
    role: stands.holder.role,
    may: capabilities.filter((capability) => canIn(stands.holder, capability)),
    byBatches: stands.view?.batchesOf != null,
    documents: (await documentCounts({ ...ctx, records: whole })).documents,
    seen: (await documentCounts(theirs)).documents,
    parts: all.map((part) => ({
      ...part,
      seen: seen.find(({ kind, partId }) => kind === part.kind && partId === part.partId)?.documents ?? 0,
    })),
    list: isListed ? await listOf(theirs, query, page) : null,
  }
}

/** Whether the caller sees every document that this view shows. */
async function seesAllOf({ whole: { read }, project }: ProjectContext, view: View | null): Promise<boolean> {
  if (project.view === null) return true
  const { projectId } = project
  const shown = await countSeen(read, projectId, view)
  return shown === (await countSeenByBoth(read, projectId, view, project.view))
}

/** The caller's context with what somebody else is and sees in the project. */
function asTheySee(ctx: ProjectContext, { holder, view: own }: Standing): ProjectContext {
  // Lists show redacted documents as they leave to who may not see under redactions.
  const view = own === null ? null : asTheyLeave(own)
  return {
    ...ctx,
    records: view === null ? ctx.whole : ctx.admission.recordsFor(view),
    project: { ...ctx.project, holder, view, level: roleRanks[holder.role], roleName: holder.role },
    reach: (capability) => reachIn(holder, capability),
    can: (capability) => canIn(holder, capability),
  }
}

async function listOf(ctx: ProjectContext, queryString: string, page: number): Promise<SeenAs['list']> {
  const { data, totalCount } = await search(ctx, {
    query: { queryString, includeFamily: false, objectId: null, type: null },
    ...{ sort: 'parentDateAsc', viewer: 'parentsAndChildren', filter: 'all', page, pageSize: seenPageSize },
  })
  return { data, totalCount }
}

const putOnRecord = (ctx: ProjectContext, userId: number): Promise<void> =>
  ctx.whole.write('interactive', (trx) =>
    record(
      trx,
      ctx,
      ctx.caller,
      { action: 'walls.seenAs', projectId: ctx.project.projectId, facts: { userId } },
      `project:${ctx.project.projectId}`,
    ),
  )
