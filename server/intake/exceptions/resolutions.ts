/** What people do about an exception: another file in its place, or taking it as it is. */

import type { BodyOf } from '#contracts/call.ts'
import { type acceptExceptions as acceptCall, maxAccepted } from '#contracts/collect.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { refuseSecond } from '../reprocess/on-its-way.ts'
import { replacedBy } from '../reprocess/settle.ts'
import { entryIn, standsIn } from '../sources/archive-entries.ts'
import { meant } from './exceptions.ts'

/** Where the file comes to that takes the place of an exception's. */
export interface ReplacedPlace {
  readonly jobId: number
  readonly sourceId: number
  /** Of what could not be read, outermost first. */
  readonly path: readonly string[]
  /** The document whose file it becomes, or that is the archive in which it stands; null where the item is none. */
  readonly documentId: number | null
  readonly inArchive: boolean
}

interface Asked {
  readonly exceptionId: number
  /** That the file comes into. */
  readonly sourceId: number
  /** Whether it takes the place of the entry alone that the exception is about. */
  readonly entry: boolean
}

/**
 * The place of an exception about which nothing has been done; throws where there is none, and where it is of another source
 * than the file. What could not be read of a file that had come for a document has the place that that was to have.
 */
export async function placeOf(
  read: Reader | Writer,
  projectId: number,
  { exceptionId, sourceId, entry }: Asked,
): Promise<ReplacedPlace> {
  const row = await read
    .selectFrom('exception as x')
    .innerJoin('job as j', 'j.job_id', 'x.job_id')
    .leftJoin('document as d', 'd.document_id', 'x.document_id')
    .leftJoin('job as dj', 'dj.job_id', 'd.job_id')
    .select(['x.job_id', 'x.path', 'x.document_id', 'x.resolution', 'x.stage', 'x.reason'])
    .select((eb) => eb.fn.coalesce('j.source_id', 'dj.source_id').as('source_id'))
    .select((eb) =>
      eb
        .selectFrom('source_file as f')
        // Such a file is the only one of its job.
        .select((one) => one.fn.max('f.document_id').as('becomes'))
        .whereRef('f.job_id', '=', 'x.job_id')
        .as('becomes'),
    )
    .where('x.project_id', '=', projectId)
    .where('x.exception_id', '=', exceptionId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('exception')
  if (row.resolution !== 'open')
    throw new ApiError('conflict', `This exception is ${row.resolution} already.`, { detail: 'exception' })
  if (row.source_id !== sourceId)
    throw new ApiError('request.invalid', 'The file must come into the source that the exception is of.', {
      detail: 'sourceId',
    })
  const documentId = row.document_id ?? row.becomes
  const path = JSON.parse(row.path) as string[]
  const place = { jobId: row.job_id, sourceId, documentId }
  if (documentId === null) return { ...place, path, inArchive: false }
  await refuseSecond(read, documentId, 'exception')
  const { source_path } = await read
    .selectFrom('document')
    .select('source_path')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  if (row.document_id === null) return { ...place, path, inArchive: standsIn(row.path, source_path) }
  if (!entry) return { ...place, path, inArchive: false }
  const named = entryIn({ ...row, documentId })
  if (named === null)
    throw new ApiError(
      'request.invalid',
      'This exception is about the document as a whole: replace all of it.',
      {
        detail: 'entry',
      },
    )
  return { ...place, path: [...(JSON.parse(source_path) as string[]), named], inArchive: true }
}

/**
 * The path of a file in the place of another: the same containers and folders, and its own name. Members of a family are told
 * without the folders of their archive.
 */
export function pathBeside({ path, inArchive }: ReplacedPlace, name: string): string[] {
  const last = path.at(-1) ?? ''
  const folders = inArchive ? '' : last.slice(0, last.lastIndexOf('/') + 1)
  return [...path.slice(0, -1), folders + name]
}

/** Refuses the very file that the document has: it would be read as it was, and nothing would be other than before. */
export async function refuseSame(trx: Writer, documentId: number, sha256: string): Promise<void> {
  const { sha256: own } = await trx
    .selectFrom('document')
    .select('sha256')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  if (own === sha256)
    throw new ApiError('conflict', 'The document has this very file already. Choose another one.', {
      detail: 'file',
    })
}

/** Refuses a file for an entry that stands in the archive already: nothing would come in. */
export async function refuseSameEntry(
  trx: Writer,
  prefix: string,
  file: { readonly documentId: number; readonly path: readonly string[]; readonly sha256: string },
): Promise<void> {
  const same = await trx
    .selectFrom('document')
    .select('control')
    .where('parent_id', '=', file.documentId)
    .where('source_path', '=', JSON.stringify(file.path))
    .where('sha256', '=', file.sha256)
    .orderBy('document_id')
    .limit(1)
    .executeTakeFirst()
  if (same === undefined) return
  const number = controlNumber(prefix, same.control)
  const as = number === '' ? 'a document that is not promoted' : `document ${number}`
  throw new ApiError(
    'conflict',
    `This file is in the archive already, as ${as}. Choose another one, or accept the exception.`,
    { detail: 'file' },
  )
}

/**
 * A file has come in place of an item's: the item stays in the reconciliation of its job. It says so at once where it is no document,
 * as an entry of an archive that could not be taken out; where it is one, once the file is that document's.
 */
export async function replaceException(
  trx: Writer,
  ctx: ProjectContext,
  exceptionId: number,
  { jobId, documentId, inArchive }: ReplacedPlace,
  sourceFileId: number,
): Promise<void> {
  if (documentId === null || inArchive)
    await trx
      .updateTable('exception')
      .set(replacedBy({ userId: ctx.caller.userId, at: ctx.now() }))
      .where('exception_id', '=', exceptionId)
      .execute()
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    {
      ...entryOf(ctx, 'exception.replaced', jobId, documentId),
      facts: { exceptionId, sourceFileId },
    },
  ])
}

/**
 * Exceptions are taken as they are, for a reason; those of which something was done before stay as they were. Of all that a
 * filter matches it is one act, whose entry goes before theirs; who acts says how many they saw, so that nothing is accepted
 * that came since.
 */
export async function acceptExceptions(
  ctx: ProjectContext,
  { exceptionIds, matching, note }: BodyOf<typeof acceptCall>,
): Promise<{ accepted: number }> {
  if ((exceptionIds === undefined) === (matching === undefined))
    throw new ApiError('request.invalid', 'Say which exceptions: by their ids, or by a filter.', {
      detail: 'exceptionIds',
    })
  return await idempotent(
    ctx,
    async (trx) => {
      const asked =
        matching === undefined ? await named(trx, ctx, exceptionIds ?? []) : await seenBy(trx, ctx, matching)
      if (asked.length === 0) return { accepted: 0 }
      const rows = await trx
        .updateTable('exception')
        .set({
          resolution: 'accepted',
          note,
          resolved_by: ctx.caller.userId,
          resolved_at: instantOf(ctx.now()),
        })
        .where('project_id', '=', ctx.project.projectId)
        .where('exception_id', 'in', asked)
        .where('resolution', '=', 'open')
        .returning(['exception_id', 'job_id', 'document_id'])
        .execute()
      await appendAudit(trx, `project:${ctx.project.projectId}`, [
        ...(matching === undefined ? [] : [signedOff(ctx, matching, note, rows.length)]),
        ...rows.toSorted(byId).map((row) => ({
          ...entryOf(ctx, 'exception.accepted', row.job_id, row.document_id),
          facts: { exceptionId: row.exception_id },
          erasable: { note },
        })),
      ])
      return { accepted: rows.length }
    },
    { alone: true },
  )
}

const byId = (one: { exception_id: number }, other: { exception_id: number }): number =>
  one.exception_id - other.exception_id

async function named(trx: Writer, ctx: ProjectContext, exceptionIds: readonly number[]): Promise<number[]> {
  const asked = [...new Set(exceptionIds)]
  const { known } = await trx
    .selectFrom('exception')
    .select((eb) => eb.fn.countAll<number>().as('known'))
    .where('project_id', '=', ctx.project.projectId)
    .where('exception_id', 'in', asked)
    .executeTakeFirstOrThrow()
  if (Number(known) < asked.length) throw notFound('exception')
  return asked
}

type Matching = NonNullable<BodyOf<typeof acceptCall>['matching']>

/** The open ones that a filter matches; refused where they are not as many as were seen. */
async function seenBy(trx: Writer, ctx: ProjectContext, { seen, ...narrowing }: Matching): Promise<number[]> {
  const open = await (await meant(ctx, trx, narrowing))
    .select('exception_id')
    .where('resolution', '=', 'open')
    .orderBy('exception_id')
    .limit(maxAccepted + 1)
    .execute()
  if (open.length > maxAccepted)
    throw new ApiError(
      'conflict',
      `At most ${maxAccepted.toLocaleString('en-US')} exceptions are accepted at once: choose fewer kinds.`,
      { detail: 'matching' },
    )
  if (open.length !== seen)
    throw new ApiError(
      'conflict',
      `Other exceptions are open by now: ${open.length.toLocaleString('en-US')} in the place of ${seen.toLocaleString('en-US')}. Look at them first.`,
      { detail: 'matching' },
    )
  return open.map(({ exception_id }) => exception_id)
}

/** The act itself: by which filter, and how many. */
const signedOff = (
  ctx: ProjectContext,
  { seen: _, jobId, ...filter }: Matching,
  note: string,
  accepted: number,
): AuditEntry => ({
  ...byCaller(ctx),
  action: 'exceptions.signedOff',
  ...(jobId === undefined ? {} : { jobId }),
  how: 'manual',
  facts: { ...filter, accepted },
  erasable: { note },
})

function entryOf(ctx: ProjectContext, action: string, jobId: number, documentId: number | null): AuditEntry {
  return {
    ...byCaller(ctx),
    action,
    jobId,
    ...(documentId === null ? {} : { documentId }),
    how: 'manual',
  }
}
