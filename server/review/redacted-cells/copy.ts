/** The redacted copy of a document for whoever looks at it or takes it away. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import type { fetchGrid, RedactedCopy } from '#contracts/redacted-cells.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { controlNumber } from '../documents/control.ts'
import { recordLook } from '../documents/trail.ts'
import { redactionsOf } from '../redactions/of-document.ts'
import type { SheetSource } from '../sheets/sheets.ts'
import { sourceOf } from '../sheets/source.ts'
import { redactedCellsOf } from './of-document.ts'
import type { CopyReport } from './protocol.ts'

/** Ms that are waited until the sheets of a copy are known; its rows are waited for where they are asked for. */
const sheetsMs = 20_000

interface Made {
  readonly revision: number
  readonly state: RedactedCopy['state']
  readonly reason: string
  readonly report: CopyReport | null
  readonly source: SheetSource | null
}

/** Makes it where it is not there. */
async function madeOf(ctx: ProjectContext, documentId: number): Promise<Made> {
  const original = await sourceOf(ctx, documentId)
  const cells = await redactedCellsOf(ctx.records.read, documentId)
  if (cells === null) throw notFound('document')
  const { revision } = cells
  const none = (state: Made['state'], reason: string): Made => ({
    ...{ revision, state, reason, report: null, source: null },
  })
  if (cells.toCheck || cells.sha256 !== original.sha256)
    return none('toCheck', 'Some redactions are of another file. Look at them, and say that they are right.')
  const onPages = (await redactionsOf(ctx.records.read, documentId)).redactions.length > 0
  if (onPages && cells.covered.length > 0)
    return none(
      'refused',
      'Pages of this document are redacted, too, and a copy does not know what they cover. Redact the same in its cells, ' +
        'then remove the redactions of its pages.',
    )
  if (cells.covered.length === 0)
    return none(
      'none',
      onPages
        ? 'Only pages of this document are redacted, so it leaves as pages. Redact its cells to have a redacted spreadsheet.'
        : 'Nothing of this spreadsheet is redacted, so there is no redacted copy.',
    )
  const { report, source } = await ctx.redactedSheets.copy(documentId, original, cells)
  if (source === null) return { revision, state: 'refused', reason: report.refused ?? '', report, source }
  return { revision, state: 'ready', reason: '', report, source }
}

export async function lookAtCopy(ctx: ProjectContext, documentId: number): Promise<RedactedCopy> {
  const { revision, state, reason, report, source } = await madeOf(ctx, documentId)
  const book = source === null ? null : await ctx.sheets.book(source)
  await book?.until(() => !book.reading, ctx.signal, sheetsMs)
  return {
    ...{ documentId, revision, state, reason },
    sheets: book?.file().sheets ?? [],
    faults: report?.faults ?? [],
    coveredCells: report?.coveredCells ?? 0,
    dependents: report?.dependents ?? [],
    moreDependents: report?.moreDependents ?? false,
    alsoOpen: report?.alsoOpen ?? [],
    moreOpen: report?.moreOpen ?? false,
    leftOut: report?.leftOut ?? [],
  }
}

/** Cells of the copy that is looked at, and of no other. */
export async function cellsOfCopy(
  ctx: ProjectContext,
  { documentId, revision, ...range }: QueryOf<typeof fetchGrid>,
): Promise<ReplyOf<typeof fetchGrid>> {
  const made = await madeOf(ctx, documentId)
  if (made.source === null) throw mustStay(made)
  if (made.revision !== revision)
    throw new ApiError('conflict', 'Redactions have changed since. Open the redacted copy again.', {
      detail: 'revision',
    })
  return await ctx.sheets.cells(made.source, range, ctx.signal)
}

/** Sends it, after that is on the record. */
export async function sendCopy(
  ctx: ProjectContext,
  documentId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const made = await madeOf(ctx, documentId)
  if (made.source === null) throw mustStay(made)
  const { projectId, prefix } = ctx.project
  const document = await ctx.records.read
    .selectFrom('document')
    .select('control')
    .where('document_id', '=', documentId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (document === undefined) throw notFound('document')
  const { size } = await stat(made.source.path)
  const bytes = createReadStream(made.source.path)
  const facts = { file: 'redactedCopy', revision: made.revision }
  await ctx.records.write('interactive', (trx) =>
    recordLook(trx, ctx, 'document.downloaded', documentId, facts),
  )
  // By its number: the name of the file may say what is covered.
  const called = controlNumber(prefix, document.control) || `document ${documentId}`
  const ending = made.report?.isText === true ? 'csv' : 'xlsx'
  return sendDownload(reply, { name: safeName(`${called} redacted.${ending}`, 'redacted'), size, bytes })
}

const mustStay = ({ reason, report }: Made): ApiError => {
  const faults = (report?.faults ?? []).slice(0, 5).map((fault) => `${fault.part}: ${fault.reason}`)
  return new ApiError('conflict', [reason, ...faults].join(' '), { detail: 'documentId' })
}
