/** Asking for a bulk change: what is wrong with it is said at once, all the rest is its job's. */
import { type BulkWhat, type bulkCode, type bulkTag, changeTitle, tagsTitle } from '#contracts/bulk.ts'
import type { BulkDocuments, BulkKind } from '#contracts/bulk-changes.ts'
import type { BodyOf } from '#contracts/call.ts'
import { kindOf } from '#contracts/coding-values.ts'
import { requireForms, requireTags } from '../../organization/project/features.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { flag } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { check, targetsOf } from '../coding/save.ts'
import { keepDocuments } from '../documents/job-documents.ts'
import { documentsMeant } from '../search/search-documents.ts'
import { changed, tagCategories } from '../tags/tags.ts'
import type { CodingChanges, TagChanges } from './changes.ts'
import { type BulkValues, keepValues } from './values.ts'

/** The caller of a bulk change; its key is the command's id. */
export type BulkContext = ProjectContext & { readonly idempotencyKey: string }

export interface Asked {
  readonly jobId: number
  /** The row of the trail that says so; none where nothing was begun. */
  readonly auditIds: number[]
}

/** Puts a bulk change of coding on the record; its job begins when that has committed. */
export async function askToCode(
  trx: Writer,
  ctx: BulkContext,
  body: BodyOf<typeof bulkCode>,
): Promise<Asked> {
  await requireForms(trx, ctx.project.projectId)
  const targets = await targetsOf(trx, ctx.project.projectId, body.coding_form_id)
  const fields = body.changes.map((change) => {
    const { target, value } = check(targets, change)
    if (change.how !== 'set' && (kindOf(target) !== 'multi' || value === null))
      throw refused(
        target.field_name,
        `Choices are added to and removed from fields of several choices; ${target.field_name} can be set.`,
      )
    return { target, how: change.how, value }
  })
  const twice = fields.find(({ target }, at) => fields.findIndex((one) => one.target === target) !== at)
  if (twice) throw refused(twice.target.field_name, `${twice.target.field_name} stands twice in this change.`)
  const changes: CodingChanges = {
    formId: body.coding_form_id,
    fields: fields.map(({ target, how, value }) => ({
      fieldId: target.fieldId,
      formFieldId: target.formFieldId,
      how,
      value,
    })),
  }
  return await ask(trx, ctx, body, {
    what: 'coding',
    title: fields.map(({ target, ...change }) => changeTitle(target, change)).join('; '),
    changes,
  })
}

/** The same for tags. */
export async function askToTag(trx: Writer, ctx: BulkContext, body: BodyOf<typeof bulkTag>): Promise<Asked> {
  await requireTags(trx, ctx.project.projectId)
  const categories = await tagCategories(trx, ctx.project.projectId)
  const changes: TagChanges = { add: body.add, remove: body.remove }
  if (body.add.length + body.remove.length === 0)
    throw new ApiError('request.invalid', 'Name a tag to put on or to take off.', { detail: 'add' })
  changed(categories, new Set(), changes)
  const names = new Map(categories.flatMap(({ tags }) => tags.map((tag) => [tag.tagId, tag.name])))
  const namesOf = (ids: readonly number[]) => ids.map((tagId) => names.get(tagId) ?? '')
  const title = tagsTitle(namesOf(body.add), namesOf(body.remove))
  return await ask(trx, ctx, body, { what: 'tags', title, changes })
}

/** A change that has values of its own for each document, read from a file: it never adds families. */
export async function askToLoad(
  trx: Writer,
  ctx: BulkContext,
  load: {
    readonly what: 'coding' | 'customIds'
    readonly title: string
    readonly values: BulkValues
    readonly correlationId: string
  },
): Promise<Asked> {
  const { values, ...change } = load
  const changes: CodingChanges = { formId: null, fields: [] }
  const begun = await enqueue(trx, ctx, {
    ...change,
    changes,
    kind: 'do',
    reverses: null,
    root: null,
    documents: values.size,
    families: false,
    targets: [],
  })
  await keepDocuments(trx, begun.jobId, [...values.keys()])
  await keepValues(trx, begun.jobId, values)
  return begun
}

/** The same for anything that becomes of all of the documents alike. */
export async function ask(
  trx: Writer,
  ctx: BulkContext,
  asked: {
    readonly documents: BulkDocuments
    readonly families: boolean
    readonly correlationId: string
  },
  change: { readonly what: BulkWhat; readonly title: string; readonly changes: unknown },
): Promise<Asked> {
  const ids = documentsMeant(ctx, asked.documents)
  const begun = await enqueue(trx, ctx, {
    ...change,
    kind: 'do',
    reverses: null,
    root: null,
    documents: ids.length,
    families: asked.families,
    correlationId: asked.correlationId,
    targets: [],
  })
  await keepDocuments(trx, begun.jobId, ids)
  return begun
}

export interface NewBulk {
  readonly kind: BulkKind
  /** How a new one came to be; default: `bulk`. */
  readonly how?: 'bulk' | 'propagation'
  readonly what: BulkWhat
  readonly title: string
  readonly changes: unknown
  readonly reverses: number | null
  /** What all of it began with; null where this is it. */
  readonly root: { readonly jobId: number; readonly commandId: string } | null
  readonly documents: number
  readonly families: boolean
  readonly correlationId: string
  /** The command that it takes back. */
  readonly targets: readonly string[]
}

/** Adds the job with the head of its receipt, and that it was asked for to the trail. */
export async function enqueue(trx: Writer, ctx: BulkContext, bulk: NewBulk): Promise<Asked> {
  const { projectId, roleName } = ctx.project
  const { userId } = ctx.caller
  const commandId = ctx.idempotencyKey
  const title = bulk.title.length > longestTitle ? `${bulk.title.slice(0, longestTitle)}…` : bulk.title
  const jobId = await ctx.jobs.enqueue(trx, {
    projectId,
    kind: 'bulk',
    title,
    input: null,
    bytesTotal: 0,
    createdBy: userId,
  })
  await trx.updateTable('job').set({ items_total: bulk.documents }).where('job_id', '=', jobId).execute()
  await trx
    .insertInto('bulk')
    .values({
      job_id: jobId,
      project_id: projectId,
      kind: bulk.kind,
      root_id: bulk.root?.jobId ?? jobId,
      reverses: bulk.reverses,
      command_id: commandId,
      correlation_id: bulk.correlationId,
      role: roleName,
      what: bulk.what,
      changes: JSON.stringify(bulk.changes),
      families: flag(bulk.families),
      written_documents: 0,
      written: 0,
      already_so: 0,
    })
    .execute()
  const told = await appendAudit(trx, `project:${projectId}`, [
    {
      ...byCaller(ctx),
      action: 'bulk.requested',
      jobId,
      how: bulk.kind === 'do' ? (bulk.how ?? 'bulk') : bulk.kind,
      correlationId: bulk.correlationId,
      undo: {
        kind: bulk.kind,
        group: bulk.root?.commandId ?? commandId,
        targets: [...bulk.targets],
      },
      facts: { title, documents: bulk.documents, families: bulk.families, reverses: bulk.reverses },
    },
  ])
  return { jobId, auditIds: told.map(({ auditId }) => auditId) }
}

const longestTitle = 300

const refused = (field: string, message: string): ApiError =>
  new ApiError('request.invalid', message, { detail: field })
