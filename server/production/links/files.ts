/** The files of a document that can be downloaded by a link: whether it has them, and their bytes. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { sendNative } from '../../review/documents/native.ts'
import { recordLook } from '../../review/documents/trail.ts'
import { requireReadable } from '../../review/documents/visible.ts'
import type { Makeable } from '../../review/pages/draw.ts'
import { sourceOf } from '../../review/pages/source.ts'
import { sendRedactedFile } from '../../review/redactions/burn/routes.ts'
import { redactionsOf } from '../../review/redactions/of-document.ts'
import { standingProductions } from '../fields/standing.ts'
import { madeParts } from '../making/made.ts'
import { numbersOf, pageNumber } from '../record/bates.ts'
import { storedProduction } from '../record/stored.ts'
import { bytesOf } from '../volumes/data-files.ts'
import type { LaidFile } from '../volumes/layout.ts'
import { zipOf } from '../volumes/volume-zip.ts'

export interface FileWanted {
  readonly documentId: number
  readonly fileType: '1' | '2' | '3' | '4'
  /** Of type 3; null: the latest production that has the document. */
  readonly productionId: number | null
}

/** Throws where the document has no such file, or where it does not leave. */
export async function openable(ctx: ProjectContext, wanted: FileWanted): Promise<void> {
  await requireReadable(ctx, wanted.documentId)
  if (wanted.productionId !== null)
    await storedProduction(ctx.records.read, ctx.project.projectId, wanted.productionId)
  if (wanted.fileType === '2') await requirePages(ctx, wanted.documentId)
  if (wanted.fileType === '3') await produced(ctx, wanted)
  if (wanted.fileType === '4') await requireTranscoded(ctx, wanted.documentId)
}

/** Sends it, after that is on the record. */
export async function sendWanted(
  ctx: ProjectContext,
  wanted: FileWanted,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await openable(ctx, wanted)
  switch (wanted.fileType) {
    case '1':
      return await sendNative(ctx, wanted.documentId, reply)
    case '2':
      return await sendRedactedFile(ctx, wanted.documentId, reply)
    case '3':
      return await sendProduced(ctx, wanted, reply)
    case '4':
      return await sendTranscoded(ctx, wanted.documentId, reply)
  }
}

const without = (message: string): ApiError => new ApiError('notFound', message, { detail: 'fileType' })

async function makeableOf(ctx: ProjectContext, documentId: number): Promise<Makeable> {
  const source = await sourceOf(ctx.records.read, ctx.project.projectId, documentId)
  const makeable = await ctx.pages.makeable(source)
  if (makeable === null) throw without(`This document has no pages. ${ctx.pages.whyNone(source).reason}`)
  return makeable
}

/** Cells are covered on no page. */
async function requirePages(ctx: ProjectContext, documentId: number): Promise<void> {
  await makeableOf(ctx, documentId)
  const { inCells } = await redactionsOf(ctx.records.read, documentId)
  if (inCells)
    throw new ApiError(
      'conflict',
      'Its cells are redacted, so its pages do not leave. Download its redacted copy.',
      {
        detail: 'redaction.cells',
      },
    )
}

/** What was laid out of a file or of the text of a message: a PDF that is not the file. Covered words stand in it. */
async function requireTranscoded(ctx: ProjectContext, documentId: number): Promise<Makeable> {
  const makeable = await makeableOf(ctx, documentId)
  if (makeable.maker !== 'office' && makeable.maker !== 'text')
    throw without('This document has no transcoded file: its own pages can be shown as they are.')
  const { redactions, inCells } = await redactionsOf(ctx.records.read, documentId)
  if (redactions.length > 0 || inCells)
    throw new ApiError(
      'conflict',
      'This document is redacted, and its transcoded file covers nothing. Download its original image.',
      { detail: 'redaction' },
    )
  return makeable
}

async function sendTranscoded(
  ctx: ProjectContext,
  documentId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const made = await ctx.pages.file(await requireTranscoded(ctx, documentId), ctx.signal)
  if ('code' in made) throw without(`This document has no transcoded file. ${made.reason}`)
  if (made.maker !== 'pdf') throw without('This document has no transcoded file.')
  const { size } = await stat(made.file)
  const bytes = createReadStream(made.file)
  try {
    // Making it takes its time: what was covered meanwhile does not leave.
    await requireTranscoded(ctx, documentId)
    await ctx.records.write('interactive', (trx) =>
      recordLook(trx, ctx, 'document.downloaded', documentId, { file: 'transcoded' }),
    )
  } catch (error) {
    bytes.destroy()
    throw error
  }
  return sendDownload(reply, { name: `${await numberOf(ctx, documentId)}.pdf`, size, bytes })
}

async function numberOf({ records, project }: ProjectContext, documentId: number): Promise<string> {
  const row = await records.read
    .selectFrom('document')
    .select('control')
    .where('document_id', '=', documentId)
    .where('project_id', '=', project.projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('document')
  return safeName(controlNumber(project.prefix, row.control), 'document')
}

/** Its pages in a production that was produced. */
async function produced(ctx: ProjectContext, { documentId, productionId }: FileWanted) {
  if (!ctx.can('production.download'))
    throw new ApiError('permission.denied', 'Your role does not download what was produced.')
  const { read } = ctx.records
  const { projectId } = ctx.project
  const all = await standingProductions(read, projectId, productionId === null ? null : [productionId])
  const rows = await read
    .selectFrom('production_document as d')
    .innerJoin('document as o', 'o.document_id', 'd.document_id')
    .select(['d.production_id', 'd.place', 'd.pages', 'd.pages_before', 'd.sha256', 'd.parts', 'o.control'])
    .where('d.document_id', '=', documentId)
    .where('d.production_id', 'in', [0, ...all.map(({ production_id }) => production_id)])
    .execute()
  // The latest that has it.
  const latest = all.find((one) => rows.some(({ production_id }) => production_id === one.production_id))
  const row = rows.find(({ production_id }) => production_id === latest?.production_id)
  if (latest === undefined || row === undefined || row.parts === null || row.sha256 === null)
    throw without('This document was not produced: there is no production image of it.')
  const { settings, first_number, produced_at } = latest
  const numbered = { place: row.place, pages: row.pages, pagesBefore: row.pages_before, control: row.control }
  const kept = row.sha256
  const files = madeParts
    .parse(JSON.parse(row.parts))
    .filter(({ kind }) => kind === 'page' || kind === 'pdf')
    .map(
      ({ extension, ...part }, page): LaidFile => ({
        ...part,
        kept,
        path: `${pageNumber(settings.numbering, first_number ?? 1, numbered, page)}.${extension}`,
      }),
    )
  const { first } = numbersOf(settings.numbering, first_number ?? 1, numbered)
  return { files, first, productionId: row.production_id, at: new Date(produced_at ?? 0) }
}

/** One page, or one PDF, as it is; several pages in a zip. */
async function sendProduced(
  ctx: ProjectContext,
  wanted: FileWanted,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { files, first, productionId, at } = await produced(ctx, wanted)
  const [file] = files
  if (file === undefined) throw without('There is no production image of this document.')
  await ctx.records.write('interactive', (trx) =>
    recordLook(trx, ctx, 'document.downloaded', wanted.documentId, { file: 'produced', productionId }),
  )
  if (files.length === 1)
    return sendDownload(reply, {
      ...{ name: safeName(file.path, 'page'), size: file.size },
      bytes: Readable.from(bytesOf(ctx.blobs, file), { objectMode: false, signal: ctx.signal }),
    })
  const zip = zipOf(ctx.blobs, first, files, at)
  return sendDownload(reply, {
    ...{ name: safeName(`${first}.zip`, 'pages.zip'), size: zip.bytes },
    bytes: Readable.from(zip.read(0, zip.bytes), { objectMode: false, signal: ctx.signal }),
  })
}
