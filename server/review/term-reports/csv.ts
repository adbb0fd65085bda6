/** A search term report as a file for spreadsheets: its terms, their total, and what it was made by. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { byteOrderMark, csvLine } from '#contracts/csv.ts'
import type { KeptSet } from '#contracts/document-sets.ts'
import type { ReportedTerm, TermReport } from '#contracts/term-reports.ts'
import { widenedBy, widenedWords } from '#contracts/widened.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { termReport } from './reports.ts'

/** Sends it, after it is on the record who took it away, and what it was of. */
export async function sendCsv(
  ctx: ProjectContext,
  termReportId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const report = await termReport(ctx, termReportId)
  const { name, documents, total, madeAt } = report
  const { projectId, prefix } = ctx.project
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'termReport.exported',
        facts: { termReportId, name, documents, found: total.documents },
      },
    ]),
  )
  const bytes = Buffer.from(csvOf(report))
  return sendDownload(reply, {
    name: safeName(`${prefix} search terms ${name} ${madeAt.slice(0, 10)}.csv`, 'search-terms.csv'),
    size: bytes.length,
    bytes: Readable.from([bytes], { objectMode: false }),
  })
}

const operators = { standard: 'AND before OR', dtsearch: 'OR before AND' } as const

function csvOf(report: TermReport): string {
  const { rows, total, set, documents, withoutText, indexedAsOf, precedence, noise, madeAt, madeBy } = report
  const custodians = (report.byCustodian ?? []).map(({ custodian }) => custodian)
  const ofCustodians = (counts: ReportedTerm['byCustodian']) =>
    custodians.map((name) => counts?.find(({ custodian }) => custodian === name)?.documents ?? 0)
  const hits = rows.some(({ figures: found }) => found !== null && found.hits !== null)
  const figures = [
    [
      ...['Line', 'Term', 'Documents with hits', 'Documents with hits and their families'],
      ...['Unique documents', ...(hits ? ['Hits'] : []), ...custodians, 'Interpreted as', 'Notes'],
    ],
    ...rows.map(({ line, term, figures: found, byCustodian, reading, notes, fault }) => {
      if (found === null)
        return [
          ...[line, term, null, null, null],
          ...(hits ? [null] : []),
          ...custodians.map(() => null),
          '',
          fault === null ? '' : `Not read. Character ${fault.start + 1}: ${fault.message}`,
        ]
      return [
        ...[line, term, found.documents, found.withFamily, found.unique],
        ...(hits ? [found.hits] : []),
        ...ofCustodians(byCustodian),
        ...[reading, notes.join(' ')],
      ]
    }),
    [
      ...[null, 'Total (different documents)', total.documents, total.withFamily, total.unique],
      ...(hits ? [null] : []),
      ...ofCustodians(report.byCustodian),
    ],
  ]
  const about = [
    ['Report', report.name],
    ['Counted among', ...wordsOf(set)],
    ['Documents there', documents],
    ['Documents of the project without text', withoutText],
    ['Index as of', indexedAsOf ?? 'empty'],
    ['Operators', operators[precedence]],
    ['Noise words', noise.join(' ')],
    ['Report made', `${madeAt} by ${madeBy}`],
  ]
  return byteOrderMark + [...figures, [], ...about].map(csvLine).join('')
}

const wordsOf = ({ query, reading, inside, viewer, filter }: KeptSet): string[] => [
  query.queryString.trim() === '' ? 'All documents in review' : query.queryString,
  ...(reading === '' ? [] : [`read as ${reading}`]),
  ...(widenedBy(query).length === 0 ? [] : [`with ${widenedWords(widenedBy(query))}`]),
  ...(inside === null ? [] : [`inside ${inside}`]),
  ...(viewer === 'parentsAndChildren'
    ? []
    : [viewer === 'parentsOnly' ? 'parents only' : 'attachments only']),
  ...(filter === 'all' ? [] : [`${filter} documents only`]),
]
