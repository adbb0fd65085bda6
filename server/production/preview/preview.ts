/** A document of a production as it will leave, before anything is numbered or kept. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryOf } from '#contracts/call.ts'
import type { ProductionPreview, previewDocument, previewPage } from '#contracts/production-preview.ts'
import { type Treatment, treatment as treatments } from '#contracts/productions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { recordGiven } from '../../review/documents/trail.ts'
import { requireReadable } from '../../review/documents/visible.ts'
import { sendImage } from '../../review/pages/send-image.ts'
import { redactionsOf } from '../../review/redactions/of-document.ts'
import type { MadePart } from '../making/made.ts'
import { recordText } from '../making/record-text.ts'
import { stampValues } from '../making/stamp-values.ts'
import { slipSheetOf } from '../planning/plan.ts'
import { numbersOf, pageNumber } from '../record/bates.ts'
import { type PlannedRow, toMake } from '../running/make.ts'
import { RowSource } from '../volumes/cells.ts'
import { VolumeLayout } from '../volumes/layout.ts'
import type { Planned } from '../volumes/planned.ts'
import { type AsOfNow, asOfNow } from './as-of-now.ts'

/** Characters of a text that are told of. */
const textTold = 2_000

/** A document of the list as the plan would have it. */
interface ToBe {
  readonly row: PlannedRow & { readonly treatment: Treatment }
  readonly redacted: boolean
  /** Why a slip sheet stands for its pages. */
  readonly fault: string | null
  readonly fileName: string
  readonly isMail: boolean
}

export async function previewOf(
  ctx: ProjectContext,
  { productionId, documentId }: QueryOf<typeof previewDocument>,
): Promise<ProductionPreview> {
  const now = await asOfNow(ctx, productionId)
  const { production, list } = now
  const place = documentId === undefined ? 0 : (now.places.get(documentId) ?? -1)
  const entry = list[place]
  if (entry === undefined)
    throw documentId === undefined
      ? new ApiError('conflict', 'There are no documents in this production. Choose what goes out first.', {
          detail: 'set',
        })
      : notFound('document')
  await requireReadable(ctx, entry.d)
  const own = await toBe(ctx, now, place, true)
  const family: ToBe[] = []
  for (let at = list.findIndex(({ f }) => f === entry.f); list[at]?.f === entry.f; at++)
    family.push(at === place ? own : await toBe(ctx, now, at, false))
  const { prefix, timeZone } = ctx.project
  const layout = new VolumeLayout(production.settings)
  const planned = family.map((one) => plannedOf(now, one))
  const laid = planned.map((one) => layout.add(one))
  const rows = await RowSource.open({ read: ctx.records.read, seen: ctx.records.read }, production, {
    prefix,
    timeZone,
  })
  const row = rows
    .rows(laid, await rows.cells([planned]))
    .find((one) => one.laid.document.documentId === entry.d)
  const mine = laid.find(({ document }) => document.documentId === entry.d)
  if (row === undefined || mine === undefined) throw notFound('document')
  await recordGiven(ctx, 'document.pagesRead', entry.d)
  const { text, document } = mine
  return {
    ...{ documentId: entry.d, controlNumber: controlNumber(prefix, own.row.control), fileName: own.fileName },
    ...{ place: place + 1, documents: list.length },
    previous: list[place - 1]?.d ?? null,
    next: list[place + 1]?.d ?? null,
    ...{ treatment: own.row.treatment, designation: document.designation, redacted: own.redacted },
    ...{ slipSheet: own.row.slip_sheet !== null, pages: own.row.pages, fault: own.fault },
    ...{ first: document.first, last: document.last },
    isExact: production.settings.numbering.level === 'document' || place <= now.exactUpTo,
    native: mine.native?.path ?? null,
    text:
      text === null
        ? null
        : {
            path: text.path,
            begins: own.redacted ? null : (await recordText(ctx.records.read, entry.d)).slice(0, textTold),
          },
    row: row.cells.map((cell, at) => ({
      name: rows.columns[at]?.name ?? '',
      value:
        typeof cell === 'string'
          ? cell
          : cell.map((value) => (typeof value === 'string' ? value : value.join('\\'))).join('; '),
    })),
  }
}

export async function sendPreviewPage(
  ctx: ProjectContext,
  { productionId, documentId, page }: QueryOf<typeof previewPage>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await requireReadable(ctx, documentId)
  const now = await asOfNow(ctx, productionId)
  const place = now.places.get(documentId)
  if (place === undefined) throw notFound('document')
  const { row } = await toBe(ctx, now, place, true)
  if (page > row.pages) throw notFound('page')
  const fields = await stampValues(ctx.records.read, now.production, [documentId])
  const drawn = await ctx.producing.picture(toMake(now.production, row, fields), page - 1, ctx.signal)
  if (!Buffer.isBuffer(drawn)) throw new ApiError('notFound', drawn.reason, { detail: 'page' })
  await recordGiven(ctx, 'document.pagesRead', documentId)
  return sendImage(ctx, request, reply, drawn)
}

/** `counts`: its pages are counted where nobody has yet; otherwise one stands for them. */
async function toBe(ctx: ProjectContext, now: AsOfNow, place: number, counts: boolean): Promise<ToBe> {
  const { production, list } = now
  const { settings } = production
  const entry = list[place]
  if (entry === undefined) throw notFound('document')
  const { read } = ctx.records
  const document = await read
    .selectFrom('document')
    .select(['sha256', 'file_name', 'control', 'file_category'])
    .where('document_id', '=', entry.d)
    .executeTakeFirst()
  if (document === undefined) throw notFound('document')
  const { revision, redactions, inCells } = await redactionsOf(read, entry.d)
  const slipSheet = slipSheetOf(settings, entry)
  let pages = now.pages[place] ?? 1
  let fault: string | null = null
  if (slipSheet === null && counts) {
    const found = await ctx.producing.count(
      { projectId: ctx.project.projectId, documentId: entry.d },
      ctx.signal,
    )
    if (typeof found === 'number') pages = found
    else fault = found.reason
  }
  const stands = fault === null ? slipSheet : settings.failedSlipSheet
  const treatment: Treatment = fault === null ? treatments.parse(entry.t) : 'failed'
  return {
    ...{ fault, redacted: redactions.length > 0 || inCells },
    ...{ fileName: document.file_name, isMail: document.file_category === 'E-mail' },
    row: {
      ...{ document_id: entry.d, place: place + 1, pages: fault === null ? pages : 1, treatment },
      control: document.control,
      pages_before: now.pagesBefore[place] ?? 0,
      slip_sheet: stands === null ? null : JSON.stringify(stands),
      ...{ designation: entry.g, file_sha256: document.sha256, redaction_revision: revision },
    },
  }
}

/** As it is laid out once it is made: what its files hold is not known yet, and what they are called is. */
function plannedOf({ production, list }: AsOfNow, { row, redacted, fileName, isMail }: ToBe): Planned {
  const { settings, first_number } = production
  const { numbering, images, texts } = settings
  const { place, pages, treatment, designation, document_id: documentId, file_sha256: fileSha256 } = row
  const first = first_number ?? 1
  const numbered = { place, pages, pagesBefore: row.pages_before }
  const entry = list[place - 1]
  const kept = { at: 0, size: 0, crc32: 0, sha256: '' }
  const pageParts: MadePart[] =
    images.format === 'pdf'
      ? [{ ...kept, kind: 'pdf', extension: 'pdf' }]
      : Array.from({ length: pages }, () => ({ ...kept, kind: 'page', extension: 'tif' }) as const)
  const hasFile = treatment === 'native' || treatment === 'both'
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(fileName)?.[1]?.toLowerCase() ?? 'bin'
  const rest: MadePart[] = [
    ...(hasFile && redacted
      ? [{ ...kept, kind: 'workbook', extension: ending === 'csv' ? 'csv' : 'xlsx' } as const]
      : []),
    ...(texts && treatment !== 'withheld' && !(redacted && row.slip_sheet !== null)
      ? [{ ...kept, kind: 'text', extension: 'txt' } as const]
      : []),
  ]
  return {
    ...{ place, documentId, familyId: entry?.f ?? documentId, parentId: entry?.p ?? null, treatment },
    numbers: Array.from({ length: pages }, (_, page) => pageNumber(numbering, first, numbered, page)),
    ...numbersOf(numbering, first, numbered),
    ...{ designation, redacted, fileSha256, isMail, sha256: '', parts: [...pageParts, ...rest] },
    native: hasFile && !redacted ? { sha256: fileSha256, size: 0, crc32: 0, extension: ending } : null,
  }
}
