/**
 * The pages of a document as they left, out of the one file that was made of it. What a browser does not show as it is, is drawn by
 * the process that draws pages; nothing of it is kept, so that nothing is left behind a rollback.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProducedPages } from '#contracts/produced-pages.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { ownName } from '../../platform/process-id.ts'
import { recordGiven } from '../../review/documents/trail.ts'
import { requireReadable } from '../../review/documents/visible.ts'
import type { DrawnFile } from '../../review/pages/draw.ts'
import type { PageFault, PageSize } from '../../review/pages/protocol.ts'
import { sendImage } from '../../review/pages/send-image.ts'
import { stillWanted } from '../../review/pages/waiting.ts'
import { isStanding } from '../fields/standing.ts'
import { type MadePart, madeParts } from '../making/made.ts'
import { pageNumber } from '../record/bates.ts'
import { storedProduction } from '../record/stored.ts'
import { headBytes, sizeInHead } from './page-size.ts'

interface Asked {
  readonly documentId: number
  readonly productionId: number
}

/** 404 where the caller does not see the document, or the production has not got it; 409 where nothing of that may leave. */
async function producedOf(ctx: ProjectContext, { documentId, productionId }: Asked) {
  await requireReadable(ctx, documentId)
  const { read } = ctx.records
  const production = await storedProduction(read, ctx.project.projectId, productionId)
  if (!isStanding(production.state))
    throw new ApiError('conflict', 'Only the pages of what was produced are shown.', {
      detail: production.state,
    })
  const row = await read
    .selectFrom('production_document')
    .select(['place', 'pages', 'pages_before', 'sha256', 'parts'])
    .where('production_id', '=', productionId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  const { first_number: first, settings, name } = production
  if (row === undefined || row.sha256 === null || row.parts === null || first === null)
    throw notFound('document of the production')
  const numbered = { place: row.place, pages: row.pages, pagesBefore: row.pages_before }
  return {
    ...{ name, path: ctx.blobs.pathOf(row.sha256), parts: madeParts.parse(JSON.parse(row.parts)) },
    numbers: Array.from({ length: row.pages }, (_, page) =>
      pageNumber(settings.numbering, first, numbered, page),
    ),
  }
}

export async function pagesOf(ctx: ProjectContext, asked: Asked): Promise<ProducedPages> {
  const { name, path, parts, numbers } = await producedOf(ctx, asked)
  const sizes = await sizesOf(ctx, path, parts)
  await recordGiven(ctx, 'document.pagesRead', asked.documentId)
  return {
    ...{ documentId: asked.documentId, productionId: asked.productionId, name },
    pages: numbers.map((number, page) => {
      const size = 'code' in sizes ? undefined : sizes[page]
      const fault = 'code' in sizes ? sizes.reason : 'This page is not in what was made.'
      return size === undefined ? { ...unknown, number, fault } : { ...size, number, fault: null }
    }),
  }
}

/** A page of paper, where nothing is known of it. */
const unknown = { width: 2550, height: 3300, dpi: 300 } as const

async function sizesOf(
  ctx: ProjectContext,
  path: string,
  parts: readonly MadePart[],
): Promise<readonly PageSize[] | PageFault> {
  const pdf = parts.find(({ kind }) => kind === 'pdf')
  if (pdf !== undefined)
    return await apart(ctx, path, pdf, (file) => stillWanted(ctx.pages.sizesOfFile(file, ctx.signal)))
  const file = await open(path)
  try {
    const sizes: PageSize[] = []
    for (const { at, size } of pagesIn(parts)) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(headBytes, size)), 0, undefined, at)
      sizes.push(sizeInHead(buffer.subarray(0, bytesRead)) ?? unknown)
    }
    return sizes
  } finally {
    await file.close()
  }
}

const pagesIn = (parts: readonly MadePart[]): MadePart[] => parts.filter(({ kind }) => kind === 'page')

/** Sends a page (from 1). */
export async function sendPage(
  ctx: ProjectContext,
  { page, ...asked }: Asked & { readonly page: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { path, parts } = await producedOf(ctx, asked)
  const drawn = await drawnPage(ctx, path, parts, page - 1)
  if (drawn === null) throw notFound('page')
  if (!Buffer.isBuffer(drawn)) throw new ApiError('notFound', drawn.reason, { detail: 'page' })
  await recordGiven(ctx, 'document.pagesRead', asked.documentId)
  return sendImage(ctx, request, reply, drawn)
}

async function drawnPage(
  ctx: ProjectContext,
  path: string,
  parts: readonly MadePart[],
  page: number,
): Promise<Buffer | PageFault | null> {
  const pdf = parts.find(({ kind }) => kind === 'pdf')
  const part = pdf ?? pagesIn(parts)[page]
  if (part === undefined) return null
  // A browser shows it as it is.
  if (part.extension === 'jpg') return await bytesOf(path, part)
  const at = pdf === undefined ? 0 : page
  return await apart(ctx, path, part, (file) => stillWanted(ctx.pages.imageOfFile(file, at, ctx.signal)))
}

async function bytesOf(path: string, { at, size }: MadePart): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, at)
    if (bytesRead < size) throw new Error('What was made of a document is shorter than it was.')
    return buffer
  } finally {
    await file.close()
  }
}

/** Has a process look at a part as a file of its own, which is gone then. */
async function apart<T>(
  { spool, project: { projectId } }: ProjectContext,
  path: string,
  { kind, at, size }: MadePart,
  look: (file: DrawnFile) => Promise<T>,
): Promise<T> {
  const folder = join(spool, `project-${projectId}`, 'produced-pages')
  const file = join(folder, ownName())
  await mkdir(folder, { recursive: true })
  try {
    await pipeline(createReadStream(path, { start: at, end: at + size - 1 }), createWriteStream(file))
    return await look(
      kind === 'pdf'
        ? { projectId, file, maker: 'pdf', mimeType: 'application/pdf' }
        : { projectId, file, maker: 'picture', mimeType: 'image/tiff' },
    )
  } finally {
    await rm(file, { force: true })
  }
}
