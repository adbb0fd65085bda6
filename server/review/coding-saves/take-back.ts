/**
 * Whoever takes a save back takes back what it propagated, and puts it forth again with a redo. What somebody has changed
 * since is his decision and stays.
 */
import type { CodedValue, PropagationDone } from '#contracts/coding.ts'
import { recorded, sameValue } from '#contracts/coding-values.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { propagationsOf, reverse } from '../bulk/propagate.ts'
import { saveContextOf } from '../coding/asked.ts'
import { renamedIn } from '../coding/choices.ts'
import type { Save, Saved } from '../coding/save.ts'
import { toldValue } from '../coding-history/changes.ts'
import { inReview } from '../documents/visible.ts'
import {
  lastChanges,
  type Propagated,
  provenanceIn,
  standingRoot,
  valueKey,
} from '../propagation/provenance.ts'
import { propagatedRow } from '../propagation/row.ts'
import { standingOf } from '../propagation/standing.ts'
import type { SavingContext } from './propagate.ts'
import { nothingDone, together, type Writing, writeValues } from './written.ts'

/** Undefined where nothing was taken back that had been propagated. */
export async function takeBack(
  trx: Writer,
  ctx: SavingContext,
  body: Save,
  saved: readonly Saved[],
): Promise<PropagationDone | undefined> {
  let done: PropagationDone | undefined
  for (const one of saved) {
    const { how, undo } = one.claim
    if (how !== 'undo' && how !== 'redo') continue
    const jobs = await propagationsOf(trx, ctx.project.projectId, one.target.fieldId, undo.targets)
    for (const jobId of jobs) {
      const inJobs = await reverse(trx, ctx, how, { jobId, correlationId: body.correlationId })
      done = together(done ?? nothingDone, { ...nothingDone, inJobs })
    }
    if (jobs.length > 0) continue
    for (const root of await rootsOf(trx, ctx, body.documentId, one))
      done = together(done ?? nothingDone, await takeBackOne(trx, ctx, body, one, how, root))
  }
  return done
}

/** The commands that propagated first what the targets of an undo or a redo have changed. */
async function rootsOf(
  trx: Writer,
  { project }: SavingContext,
  documentId: number,
  { target, claim }: Saved,
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('audit')
    .select(['audit_id', 'text'])
    .where('command_id', 'in', claim.undo.targets)
    .where('field_id', '=', target.fieldId)
    .where('document_id', '<>', documentId)
    .where(checkedOnly('project_id'), '=', project.projectId)
    .execute()
  return new Set(
    rows.flatMap(({ audit_id, text }) => {
      const { propagated } = provenanceIn(audit_id, text)
      return propagated?.documentId === documentId ? [propagated.root] : []
    }),
  )
}

/** A value as it was propagated to a document. */
interface Sent {
  readonly documentId: number
  readonly propagated: Propagated
  readonly before: CodedValue | undefined
  readonly after: CodedValue | undefined
}

async function takeBackOne(
  trx: Writer,
  ctx: SavingContext,
  body: Save,
  { target, claim }: Saved,
  how: 'undo' | 'redo',
  root: string,
): Promise<PropagationDone> {
  const { projectId } = ctx.project
  const { fieldId } = target
  const sent = await sentBy(trx, projectId, fieldId, root, body.documentId)
  const ids = sent.map(({ documentId }) => documentId)
  if (ids.length === 0) return nothingDone
  const last = await lastChanges(trx, projectId, ids, [fieldId])
  const standing = await standingOf(trx, ids, [fieldId])
  const there = await stillInReview(trx, projectId, ids)
  const by = saveContextOf(ctx)
  const writings: Writing[] = []
  let left = 0
  for (const { documentId, propagated, before: was, after: became } of sent) {
    const change = last.get(valueKey(documentId, fieldId))
    const isUndone = change?.how === 'undo' && change.propagated?.root === root
    if (how === 'undo' && isUndone) continue
    const stands = change !== undefined && standingRoot(change) === root
    if (how === 'redo' && stands) continue
    const wanted = how === 'undo' ? was : became
    const before = standing(documentId, fieldId)
    if ((how === 'undo' ? !stands : !isUndone) || wanted === undefined || !there.has(documentId)) {
      left += 1
      continue
    }
    const kept = recorded(target, renamedIn(wanted, target.formerly))
    if ('fault' in kept) {
      left += 1
      continue
    }
    const { value } = kept
    if (sameValue(value, before.value)) continue
    const writing = { documentId, rule: target, value, before }
    const { through: _, ...from } = propagated
    const entry = { ...propagatedRow(by, body, writing, from), how, undo: claim.undo }
    writings.push({ ...writing, entry })
  }
  return { ...nothingDone, left, ...(await writeValues(trx, by, writings)) }
}

/** What a command propagated of a field from a document. */
async function sentBy(
  trx: Writer,
  projectId: number,
  fieldId: number,
  root: string,
  from: number,
): Promise<Sent[]> {
  const rows = await trx
    .selectFrom('audit')
    .select(['audit_id', 'document_id', 'text', 'erasable'])
    .where('command_id', '=', root)
    .where('field_id', '=', fieldId)
    .where(checkedOnly('project_id'), '=', projectId)
    .orderBy('document_id')
    .execute()
  return rows.flatMap(({ audit_id, document_id, text, erasable }): Sent[] => {
    const { how, propagated } = provenanceIn(audit_id, text)
    if (document_id === null || how !== 'propagation' || propagated?.documentId !== from) return []
    const said = JSON.parse(text)
    return [
      {
        documentId: document_id,
        propagated,
        before: toldValue(said, erasable, 'oldValue'),
        after: toldValue(said, erasable, 'newValue'),
      },
    ]
  })
}

async function stillInReview(
  trx: Writer,
  projectId: number,
  documentIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await trx
    .selectFrom('document')
    .select('document_id')
    .where('document_id', 'in', documentIds)
    .where('state', '=', inReview)
    .where(checkedOnly('project_id'), '=', projectId)
    .execute()
  return new Set(rows.map(({ document_id }) => document_id))
}
