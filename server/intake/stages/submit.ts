/** Asking for a promotion or a filter: which documents are meant is settled at once, all the rest is its job's. */
import type { BodyOf } from '#contracts/call.ts'
import type { filter, promote, rollBack, StageDocuments, takeOut } from '#contracts/stages.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { checkedOnly, slices } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { keepDocuments } from '../../review/documents/job-documents.ts'
import { requireReadable } from '../../review/documents/visible.ts'
import { documentsMeant, found } from '../../review/search/search-documents.ts'
import { familyInReview, promotedBy } from './rollback.ts'
import type { StageWork } from './work.ts'

export interface Begun {
  readonly jobId: number
  readonly documents: number
}

export const askToPromote = (ctx: ProjectContext, body: BodyOf<typeof promote>): Promise<Begun> =>
  ask(ctx, 'promote', 'Promotion to review', meaning(ctx, body.documents))

export const askToFilter = (ctx: ProjectContext, body: BodyOf<typeof filter>): Promise<Begun> => {
  if ('name' in body) return ask(ctx, 'filter', body.name, meaning(ctx, body.documents))
  if ('documents' in body) return ask(ctx, 'restore', 'Restored documents', meaning(ctx, body.documents))
  return restoreAll(ctx, body.filterJobId)
}

type Ids = readonly number[] | Int32Array
/** Finds the documents: what takes a search is begun outside the transaction, which it would hold up. */
type Meaning = () => Promise<(trx: Writer) => Promise<Ids> | Ids>

const meaning =
  (ctx: ProjectContext, documents: StageDocuments): Meaning =>
  async () => {
    if ('query' in documents) {
      const ids = await found(ctx, documents.query, documents.filter)
      return () => ids
    }
    return async (trx) => {
      const ids = documentsMeant(ctx, documents, 'processing')
      if ('ids' in documents) await requireDocuments(trx, ctx.project.projectId, [...ids])
      return ids
    }
  }

async function restoreAll(ctx: ProjectContext, filterJobId: number): Promise<Begun> {
  const { projectId } = ctx.project
  const job = await ctx.records.read
    .selectFrom('job')
    .select('title')
    .where('job_id', '=', filterJobId)
    .where('project_id', '=', projectId)
    .where('kind', '=', 'filter')
    .executeTakeFirst()
  if (job === undefined) throw notFound('filter job')
  return await ask(ctx, 'restore', `Restore: ${job.title}`, async () => async (trx) => {
    const rows = await trx
      .selectFrom('document')
      .select('document_id')
      .where('filter_job', '=', filterJobId)
      .where(checkedOnly('project_id'), '=', projectId)
      .execute()
    return rows.map(({ document_id }) => document_id)
  })
}

/** Takes a promotion back. */
export const askToRollBack = (ctx: ProjectContext, { jobId }: BodyOf<typeof rollBack>): Promise<Begun> =>
  ask(ctx, 'rollback', 'Promotion taken back', async () => (trx) => promotedBy(trx, ctx, jobId), jobId)

/** Takes one family out of review; promoting it again brings it back. */
export async function askToTakeOut(
  ctx: ProjectContext,
  { documentId, reason }: BodyOf<typeof takeOut>,
): Promise<Begun> {
  await requireReadable(ctx, documentId)
  const meaning: Meaning = async () => async (trx) => familyInReview(trx, ctx, documentId)
  return await ask(ctx, 'rollback', `Taken out of review: ${reason}`, meaning)
}

/** Adds the job, and that it was asked for to the trail. */
async function ask(
  ctx: ProjectContext,
  what: StageWork['what'],
  title: string,
  meaning: Meaning,
  of?: number,
): Promise<Begun> {
  const meant = await meaning()
  const { projectId, roleName } = ctx.project
  const { userId } = ctx.caller
  const begun = await idempotent(
    ctx,
    async (trx) => {
      const ids = await meant(trx)
      if (ids.length === 0)
        throw new ApiError('request.invalid', 'There are no documents in this selection.', {
          detail: 'documents',
        })
      const input: StageWork = { what, role: roleName, ...(of === undefined ? {} : { of }) }
      const jobId = await ctx.jobs.enqueue(trx, {
        projectId,
        kind: what === 'promote' || what === 'rollback' ? 'promote' : 'filter',
        title,
        input,
        bytesTotal: 0,
        createdBy: userId,
      })
      await keepDocuments(trx, jobId, ids)
      await appendAudit(trx, `project:${projectId}`, [
        {
          ...byCaller(ctx),
          action: `${what}.requested`,
          jobId,
          how: 'bulk',
          facts: { title, documents: ids.length, ...(of === undefined ? {} : { of }) },
        },
      ])
      return { jobId, documents: ids.length }
    },
    { alone: true },
  )
  ctx.jobs.wake()
  return begun
}

/** Those that are named are the project's; others are answered as ones that are not there. */
async function requireDocuments(read: Reader, projectId: number, ids: readonly number[]): Promise<void> {
  for (const slice of slices(ids, 1)) {
    const { n } = await read
      .selectFrom('document')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('document_id', 'in', slice)
      .where(checkedOnly('project_id'), '=', projectId)
      .executeTakeFirstOrThrow()
    if (Number(n) < slice.length) throw notFound('document')
  }
}
