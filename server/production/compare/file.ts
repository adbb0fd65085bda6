/** What two productions have and how it differs, as CSV. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { QueryOf } from '#contracts/call.ts'
import { byteOrderMark, csvLine } from '#contracts/csv.ts'
import {
  type ComparedDocument,
  type ComparedSide,
  type ComparisonKind,
  type comparisonFile,
  comparisonLimits,
} from '#contracts/production-comparison.ts'
import { comparisonWords, treatmentWords } from '#contracts/production-words.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { isAsked, type Two, told, twoOf } from './compare.ts'
import type { Pair } from './differences.ts'
import { pairsOf } from './pairs.ts'

export async function sendComparison(
  ctx: ProjectContext,
  asked: QueryOf<typeof comparisonFile>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const two = await twoOf(ctx, asked)
  const { projectId } = ctx.project
  const [productionId, secondId] = two.ids
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'production.comparisonDownloaded', how: 'manual' },
        facts: { productionId, name: two.first.name, secondId, secondName: two.second.name },
      },
    ]),
  )
  const name = `${two.first.name} and ${two.second.name}.csv`
  return sendDownload(reply, {
    ...{ name: safeName(name, 'comparison.csv'), size: null },
    bytes: Readable.from(lines(ctx, two, asked), { objectMode: false }),
  })
}

async function* lines(
  ctx: ProjectContext,
  two: Two,
  asked: QueryOf<typeof comparisonFile>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(heading(two))
  for await (const pairs of pairsOf(ctx.records.read, two.ids)) {
    ctx.signal.throwIfAborted()
    const found = pairs.filter((pair) => isAsked(two, pair, asked))
    for (let from = 0; from < found.length; from += comparisonLimits.page) {
      const some: readonly Pair[] = found.slice(from, from + comparisonLimits.page)
      const documents = await told(ctx, two, some, Number.POSITIVE_INFINITY)
      yield documents.flatMap((document) => linesOf(document, two)).join('')
    }
  }
}

const heading = ({ first, second }: Two): string[] => [
  ...['Control number', 'File name', 'Differs', 'Pages that differ'],
  ...[first.name, second.name].flatMap((name) =>
    ['first number', 'last number', 'pages', 'goes out as', 'designation', 'redacted'].map(
      (what) => `${name}: ${what}`,
    ),
  ),
  ...['Field', `${first.name}: value`, `${second.name}: value`],
]

/** What could not be compared is not said to be the same. */
function wordOf(kind: ComparisonKind, { first, second, told: compared }: Two): string {
  const isWhole = compared.pagesCompared === 'compared' && compared.fieldsCompared === 'compared'
  switch (kind) {
    case 'onlyFirst':
      return `Only in ${first.name}`
    case 'onlySecond':
      return `Only in ${second.name}`
    case 'same':
      return isWhole ? comparisonWords.same : 'No difference in what was compared'
    default:
      return comparisonWords[kind]
  }
}

function linesOf({ fields, ...document }: ComparedDocument, two: Two): string[] {
  const { controlNumber, fileName, differs, pages, pageCount, first, second } = document
  const named = pages.join(', ') + (pageCount > pages.length ? `, … (${pageCount})` : '')
  const head = [
    ...[controlNumber, fileName, differs.map((kind) => wordOf(kind, two)).join('; '), named],
    ...[first, second].flatMap(cellsOf),
  ]
  if (fields.length === 0) return [csvLine([...head, '', '', ''])]
  return fields.map((field) => csvLine([...head, field.name, field.first, field.second]))
}

const cellsOf = (side: ComparedSide | null): string[] =>
  side === null
    ? ['', '', '', '', '', '']
    : [
        ...[side.first, side.last, String(side.pages), treatmentWords[side.treatment], side.designation],
        side.redacted ? 'Yes' : 'No',
      ]
