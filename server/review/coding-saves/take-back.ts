/**
 * Whoever takes a save back takes back what it propagated, and puts it forth again with a redo. What somebody has changed
 * since is his decision and stays. Where one of several changes of the save is taken back, the same goes to the values that
 * it propagated: they follow their source, as far as they still stand.
 */
import type { CodedValue, PropagationDone } from '#contracts/coding.ts'
import { recorded, sameValue } from '#contracts/coding-values.ts'
import { propagatedValue } from '#contracts/propagation.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { propagationsOf, reverse, standingIn } from '../bulk/propagate.ts'
import { saveContextOf } from '../coding/asked.ts'
import { renamedIn } from '../coding/choices.ts'
import type { Save, Saved } from '../coding/save.ts'
import { toldValue } from '../coding-history/changes.ts'
import { inReviewAmong } from '../documents/visible.ts'
import {
  lastChanges,
  type Propagated,
  provenanceIn,
  standingRoot,
  valueKey,
} from '../propagation/provenance.ts'
import { propagatedRow } from '../propagation/row.ts'
import { heldByOthers, standingOf } from '../propagation/standing.ts'
import type { SavingContext } from './propagate.ts'
import { nothingDone, together, type Writing, writeValues } from './written.ts'

/** Undefined where nothing was taken back that had been propagated. */
export async function takeBack(
  trx: Writer,
  ctx: SavingContext,
  body: Save,
  saved: readonly Saved[],
): Promise<PropagationDone | undefined> {
  const { kind, targets } = body.undo
  if ((kind !== 'undo' && kind !== 'redo') || targets.length === 0) return undefined
  let done: PropagationDone | undefined
  for (const one of saved) {
    // What is proven takes the whole save back; else it is a part of it.
    const isWhole = one.claim.how === kind
    const jobs = await propagationsOf(trx, ctx.project.projectId, one.target.fieldId, targets)
    for (const jobId of jobs) {
      const part = isWhole
        ? { inJobs: await reverse(trx, ctx, kind, { jobId, correlationId: body.correlationId }) }
        : { left: await standingIn(trx, jobId) }
      done = together(done ?? nothingDone, { ...nothingDone, ...part })
    }
    if (jobs.length > 0) continue
    for (const [root, wasWhole] of await rootsOf(trx, ctx, body, one)) {
      const asked = { root, kind, isWhole: isWhole && wasWhole }
      done = together(done ?? nothingDone, await takeBackOne(trx, ctx, body, one, asked))
    }
  }
  return done
}

/** The commands that propagated first what the targets have changed; of each, whether one of these changed it whole. */
async function rootsOf(
  trx: Writer,
  { project }: SavingContext,
  { documentId, undo }: Save,
  { target }: Saved,
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await trx
    .selectFrom('audit')
    .select(['audit_id', 'command_id', 'text'])
    .where('command_id', 'in', undo.targets)
    .where('field_id', '=', target.fieldId)
    .where('document_id', '<>', documentId)
    .where(checkedOnly('project_id'), '=', project.projectId)
    .execute()
  const roots = new Map<string, boolean>()
  for (const { audit_id, command_id, text } of rows) {
    const { how, propagated } = provenanceIn(audit_id, text)
    if (propagated?.documentId !== documentId) continue
    const { root } = propagated
    roots.set(root, roots.get(root) === true || how !== 'propagation' || command_id === root)
  }
  return roots
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
  { target, claim, before: had, value: has, auditId }: Saved,
  {
    root,
    kind,
    isWhole,
  }: { readonly root: string; readonly kind: 'undo' | 'redo'; readonly isWhole: boolean },
): Promise<PropagationDone> {
  const { projectId } = ctx.project
  const { fieldId } = target
  const sent = await sentBy(trx, projectId, fieldId, root, body.documentId)
  const ids = sent.map(({ documentId }) => documentId)
  if (ids.length === 0) return nothingDone
  const last = await lastChanges(trx, projectId, ids, [fieldId])
  const standing = await standingOf(trx, ids, [fieldId])
  const there = await inReviewAmong(trx, projectId, ids)
  // An undo takes back what this person wrote; what a redo writes is new to whoever is working on the document.
  const held = kind === 'undo' ? new Set() : await heldByOthers(trx, projectId, ctx.caller.userId, ids)
  const by = saveContextOf(ctx)
  const writings: Writing[] = []
  let left = 0
  for (const { documentId, propagated, before: was, after: became } of sent) {
    const change = last.get(valueKey(documentId, fieldId))
    const isUndone = change?.how === 'undo' && change.propagated?.root === root
    if (kind === 'undo' && isUndone) continue
    const stands = change !== undefined && standingRoot(change) === root
    const before = standing(documentId, fieldId)
    const whole = kind === 'undo' ? was : became
    const wanted = isWhole ? whole : propagatedValue(target, { before: had, after: has }, before.value)
    if (!(stands || (kind === 'redo' && isUndone)) || wanted === undefined || !there.has(documentId)) {
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
    if (held.has(documentId)) {
      left += 1
      continue
    }
    const writing = { documentId, rule: target, value, before }
    const { through: _, ...whence } = propagated
    // A part that is taken back leaves the rest where it came from: the last row of the source decides.
    const from = isWhole ? whence : { ...whence, auditId }
    const how = isWhole ? kind : ('propagation' as const)
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
