/** A document list as a file for spreadsheets: its rows in their order, a page at a time, then what it was made by. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { QueryOf } from '#contracts/call.ts'
import { byteOrderMark, csvLine } from '#contracts/csv.ts'
import type { exportList } from '#contracts/document-list.ts'
import type { Sort } from '#contracts/documents.ts'
import { widenedWords } from '#contracts/widened.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { ApiError } from '../../platform/http/error.ts'
import { columnsNamed, columnValues } from '../search/columns.ts'
import { resultOf } from '../search/search-documents.ts'
import { type Columns, leaving, number } from './leaving.ts'

/** Documents that are read and sent together. */
const page = 500

/** Sends the list, after it is on the record who took it away, and what it was of. */
export async function sendList(
  ctx: ProjectContext,
  asked: QueryOf<typeof exportList>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { projectId, prefix, timeZone } = ctx.project
  const { ids, searched, indexedAsOf, stage } = resultOf(ctx, asked.snapshotId)
  if (stage !== 'review')
    throw new ApiError('conflict', 'Lists of documents that are not in review are not exported.', {
      detail: 'snapshotId',
    })
  const names = asked.columns.split(',').filter((name) => name !== '' && name !== number)
  const all = await columnsNamed(ctx, [number, ...names])
  const { columns, leftOut } = await leaving(ctx, all)
  const { query, sort, reading } = searched
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'documentList.exported',
        facts: {
          documents: ids.length,
          query: query.queryString,
          reading,
          includeFamily: query.includeFamily,
          ...(searched.widened.length === 0 ? {} : { widened: [...searched.widened] }),
          sort: sortWords(sort),
          columns: columns.map(({ field }) => field.name),
          indexedAsOf,
        },
      },
    ]),
  )
  const at = ctx.now().toISOString()
  const about = [
    ['Documents', ids.length],
    ['Query', query.queryString === '' ? 'All documents' : query.queryString],
    ['Interpreted as', reading === '' ? 'All documents' : reading],
    ['Included beside', searched.widened.length === 0 ? 'Nothing' : widenedWords(searched.widened)],
    ['Order', sortWords(sort)],
    ['Dates', timeZone],
    ['Index as of', indexedAsOf ?? 'empty'],
    ...(leftOut.length === 0 ? [] : [['Left out of exports', leftOut.join('; ')]]),
    ['List made', `${at} by ${ctx.caller.name}`],
  ]
  return sendDownload(reply, {
    name: safeName(`${prefix} documents ${at.slice(0, 10)}.csv`, 'documents.csv'),
    size: null,
    bytes: Readable.from(linesOf(ctx, ids, { all, columns }, about), { objectMode: false }),
  })
}

async function* linesOf(
  ctx: ProjectContext,
  ids: Int32Array,
  { all, columns }: { readonly all: Columns; readonly columns: Columns },
  about: readonly (readonly (string | number)[])[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ field }) => field.displayName))
  for (let from = 0; from < ids.length; from += page) {
    const some = [...ids.subarray(from, from + page)]
    const values = await columnValues(ctx.records.read, ctx.project, all, some)
    yield some
      .flatMap((id) => {
        const own = values.get(id) ?? {}
        // It has left review, or is closed to the caller by now. The number says so, also where it is not printed.
        return own[number] === undefined ? [] : csvLine(columns.map(({ field }) => own[field.name] ?? ''))
      })
      .join('')
  }
  yield [[], ...about].map(csvLine).join('')
}

const named = {
  parentDateAsc: 'Oldest first',
  parentDateDesc: 'Newest first',
  documentId: 'Control number',
  custodian: 'Custodian',
  relevance: 'Relevance',
} as const

const sortWords = (sort: Sort): string =>
  typeof sort === 'string'
    ? named[sort]
    : sort.by.map(({ field, descending }) => `${field}${descending ? ', descending' : ''}`).join('; ')
