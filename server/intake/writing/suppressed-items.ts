/** Items that are no documents because they were left out, taken apart, or are there already: written where the reconciliation counts them. */

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import type { LeftOutKind, LeftOutRow, leftOutCsv, listLeftOut } from '#contracts/suppressed-items.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { csvPages } from '../../platform/http/csv-pages.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { notFound } from '../../platform/http/error.ts'
import type { JobTable } from '../../platform/jobs/tables.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { nameOf } from '../hash-lists/hash-lists.ts'
import { sizeOf } from '../processing/large.ts'
import type { Family, KnownMember, Mail, Member, PartOfMember } from '../processing/member.ts'
import type { ImportState, KeptOutcome } from './import-state.ts'

export interface LeftOut {
  readonly kind: LeftOutKind
  readonly documentId: number | null
  readonly path: readonly string[]
  readonly size: number | null
  readonly sha256: string | null
  readonly hashListId: number | null
  /** What a copy alone says. */
  readonly own?: Pick<Member, 'md5' | 'sha1'> & { readonly bcc: Mail['bcc'] | null }
}

/** A known file that was left out of a document. */
const knownIn = (documentId: number, { path, size, sha256, hashListId }: KnownMember): LeftOut => ({
  kind: 'known',
  documentId,
  path,
  size,
  sha256,
  hashListId,
})

/** An image that is recorded with a message. */
const imageIn = (documentId: number, { path, size, sha256 }: PartOfMember): LeftOut => ({
  kind: 'inlineImage',
  documentId,
  path,
  size,
  sha256,
  hashListId: null,
})

/** What of a family is no document, by the document that each member is; nothing of members that are none. */
export const leftOutIn = (
  { inlineImages, leftOut }: Pick<Family, 'inlineImages' | 'leftOut'>,
  documentOf: (ordinal: number) => number | undefined,
): readonly LeftOut[] => {
  const each = <T extends PartOfMember>(parts: readonly T[], as: (documentId: number, part: T) => LeftOut) =>
    parts.flatMap((part) => {
      const documentId = documentOf(part.parent)
      return documentId === undefined ? [] : [as(documentId, part)]
    })
  return [...each(leftOut, knownIn), ...each(inlineImages, imageIn)]
}

/**
 * The documents of a copy, by the document that each is a copy of. Its message may be written otherwise, and name people by
 * BCC; what is attached to it has the same bytes.
 */
export const duplicatesIn = (
  { members }: Pick<Family, 'members'>,
  originals: readonly number[],
): readonly LeftOut[] =>
  members.map(({ ordinal, parent, path, bytes, md5, sha1, sha256, mail }) => ({
    kind: 'duplicate',
    documentId: originals[ordinal] ?? null,
    path,
    size: sizeOf(bytes),
    sha256,
    hashListId: null,
    own: { md5, sha1, bcc: parent === null && mail !== null && mail.bcc.length > 0 ? mail.bcc : null },
  }))

/** Of an item that is left out or taken apart itself; nothing of others. */
export function leftOutOf({ files }: Pick<ImportState, 'files'>, outcome: KeptOutcome): readonly LeftOut[] {
  if (outcome.kind === 'known') {
    const { path, size, sha256, hashListId } = outcome
    return [{ kind: 'known', documentId: null, path, size, sha256, hashListId }]
  }
  if (outcome.kind !== 'container') return []
  const { at, path } = outcome
  // One inside of another was read as it streamed by, and was not kept.
  const file = at.length === 2 ? files.find(({ index }) => index === at[0]) : undefined
  const { size = null, sha256 = null } = file ?? {}
  return [{ kind: 'container', documentId: null, path, size, sha256, hashListId: null }]
}

export async function writeLeftOut(
  trx: Writer,
  { projectId, jobId }: Pick<ImportState, 'projectId' | 'jobId'>,
  items: readonly LeftOut[],
  at: string,
): Promise<void> {
  await insertAll(
    trx,
    'left_out',
    items.map(({ kind, documentId, path, size, sha256, hashListId, own }) => ({
      project_id: projectId,
      job_id: jobId,
      document_id: documentId,
      kind,
      path: JSON.stringify(path),
      size,
      sha256,
      md5: own?.md5 ?? null,
      sha1: own?.sha1 ?? null,
      bcc: own?.bcc == null ? null : JSON.stringify(own.bcc),
      hash_list_id: hashListId,
      at,
    })),
  )
}

const defaultLimit = 100
/** Where the reconciliation of an import counts the items of a kind. */
export const bookOfKind = {
  known: 'de_nisted',
  container: 'containers',
  duplicate: 'duplicates',
  inlineImage: 'inline_images',
} as const satisfies Record<LeftOutKind, keyof JobTable>

/** What was left out of the project, or by one job, in its order. */
export async function listedLeftOut(
  ctx: ProjectContext,
  { kind, jobId, after, limit }: QueryOf<typeof listLeftOut>,
): Promise<ReplyOf<typeof listLeftOut>> {
  const { read } = ctx.records
  const { projectId, prefix } = ctx.project
  const jobs = await read
    .selectFrom('job')
    .select((eb) => [eb.fn.countAll<number>().as('jobs'), eb.fn.sum<number>(bookOfKind[kind]).as('items')])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'import')
    .$if(jobId !== undefined, (query) => query.where('job_id', '=', jobId ?? 0))
    .executeTakeFirstOrThrow()
  if (jobId !== undefined && Number(jobs.jobs) === 0) throw notFound('job')
  const all = read
    .selectFrom('left_out as l')
    .where('l.project_id', '=', projectId)
    .where('l.kind', '=', kind)
    .$if(jobId !== undefined, (query) => query.where('l.job_id', '=', jobId ?? 0))
  const rows = await all
    .innerJoin('job as j', 'j.job_id', 'l.job_id')
    .innerJoin('source as s', 's.source_id', 'j.source_id')
    .innerJoin('custodian as c', 'c.custodian_id', 's.custodian_id')
    .leftJoin('hash_list as h', 'h.hash_list_id', 'l.hash_list_id')
    .leftJoin('document as d', 'd.document_id', 'l.document_id')
    .selectAll('l')
    .select(['s.source_id', 's.name as source', 'c.name as custodian', 'h.name as list', 'h.version'])
    .select('d.control')
    .where('l.left_out_id', '>', after ?? 0)
    .orderBy('l.left_out_id')
    .limit(limit ?? defaultLimit)
    .execute()
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const data = rows.map(
    (row): LeftOutRow => ({
      leftOutId: row.left_out_id,
      jobId: row.job_id,
      sourceId: row.source_id,
      source: row.source,
      custodian: row.custodian,
      documentId: row.document_id,
      controlNumber: row.control === null ? null : controlNumber(prefix, row.control),
      path: JSON.parse(row.path) as string[],
      size: row.size,
      sha256: row.sha256,
      list:
        row.list === null || row.version === null ? null : nameOf({ name: row.list, version: row.version }),
      at: row.at,
    }),
  )
  return { data, totalCount: Number(total), reconciled: Number(jobs.items ?? 0) }
}

const columns = ['Path', 'Bytes', 'SHA-256', 'Known by', 'Custodian', 'Source', 'Job', 'Control number', 'At']
/** What a file of each kind is called. */
const fileNames = {
  known: 'de-NISTed',
  container: 'containers',
  duplicate: 'duplicates',
  inlineImage: 'inline images',
} as const satisfies Record<LeftOutKind, string>

/** Sends all of a kind, after it is on the record that they were taken away. */
export async function sendLeftOut(
  ctx: ProjectContext,
  { kind, jobId }: QueryOf<typeof leftOutCsv>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { projectId, prefix } = ctx.project
  const asked = jobId === undefined ? {} : { jobId }
  // A job that is not the project's is refused before anything is sent.
  await listedLeftOut(ctx, { kind, ...asked, limit: 1 })
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${projectId}`, [
      { ...byCaller(ctx), action: 'leftOut.exported', ...asked, facts: { kind } },
    ]),
  )
  const day = ctx.now().toISOString().slice(0, 10)
  return sendDownload(reply, {
    name: safeName(`${prefix} ${fileNames[kind]} ${day}.csv`, 'left-out.csv'),
    size: null,
    bytes: Readable.from(linesOf(ctx, { kind, ...asked }), { objectMode: false }),
  })
}

const linesOf = (
  ctx: ProjectContext,
  asked: Pick<QueryOf<typeof listLeftOut>, 'kind' | 'jobId'>,
): AsyncGenerator<string> =>
  csvPages(
    columns,
    async (place) => (await listedLeftOut(ctx, { ...asked, ...place })).data,
    ({ leftOutId }) => leftOutId,
    (row) => [
      row.path.join('/'),
      row.size,
      row.sha256,
      row.list,
      row.custodian,
      row.source,
      row.jobId,
      row.controlNumber,
      row.at,
    ],
  )
