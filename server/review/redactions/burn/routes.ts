/** The calls of contracts/redactions.ts that answer burned pages and redacted files. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contracts/redactions.ts'
import type { ProjectContext } from '../../../platform/http/context.ts'
import { safeName, sendDownload } from '../../../platform/http/download.ts'
import { ApiError, notFound } from '../../../platform/http/error.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { ChildFault } from '../../../platform/jobs/child.ts'
import { controlNumber } from '../../documents/control.ts'
import { recordGiven, recordLook } from '../../documents/trail.ts'
import { requireReadable } from '../../documents/visible.ts'
import type { Makeable } from '../../pages/draw.ts'
import { sendImage } from '../../pages/send-image.ts'
import { sourceOf } from '../../pages/source.ts'
import { type RedactionsOfDocument, redactionsOf } from '../of-document.ts'
import { pageAsItLeaves, shownAsItLeaves, toCheckWords } from './as-it-leaves.ts'
import type { GateFault } from './protocol.ts'

/** As page images of the viewer have: a burned page takes the place of one. */
const viewerDpi = 150
const fileDpi = 200

export const routes: readonly Route[] = [
  route(contract.burnedPage, (ctx, { params, query, raw, reply }) =>
    sendPage(ctx, params.documentId, params.page - 1, query.revision, raw, reply),
  ),
  route(contract.getAsItLeaves, (ctx, { query: { documentId } }) => tellAsItLeaves(ctx, documentId)),
  route(contract.redactedFile, (ctx, { query: { documentId }, reply }) =>
    sendRedactedFile(ctx, documentId, reply),
  ),
]

/** Whoever asks has come through the door: what is made is made of the whole record, and holds nothing that is covered. */
async function tellAsItLeaves(ctx: ProjectContext, documentId: number): Promise<contract.AsItLeaves> {
  const withheld = (revision: number, reason: string): contract.AsItLeaves => ({
    ...{ documentId, revision, state: 'withheld', reason, pages: [] },
  })
  const { source, whyNone } = await readSource(ctx, documentId)
  const redactions = await redactionsOf(ctx.whole.read, documentId, source?.version)
  const { revision } = redactions
  if (source === null) return withheld(revision, whyNone)
  if (!isRedacted(redactions)) return withheld(revision, 'Nothing of it is redacted any more. Open it again.')
  const shown = await stillWanted(shownAsItLeaves(ctx, source, redactions))
  await requireSame(ctx, source, redactions)
  await recordGiven(ctx, 'document.pagesRead', documentId)
  return shown
}

const isRedacted = ({ redactions, inCells }: RedactionsOfDocument): boolean =>
  redactions.length > 0 || inCells

async function sendPage(
  ctx: ProjectContext,
  documentId: number,
  page: number,
  revision: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const source = await requireMakeable(ctx, documentId)
  const redactions = await redactionsOf(ctx.whole.read, documentId, source.version)
  if (redactions.revision !== revision) throw changed(redactions.revision)
  // Who may see what is covered may look where the boxes are now, to put them right.
  if (!ctx.can('redaction.see')) requireChecked(redactions)
  const set = await stillWanted(ctx.pages.look(source))
  if (set.sizes?.[page] === undefined) throw notFound('page')
  const mayLookUnder = ctx.can('redaction.see') || !isRedacted(redactions)
  const drawn = await stillWanted(
    mayLookUnder
      ? ctx.burning.page(source, redactions, page, viewerDpi, ctx.signal)
      : pageAsItLeaves(ctx, source, redactions, page),
  )
  if (!Buffer.isBuffer(drawn)) throw new ApiError('notFound', drawn.reason, { detail: 'page' })
  await requireSame(ctx, source, redactions)
  await recordGiven(ctx, 'document.pagesRead', documentId)
  return sendImage(ctx, request, reply, drawn)
}

/** All pages as a PDF with the redactions burned in, after the gate. */
export async function sendRedactedFile(
  ctx: ProjectContext,
  documentId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { records, project } = ctx
  const source = await requireMakeable(ctx, documentId)
  const redactions = await redactionsOf(ctx.whole.read, documentId, source.version)
  requireChecked(redactions)
  const made = await stillWanted(ctx.burning.file(source, redactions, fileDpi, ctx.signal))
  if ('code' in made) throw new ApiError('conflict', made.reason, { detail: 'redaction.notBurned' })
  if ('faults' in made)
    throw new ApiError('conflict', saidOf(made.faults), {
      detail: 'redaction.refused',
      data: { faults: made.faults.map((fault) => ({ ...fault, page: pageOf(fault) })) },
    })
  await requireSame(ctx, source, redactions)
  const row = await records.read
    .selectFrom('document')
    .select('control')
    .where('document_id', '=', documentId)
    .where('project_id', '=', project.projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('document')
  const { size } = await stat(made.path)
  const bytes = createReadStream(made.path)
  try {
    await records.write('interactive', (trx) =>
      recordLook(trx, ctx, 'document.downloaded', documentId, {
        file: 'redacted',
        revision: redactions.revision,
      }),
    )
  } catch (error) {
    bytes.destroy()
    throw error
  }
  // By its number: the name of the file may hold what is covered.
  const name = safeName(`${controlNumber(project.prefix, row.control)}.pdf`, 'redacted.pdf')
  return sendDownload(reply, { name, size, bytes })
}

async function requireMakeable(ctx: ProjectContext, documentId: number): Promise<Makeable> {
  const { source } = await readSource(ctx, documentId)
  if (source === null) throw notFound('page')
  return source
}

/** Of what the caller may read; of whoever sees it only as it leaves, the record does not tell them the file. */
async function readSource(ctx: ProjectContext, documentId: number) {
  await requireReadable(ctx, documentId)
  const from = await sourceOf(ctx.whole.read, ctx.project.projectId, documentId)
  return { source: await ctx.pages.makeable(from), whyNone: ctx.pages.whyNone(from).reason }
}

/** Making it takes its time: what was covered, or has other pages, since it was begun does not leave as it was then. */
async function requireSame(
  ctx: ProjectContext,
  { documentId, key }: Makeable,
  { revision }: RedactionsOfDocument,
): Promise<void> {
  const now = await requireMakeable(ctx, documentId)
  const { revision: current } = await redactionsOf(ctx.whole.read, documentId, now.version)
  if (current !== revision || now.key !== key) throw changed(current)
}

const changed = (revision: number): ApiError =>
  new ApiError('conflict', 'The redactions have changed since. Load them again.', {
    detail: 'redaction.changed',
    data: { revision },
  })

function requireChecked({ toCheck }: RedactionsOfDocument): void {
  if (toCheck) throw new ApiError('conflict', toCheckWords, { detail: 'redaction.toCheck' })
}

/** From 1, as people count. */
const pageOf = ({ page }: GateFault): number | null => (page === null ? null : page + 1)

const told = 3

function saidOf(faults: readonly GateFault[]): string {
  const lines = faults.slice(0, told).map((fault) => {
    const page = pageOf(fault)
    return page === null ? fault.reason : `Page ${page}: ${fault.reason}`
  })
  const more = faults.length > told ? [`There are ${faults.length - told} more.`] : []
  return ['The redacted file was looked at and does not leave.', ...lines, ...more].join(' ')
}

/** The server stops, or nobody waits any more: no fault of the document, which may be asked for again. */
async function stillWanted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ChildFault)) throw error
    throw new ApiError('unavailable', 'The page could not be drawn now. Try again.')
  }
}
