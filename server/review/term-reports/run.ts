/** Running a search term report over a set of documents: what each term finds there for the caller. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { ReportFigures, runTermReport } from '#contracts/term-reports.ts'
import { termReportLimits } from '#contracts/term-reports.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { asKept, documentsOfSet } from '../search/document-sets.ts'
import { packIds } from '../search/documents-kept.ts'
import { askerOf } from '../search/find.ts'
import { viewKey } from '../search/kept-sets.ts'
import { keywordOf } from '../search/keyword-terms.ts'
import { type Keyword, type ListQuery, plainList } from '../search/list.ts'
import { noField, type Reading, readingOf } from '../search/query.ts'
import type { ReportedFigures, ValueCount } from '../search/search.ts'
import { type LineRead, readLines } from './lines.ts'
import type { KeptFigures, KeptTerm } from './reports.ts'

/** Documents whose hits are counted at once: well within the time that a search may take. */
const slice = 1_000
/** Words whose hits are counted at once, and among how many documents: some have texts that have to be read. */
const [wordsAtOnce, wordsSlice] = [25, 25_000]

type Asked = BodyOf<typeof runTermReport>

export async function runReport(ctx: ProjectContext, asked: Asked): Promise<ReplyOf<typeof runTermReport>> {
  const reading = await readingOf(ctx.records.read, ctx.project)
  const lines = readLines(asked.lines, reading, ctx.project.view === null)
  const read = lines.filter(({ fault }) => fault === null)
  requireTerms(lines, read)
  const [ids, set] = await Promise.all([documentsOfSet(ctx, asked.set), asKept(ctx, asked.set)])
  const { terms, figures } = await figuresOf(ctx, { asked, lines, read, reading, ids })
  const { projectId } = ctx.project
  return await idempotent(ctx, async (trx) => {
    await requireRoom(ctx, trx)
    const { term_report_id: termReportId } = await trx
      .insertInto('term_report')
      .values({
        ...{ project_id: projectId, made_by: ctx.caller.userId, made_at: instantOf(ctx.now()) },
        ...{ name: asked.name, view: viewKey(ctx), of_set: JSON.stringify(set) },
        ...{ figures: JSON.stringify(figures), documents: packIds(ids) },
      })
      .returning('term_report_id')
      .executeTakeFirstOrThrow()
    for (const [position, { alone, ...term }] of terms.entries())
      await trx
        .insertInto('term_report_term')
        .values({
          ...{ project_id: projectId, term_report_id: termReportId, position },
          ...{ figures: JSON.stringify(term), alone: packIds(alone) },
        })
        .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'termReport.run',
        facts: { termReportId, name: asked.name, documents: ids.length, found: figures.total.documents },
        newValue: { set, terms: lines.map(({ term }) => term), precedence: figures.precedence },
        how: 'manual',
      },
    ])
    return { termReportId, unread: figures.unread }
  })
}

function requireTerms(lines: readonly LineRead[], read: readonly LineRead[]): void {
  const most = termReportLimits.terms
  if (lines.length > most)
    throw new ApiError(
      'request.invalid',
      `A report has at most ${most} terms, and these are ${lines.length}. Make several reports of them.`,
      { detail: 'lines' },
    )
  if (read.length > 0) return
  const [first] = lines
  if (first?.fault == null)
    throw new ApiError('request.invalid', 'Write at least one term.', { detail: 'lines' })
  throw new ApiError(
    'query.invalid',
    `None of the terms can be read. Line ${first.line}, character ${first.fault.start + 1}: ${first.fault.message}`,
    { detail: 'lines' },
  )
}

async function requireRoom(ctx: ProjectContext, trx: ProjectContext['records']['read']): Promise<void> {
  const { count } = await trx
    .selectFrom('term_report')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', ctx.project.projectId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= termReportLimits.reports)
    throw new ApiError(
      'conflict',
      `There are ${termReportLimits.reports} search term reports. Delete one that nobody needs first.`,
      { detail: 'name' },
    )
}

interface Run {
  readonly asked: Asked
  readonly lines: readonly LineRead[]
  /** Those that can be read. */
  readonly read: readonly LineRead[]
  readonly reading: Reading
  readonly ids: Int32Array
}

type Term = KeptTerm & { readonly alone: readonly number[] }

async function figuresOf(
  ctx: ProjectContext,
  { asked, lines, read, reading, ids }: Run,
): Promise<{ readonly terms: readonly Term[]; readonly figures: KeptFigures }> {
  const { projectId, timeZone } = ctx.project
  const { noise, precedence } = reading
  const keywords = read.map(({ term }) => keywordOf(term, reading, ctx.project.view === null))
  const query: ListQuery = {
    ...plainList,
    seen: await ctx.seenSets.of(ctx.project.view),
    ...{ stage: 'review', tree: null, includeFamily: false, fields: [], timeZone, noise: [...noise] },
  }
  const by = asked.byCustodian ? custodianOf(reading) : null
  const found = await ctx.search.termReport(
    projectId,
    query,
    [keywords],
    { inside: [...ids], by },
    askerOf(ctx),
  )
  const [list] = found.lists
  if (list === undefined) throw new Error('The report has no list.')
  const hits = asked.hits ? await hitsOf(ctx, query, keywords, ids) : null
  const byCustodian = (values: readonly ValueCount[] | undefined) =>
    by === null || values === undefined
      ? null
      : values.map(({ value, documents }) => ({ custodian: value, documents }))
  const counted = new Map(read.map((line, at) => [line, figuresAt(list, hits, at)]))
  return {
    terms: lines.map((line): Term => {
      const at = read.indexOf(line)
      return {
        ...line,
        figures: counted.get(line) ?? null,
        byCustodian: byCustodian(list.values[at]),
        alone: list.alone[at] ?? [],
      }
    }),
    figures: {
      ...{ documents: found.documents, withoutText: found.withoutText, indexedAsOf: found.indexedAsOf },
      ...{ precedence, noise: [...noise], terms: lines.length, unread: lines.length - read.length },
      // Two terms may mark the same place: their hits come to no sum.
      total: { ...list.total, hits: null },
      byCustodian: byCustodian(list.totalValues),
    },
  }
}

function figuresAt(list: ReportedFigures, hits: readonly number[] | null, at: number): ReportFigures {
  const figures = list.terms[at]
  if (figures === undefined) throw new Error('The report has fewer terms than were asked for.')
  return { ...figures, hits: hits?.[at] ?? null }
}

function custodianOf({ fields }: Reading) {
  const field = fields.find(({ name }) => name === 'Custodian')
  if (field === undefined) throw noField('Custodian')
  return field
}

/**
 * Of words, whose places the index tells, some at once in large slices; of all else in small ones, so that others search in
 * between, no request takes long, and nothing goes on that nobody waits for.
 */
async function hitsOf(
  ctx: ProjectContext,
  query: ListQuery,
  keywords: readonly Keyword[],
  ids: Int32Array,
): Promise<readonly number[]> {
  const most = termReportLimits.hitDocuments
  if (ids.length > most)
    throw new ApiError(
      'request.invalid',
      `Hits are counted among at most ${most.toLocaleString('en-US')} documents, and the set has ${ids.length.toLocaleString('en-US')}. Make it smaller, or count documents alone.`,
      { detail: 'hits' },
    )
  const sums = new Map(keywords.map((keyword) => [keyword, 0]))
  const count = async (some: readonly Keyword[], among: Int32Array): Promise<void> => {
    if (some.length === 0) return
    const { projectId } = ctx.project
    const counts = await ctx.search.hitCounts(projectId, query, some, [...among], askerOf(ctx))
    for (const [at, keyword] of some.entries())
      sums.set(keyword, (sums.get(keyword) ?? 0) + (counts[at] ?? 0))
  }
  const words = keywords.filter(isWord)
  for (let from = 0; from < ids.length; from += wordsSlice)
    for (let first = 0; first < words.length; first += wordsAtOnce)
      await count(words.slice(first, first + wordsAtOnce), ids.subarray(from, from + wordsSlice))
  const others = keywords.filter((keyword) => !isWord(keyword))
  for (let from = 0; from < ids.length; from += slice) await count(others, ids.subarray(from, from + slice))
  return keywords.map((keyword) => sums.get(keyword) ?? 0)
}

const isWord = ({ tree }: Keyword): boolean => tree.kind === 'term' && !tree.pattern
