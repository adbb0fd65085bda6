/** What one save has written goes to related documents: with it where they are few, by a job where they are many. */
import { changeTitle } from '#contracts/bulk.ts'
import type { PropagationDone } from '#contracts/coding.ts'
import { canPropagate } from '#contracts/coding-values.ts'
import { inSave, relationsIn } from '#contracts/propagation.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { propagate as inJob } from '../bulk/propagate.ts'
import { saveContextOf } from '../coding/asked.ts'
import type { Save, Saved } from '../coding/save.ts'
import { outcomesOf } from '../propagation/outcomes.ts'
import { propagatedFact, propagatedRow } from '../propagation/row.ts'
import { targetsFrom } from '../propagation/targets.ts'
import { nothingDone, together, writeValues } from './written.ts'

export type SavingContext = ProjectContext & { readonly idempotencyKey: string }

/** Refuses what says two things at once, and what the project does not allow. */
export async function requirePropagable(
  read: Reader,
  { project }: ProjectContext,
  { fields, propagation }: Pick<Save, 'fields' | 'propagation'>,
): Promise<void> {
  if (propagation === undefined) return
  const { Skip, family, emailThread, nearDuplicates } = propagation
  const chosen = family || emailThread || nearDuplicates
  if (Skip && chosen)
    throw refused('Skip is for this document only: it excludes family, emailThread and nearDuplicates.')
  if (propagation.fields.some((wanted) => fields.every((one) => one.coding_form_field_id !== wanted)))
    throw refused('Only fields that this save changes can be propagated.')
  if (!chosen) return
  if (propagation.fields.length === 0) throw refused('Name the fields that are to be propagated.')
  await requireEnabled(read, project.projectId)
}

/** The project says whether coding is propagated at all. */
export async function requireEnabled(read: Reader, projectId: number): Promise<void> {
  const row = await read
    .selectFrom('project')
    .select('propagation_enabled')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (row?.propagation_enabled !== 1)
    throw new ApiError(
      'conflict',
      'Propagation is switched off in this project. Nothing was saved; save for this document only.',
      { detail: 'propagationEnabled' },
    )
}

export function requireFields(
  fields: readonly { readonly field_name: string; readonly field_type_id: number }[],
): void {
  const odd = fields.find((field) => !canPropagate(field))
  if (odd !== undefined)
    throw refused(`${odd.field_name} is about one document: it is not propagated.`, odd.field_name)
}

/** Undefined where nothing was to go anywhere. */
export async function propagate(
  trx: Writer,
  ctx: SavingContext,
  body: Save,
  saved: readonly Saved[],
): Promise<PropagationDone | undefined> {
  const { propagation, documentId } = body
  const to = propagation === undefined ? [] : relationsIn(propagation)
  if (propagation === undefined || to.length === 0) return undefined
  // What takes something back is no coding that goes on.
  const going = saved.filter(
    ({ target, claim }) => propagation.fields.includes(target.formFieldId) && claim.how === 'manual',
  )
  requireFields(going.map(({ target }) => target))
  if (going.length === 0) return nothingDone
  const { projectId } = ctx.project
  const { documents } = await targetsFrom(trx, projectId, documentId, to)
  const ids = [...documents.keys()]
  if (ids.length > inSave.documents || ids.length * going.length > inSave.values) {
    const jobIds: number[] = []
    for (const one of going)
      jobIds.push(
        await inJob(trx, ctx, {
          title: `Propagate: ${changeTitle(one.target, { how: 'set', value: one.value })}`,
          correlationId: body.correlationId,
          documentIds: ids,
          formId: body.coding_form_id,
          field: one,
          origin: { documentId, auditId: one.auditId, root: ctx.idempotencyKey },
        }),
      )
    return { ...nothingDone, inJobs: ids.length, jobIds }
  }
  const by = saveContextOf(ctx)
  const outcomes = await outcomesOf(
    trx,
    { projectId, userId: ctx.caller.userId },
    going.map(({ target, before, value }) => ({ rule: target, before, after: value })),
    ids,
  )
  const written = outcomes.flatMap((one) => {
    const source = going.find(({ target }) => target === one.rule)
    if (one.outcome !== 'written' || source === undefined) return []
    const origin = { documentId, auditId: source.auditId, root: ctx.idempotencyKey }
    const entry = propagatedRow(by, body, one, propagatedFact(origin, one, documents.get(one.documentId)))
    return [{ ...one, entry: { ...entry, how: 'propagation' as const, undo: source.claim.undo } }]
  })
  const left = outcomes.filter(({ outcome }) => outcome !== 'written' && outcome !== 'alreadySo').length
  return together(nothingDone, { ...nothingDone, left, ...(await writeValues(trx, by, written)) })
}

const refused = (message: string, detail = 'propagation'): ApiError =>
  new ApiError('request.invalid', message, { detail })
