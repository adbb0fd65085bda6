/** Propagation to more documents than a save may change itself: a bulk change of one field, with a receipt of its own. */
import type { CodedValue } from '#contracts/coding.ts'
import { settledStates } from '#contracts/jobs.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { Rule } from '../coding/rules.ts'
import { keepDocuments } from '../documents/job-documents.ts'
import type { Origin } from '../propagation/row.ts'
import { type CodingChanges, codingChanges } from './changes.ts'
import { askToReverse } from './reverse.ts'
import { type BulkContext, enqueue } from './submit.ts'

/** Begins when the save has committed; answers its job. Each field has a job of its own: fields are undone one by one. */
export async function propagate(
  trx: Writer,
  ctx: BulkContext,
  asked: {
    readonly title: string
    readonly correlationId: string
    readonly documentIds: readonly number[]
    readonly formId: number | null
    readonly field: {
      readonly target: Rule & { readonly formFieldId: number }
      readonly before: CodedValue
      readonly value: CodedValue
    }
    readonly origin: Origin
  },
): Promise<number> {
  const { target, before, value } = asked.field
  const { fieldId, formFieldId } = target
  const changes: CodingChanges = {
    formId: asked.formId,
    fields: [{ fieldId, formFieldId, how: 'set', value }],
    propagation: { ...asked.origin, before },
  }
  const { jobId } = await enqueue(trx, ctx, {
    kind: 'do',
    how: 'propagation',
    what: 'coding',
    title: asked.title,
    changes,
    reverses: null,
    root: null,
    documents: asked.documentIds.length,
    families: false,
    correlationId: asked.correlationId,
    targets: [],
  })
  await keepDocuments(trx, jobId, asked.documentIds)
  return jobId
}

/** The jobs by which commands, or what took them back, have propagated a field: the first of each sequence. */
export async function propagationsOf(
  trx: Writer,
  projectId: number,
  fieldId: number,
  commandIds: readonly string[],
): Promise<number[]> {
  const rows = await trx
    .selectFrom('bulk')
    .select(['root_id', 'changes'])
    .where('project_id', '=', projectId)
    .where('command_id', 'in', commandIds)
    .where('what', '=', 'coding')
    .execute()
  const roots = rows.flatMap(({ root_id, changes }) => {
    const { propagation, fields } = codingChanges.parse(JSON.parse(changes))
    return propagation !== undefined && fields.some((one) => one.fieldId === fieldId) ? [root_id] : []
  })
  return [...new Set(roots)]
}

/** How many documents stand as a propagation or what took it back has left them; all of it, where it is under way. */
export async function standingIn(trx: Writer, rootId: number): Promise<number> {
  const last = await trx
    .selectFrom('bulk as b')
    .innerJoin('job as j', 'j.job_id', 'b.job_id')
    .select(['b.kind', 'b.written_documents', 'j.state', 'j.items_total'])
    .where('b.root_id', '=', rootId)
    .orderBy('b.job_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (last.kind === 'undo') return 0
  return settledStates.some((state) => state === last.state) ? last.written_documents : last.items_total
}

/** Takes one back, or puts it forth again; answers how many documents its job goes through, none where it is so already. */
export async function reverse(
  trx: Writer,
  ctx: BulkContext,
  kind: 'undo' | 'redo',
  of: { readonly jobId: number; readonly correlationId: string },
): Promise<number> {
  const { jobId, auditIds } = await askToReverse(trx, ctx, kind, of)
  if (auditIds.length === 0) return 0
  const { items_total } = await trx
    .selectFrom('job')
    .select('items_total')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  return items_total
}
