/**
 * The job that does a bulk change, or takes one back: step by step through its documents in ascending order. Each step is
 * one transaction with its rows of the receipt and of the trail and with the place that was reached, so that a job that is
 * killed goes on behind its last whole step.
 */

import * as z from 'zod/mini'
import type { BulkWhat } from '#contracts/bulk.ts'
import { type Capability, canIn } from '#contracts/permission.ts'
import { standsIn } from '../../organization/project/view.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { ApiError } from '../../platform/http/error.ts'
import { asTheyLeave } from '../../platform/http/view.ts'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import { markChanged } from '../coding-values/changed.ts'
import { limitedReader } from '../documents/door.ts'
import { plannedDocuments } from '../documents/job-documents.ts'
import { inReviewAmong } from '../documents/visible.ts'
import { codingChanges } from './changes.ts'
import { codeStep } from './code.ts'
import { customIdStep } from './custom-id.ts'
import { folderStep, neededToFile } from './folder.ts'
import { documentsWith, goesForth, letGo, replacingIn } from './replacing.ts'
import { firstSize, nextSize } from './step-size.ts'
import type { BulkRowTable } from './tables.ts'
import { tagStep } from './tag.ts'
import { type BulkWork, leftRow, loadWork } from './work.ts'
import { writtenDocuments } from './written.ts'

/** The job kind `bulk`. */
export function bulkKind({ records, search, now }: Pick<Services, 'records' | 'search' | 'now'>): JobKind {
  return {
    kind: 'bulk',
    awaited: true,
    run: async (run) => {
      const work = await loadWork(records.read, run.jobId)
      const replacing = replacingIn(work)
      const walk = (documents: Int32Array, from: number, before: number) =>
        goThrough({ records, search, now }, run, work, documents, from, before)
      if (replacing === null || !goesForth(work)) {
        const documents =
          work.reverses === null
            ? await plannedDocuments(await eyesOf(records.read, work), run.jobId, work.families)
            : await writtenDocuments(records.read, work.reverses)
        const done = z.nullable(z.int()).parse(run.cursor) ?? 0
        const from = documents.findIndex((id) => id > done)
        return from === -1 ? undefined : await walk(documents, from, 0)
      }
      // What has been done has the tag no more: what is left is all that has it.
      do {
        const documents = await documentsWith(records.read, replacing.tagId)
        await walk(documents, 0, await doneBefore(records.read, run.jobId))
      } while (!(await letGo(records, run, work, replacing, now())))
    },
  }
}

async function doneBefore(read: Reader, jobId: number): Promise<number> {
  const row = await read
    .selectFrom('job')
    .select('items_done')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  return row.items_done
}

/** Step by step through documents, from one of them on; `before`: how many were done before these. */
async function goThrough(
  { records, search, now }: Pick<Services, 'records' | 'search' | 'now'>,
  run: JobRun,
  work: BulkWork,
  documents: Int32Array,
  first: number,
  before: number,
): Promise<void> {
  let from = first
  let size = firstSize
  while (from < documents.length) {
    await run.beat(null)
    const slice = [...documents.subarray(from, from + size)]
    from += slice.length
    const reached = { items_done: before + from, items_total: before + documents.length }
    let began = 0
    const rows = await records.write('bulk', async (trx) => {
      began = performance.now()
      await run.hold(trx)
      return await writeStep(trx, run, work, slice, reached, now())
    })
    const ms = performance.now() - began
    size = nextSize(size, { documents: slice.length, ms, ...weightOf(rows) })
    search.wake()
  }
}

const steps = { coding: codeStep, tags: tagStep, customIds: customIdStep, folders: folderStep } as const

/** What the index takes anew of a document; null: it does not hold what has changed. */
const indexed = {
  coding: 'coding',
  tags: 'coding',
  customIds: 'facts',
  folders: null,
} as const satisfies Readonly<Record<BulkWhat, unknown>>

/** Writes a step whole; answers its rows of the receipt. */
async function writeStep(
  trx: Writer,
  run: JobRun,
  work: BulkWork,
  documentIds: readonly number[],
  reached: { readonly items_done: number; readonly items_total: number },
  now: Date,
): Promise<readonly BulkRowTable[]> {
  const { jobId, projectId } = work
  // Of a tag that goes, no document may keep it: those that have it are there.
  const isReplacing = replacingIn(work) !== null && goesForth(work)
  // Whoever asked for it may have lost the right, or the sight of documents, since the last step.
  const eyes = await eyesOf(trx, work)
  const there = isReplacing ? new Set(documentIds) : await inReviewAmong(eyes, projectId, documentIds)
  const present = documentIds.filter((id) => there.has(id))
  const step = await steps[work.what](trx, work, present, now)
  const gone = documentIds
    .filter((id) => !there.has(id))
    .map((documentId) =>
      leftRow(jobId, {
        documentId,
        targetId: 0,
        reason: 'gone',
        wanted: null,
        standing: { value: null, version: 0, byUser: null, at: null },
      }),
    )
  const rows = [...step.rows, ...gone]
  await insertAll(trx, 'bulk_row', rows)
  const anew = indexed[work.what]
  if (step.changed.size > 0 && anew !== null)
    await markChanged(trx, projectId, [...step.changed], instantOf(now), anew)
  await trx
    .updateTable('bulk')
    .set((eb) => ({
      written_documents: eb('written_documents', '+', step.changed.size),
      written: eb('written', '+', step.written),
      already_so: eb('already_so', '+', step.alreadySo),
    }))
    .where('job_id', '=', jobId)
    .execute()
  await trx
    .updateTable('job')
    .set({ ...reached, cursor: JSON.stringify(documentIds.at(-1) ?? null) })
    .where('job_id', '=', run.jobId)
    .execute()
  await appendAudit(trx, `project:${projectId}`, step.entries)
  return rows
}

/** A reader that sees what whoever asked for the change sees by now. */
async function eyesOf(read: Reader, work: BulkWork): Promise<Reader> {
  const { projectId, user } = work
  const stands = await standsIn(read, projectId, user.userId)
  const may = (capability: Capability) => stands !== null && canIn(stands.holder, capability)
  const needed = await neededFor(read, work)
  if (stands === null || !may(needed))
    throw new ApiError(
      'permission.denied',
      'Whoever started this may not do it any more. What is done stays.',
      {
        detail: needed,
      },
    )
  if (stands.view === null) return read
  // What is decided about a document needs no look under its redactions.
  const decides = work.what === 'coding' || work.what === 'tags'
  return limitedReader(read, decides ? asTheyLeave(stands.view) : stands.view)
}

/** Numbers from a file are brought in by who collects; what is propagated belongs to the save of whoever codes. */
async function neededFor(read: Reader, work: BulkWork): Promise<Capability> {
  const { what, changes } = work
  switch (what) {
    case 'customIds':
      return 'collect.manage'
    case 'folders':
      return await neededToFile(read, work)
    case 'coding':
      return codingChanges.parse(changes).propagation === undefined ? 'coding.bulk' : 'coding.save'
    case 'tags':
      return 'coding.bulk'
  }
}

const weightOf = (
  rows: readonly BulkRowTable[],
): { readonly values: number; readonly characters: number } => ({
  values: rows.length,
  characters: rows.reduce((sum, { before, after }) => sum + before.length + after.length, 0),
})
