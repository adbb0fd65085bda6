/** The search term report of a list as a file for spreadsheets: its terms, their total, and what it was made by. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { QueryOf } from '#contracts/call.ts'
import { byteOrderMark, csvLine } from '#contracts/csv.ts'
import type { KeywordReport, keywordReportCsv, ReportedList } from '#contracts/keywords.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { notFound } from '../../platform/http/error.ts'
import { keywordReport } from './report.ts'

/** Sends it, after it is on the record who took it away, and what it was of. */
export async function sendReport(
  ctx: ProjectContext,
  { stage, keywordListId }: QueryOf<typeof keywordReportCsv>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { projectId, prefix } = ctx.project
  const report = await keywordReport(ctx, { stage, keywordListId })
  const [list] = report.data
  if (list === undefined) throw notFound('keyword list')
  const { name, version, total } = list
  const { documents, indexedAsOf, precedence } = report
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'keywordList.reportExported',
        facts: {
          keywordListId,
          name,
          version,
          stage,
          documents,
          found: total.documents,
          indexedAsOf,
          precedence,
        },
      },
    ]),
  )
  const at = ctx.now().toISOString()
  const csv = csvOf(report, list, { by: ctx.caller.name, at })
  const bytes = Buffer.from(csv)
  return sendDownload(reply, {
    name: safeName(`${prefix} search terms ${list.name} ${at.slice(0, 10)}.csv`, 'search-terms.csv'),
    size: bytes.length,
    bytes: Readable.from([bytes], { objectMode: false }),
  })
}

const sides = { review: 'Documents in review', processing: 'All documents processed' } as const
const operators = { standard: 'AND before OR', dtsearch: 'OR before AND' } as const

function csvOf(
  { stage, documents, withoutText, indexedAsOf, precedence, noise }: KeywordReport,
  { name, version, terms, total, savedBy, savedAt }: ReportedList,
  { by, at }: { readonly by: string; readonly at: string },
): string {
  const figures = [
    [
      'Term',
      'Documents with hits',
      'Documents with hits and their families',
      'Unique documents',
      'Interpreted as',
      'Notes',
    ],
    ...terms.map((one) => [
      one.term,
      one.documents,
      one.withFamily,
      one.unique,
      one.reading,
      one.notes.join(' '),
    ]),
    ['Total (different documents)', total.documents, total.withFamily, total.unique],
  ]
  const about = [
    ['Keyword list', name],
    ['Version', version],
    ['Saved', `${savedAt} by ${savedBy}`],
    ['Counted among', sides[stage]],
    ['Documents there', documents],
    ['Documents without text', withoutText],
    ['Index as of', indexedAsOf ?? 'empty'],
    ['Operators', operators[precedence]],
    ['Noise words', noise.join(' ')],
    ['Report made', `${at} by ${by}`],
  ]
  return byteOrderMark + [...figures, [], ...about].map(csvLine).join('')
}
