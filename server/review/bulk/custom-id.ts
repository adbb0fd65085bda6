/** One step of a bulk change of custom ids: some documents, in one transaction. */

import * as z from 'zod/mini'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { BulkRowTable } from './tables.ts'
import { customIdTarget } from './values.ts'
import { type BulkWork, contextOf, howOf, leftRow, newStep, type Step } from './work.ts'
import { writtenRows } from './written.ts'

const storedId = z.nullable(z.string())

interface Wish {
  readonly documentId: number
  readonly wanted: string | null
  /** As the change left it that is being taken back. */
  readonly expected: string | null | undefined
}

/** Gives documents their custom ids, or takes back what was given. An id that another document has stays there. */
export async function customIdStep(
  trx: Writer,
  work: BulkWork,
  documentIds: readonly number[],
  now: Date,
): Promise<Step> {
  const wishes =
    work.reverses === null
      ? wishesToGive(work, documentIds)
      : (await writtenRows(trx, work.reverses, documentIds)).map(wishToReverse)
  const step = newStep()
  const standing = await standingOf(trx, documentIds)
  const holders = await holdersOf(trx, work.projectId, wishes)
  const at = instantOf(now)
  const given: { readonly documentId: number; readonly customId: string | null }[] = []
  for (const { documentId, wanted, expected } of wishes) {
    const before = standing.get(documentId) ?? null
    if (wanted === before) {
      step.alreadySo += 1
      continue
    }
    const reason =
      expected !== undefined && expected !== before
        ? 'changed'
        : wanted !== null && holders.has(wanted)
          ? 'refused'
          : null
    if (reason !== null) {
      const left = { value: before, version: 0, byUser: null, at: null }
      step.rows.push(
        leftRow(work.jobId, { documentId, targetId: customIdTarget, reason, wanted, standing: left }),
      )
      continue
    }
    given.push({ documentId, customId: wanted })
    step.rows.push({
      job_id: work.jobId,
      document_id: documentId,
      target_id: customIdTarget,
      outcome: 'written',
      before: JSON.stringify(before),
      before_version: 0,
      after: JSON.stringify(wanted),
      after_version: 0,
      by_user: work.user.userId,
      at,
    })
    const { projectId, user, commandId } = contextOf(work, now)
    step.entries.push({
      at: now,
      user,
      action: 'document.customIdSet',
      projectId,
      documentId,
      field: 'Custom_Id',
      oldValue: before,
      newValue: wanted,
      how: howOf(work),
      commandId,
      correlationId: work.correlationId,
      jobId: work.jobId,
    })
    step.changed.add(documentId)
    step.written += 1
  }
  for (const { documentId, customId } of given)
    await trx
      .updateTable('document')
      .set({ custom_id: customId })
      .where('document_id', '=', documentId)
      .execute()
  return step
}

const wishesToGive = ({ values }: BulkWork, documentIds: readonly number[]): Wish[] =>
  documentIds.flatMap((documentId) =>
    (values?.get(documentId) ?? []).map(([, value]) => ({
      documentId,
      wanted: storedId.parse(value),
      expected: undefined,
    })),
  )

const wishToReverse = (row: BulkRowTable): Wish => ({
  documentId: row.document_id,
  wanted: storedId.parse(JSON.parse(row.before)),
  expected: storedId.parse(JSON.parse(row.after)),
})

async function standingOf(
  trx: Writer,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const rows = await trx
    .selectFrom('document')
    .select(['document_id', 'custom_id'])
    .where('document_id', 'in', [...documentIds, 0])
    .execute()
  return new Map(rows.map((row) => [row.document_id, row.custom_id]))
}

/** Those of the ids that are wanted which some document of the project has. */
async function holdersOf(
  trx: Writer,
  projectId: number,
  wishes: readonly Wish[],
): Promise<ReadonlySet<string>> {
  const wanted = wishes.flatMap((wish) => wish.wanted ?? [])
  if (wanted.length === 0) return new Set()
  const rows = await trx
    .selectFrom('document')
    .select('custom_id')
    .where('project_id', '=', projectId)
    .where('custom_id', 'in', wanted)
    .execute()
  return new Set(rows.flatMap(({ custom_id }) => custom_id ?? []))
}
