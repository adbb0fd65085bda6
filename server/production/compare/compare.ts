/** Two productions side by side, over what was kept of them. Whoever sees a part of the project is told of that part alone. */
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import {
  type ComparedDocument,
  type Comparison,
  type ComparisonKind,
  type comparedDocuments,
  comparisonKinds,
  comparisonLimits,
} from '#contracts/production-comparison.ts'
import { treatment } from '#contracts/productions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { isStanding } from '../fields/standing.ts'
import { drawnSums } from '../making/made.ts'
import { numbersOf } from '../record/bates.ts'
import { productionOf, type StoredProduction, storedProduction } from '../record/stored.ts'
import { keptCells } from '../volumes/kept-rows.ts'
import {
  alikeStamped,
  type Comparable,
  differencesOf,
  drawnAlike,
  fieldsOnlyIn,
  type Kept,
  type Pair,
  sharedFields,
} from './differences.ts'
import { type From, pairsOf } from './pairs.ts'

/** Two that stand, and what of them can be compared. */
export interface Two extends Comparable {
  readonly first: StoredProduction
  readonly second: StoredProduction
  readonly ids: readonly [number, number]
  readonly told: Pick<Comparison, 'fieldsCompared' | 'pagesCompared'>
}

interface Asked {
  readonly productionId: number
  readonly otherId: number
}

export async function twoOf(ctx: ProjectContext, { productionId, otherId }: Asked): Promise<Two> {
  const { read } = ctx.records
  if (productionId === otherId)
    throw new ApiError('conflict', 'Choose another production to compare this one with.', { detail: 'same' })
  const stored = (id: number): Promise<StoredProduction> => storedProduction(read, ctx.project.projectId, id)
  // Both are looked up before anything is said of one: what is not there is answered alike.
  const [first, second] = [await stored(productionId), await stored(otherId)]
  for (const { state } of [first, second])
    if (!isStanding(state))
      throw new ApiError('conflict', 'Only productions that were produced are compared.', { detail: state })
  const ids = [productionId, otherId] as const
  const [rows, drawn] = await Promise.all([
    bothHave(ids, (id) => hasRows(read, id)),
    bothHave(ids, (id) => hasDrawn(read, id)),
  ])
  // Values tell of other documents, and of what a document said before it was redacted.
  const fieldsCompared = ctx.project.view !== null ? 'part' : rows ? 'compared' : 'notKept'
  const pagesCompared = !drawn
    ? 'notKept'
    : alikeStamped(first.settings, second.settings)
      ? 'compared'
      : 'otherStamps'
  return {
    ...{ first, second, ids, told: { fieldsCompared, pagesCompared } },
    fields: fieldsCompared === 'compared' ? sharedFields(first.settings, second.settings) : [],
    pages: pagesCompared === 'compared',
  }
}

const bothHave = async (
  [first, second]: readonly [number, number],
  has: (id: number) => Promise<boolean>,
): Promise<boolean> => (await has(first)) && (await has(second))

const hasRows = async (read: Reader, productionId: number): Promise<boolean> =>
  (await read
    .selectFrom('production_row')
    .select('place')
    .where('production_id', '=', productionId)
    .limit(1)
    .executeTakeFirst()) !== undefined

const hasDrawn = async (read: Reader, productionId: number): Promise<boolean> =>
  (await read
    .selectFrom('production_document')
    .select('place')
    .where('production_id', '=', productionId)
    .where('drawn', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export async function compare(ctx: ProjectContext, asked: Asked): Promise<Comparison> {
  const two = await twoOf(ctx, asked)
  const counts: Record<ComparisonKind, number> = { ...none }
  const documents = { first: 0, second: 0 }
  const differing = new Map<string, number>()
  for await (const pairs of pairsOf(ctx.records.read, two.ids)) {
    ctx.signal.throwIfAborted()
    for (const pair of pairs) {
      if (pair.first !== null) documents.first += 1
      if (pair.second !== null) documents.second += 1
      const { kinds, fields } = differencesOf(pair, two)
      for (const kind of kinds) counts[kind] += 1
      for (const { source } of fields) differing.set(source, (differing.get(source) ?? 0) + 1)
    }
  }
  const [before, now] = [two.first.settings, two.second.settings]
  const told = async (id: number, count: number) => {
    const { productionId, name, state, firstNumber, lastNumber } = await productionOf(ctx, id)
    return { productionId, name, state, firstNumber, lastNumber, documents: count }
  }
  return {
    first: await told(two.ids[0], documents.first),
    second: await told(two.ids[1], documents.second),
    counts,
    fields: two.fields
      .flatMap(({ source, name }) => {
        const count = differing.get(source) ?? 0
        return count === 0 ? [] : { source, name, documents: count }
      })
      .sort((a, b) => b.documents - a.documents),
    ...{ onlyFirstFields: fieldsOnlyIn(before, now), onlySecondFields: fieldsOnlyIn(now, before) },
    ...two.told,
  }
}

const none = Object.fromEntries(comparisonKinds.map((kind) => [kind, 0])) as Record<ComparisonKind, number>

export interface Filter {
  readonly kind?: ComparisonKind | undefined
  readonly field?: string | undefined
}

/** Whether it is asked for. */
export function isAsked(two: Two, pair: Pair, { kind, field }: Filter): boolean {
  if (kind === undefined && field === undefined) return true
  const { kinds, fields } = differencesOf(pair, two)
  return (
    (kind === undefined || kinds.includes(kind)) &&
    (field === undefined || fields.some(({ source }) => source === field))
  )
}

const placeOf = ({ first, second }: Pair): From =>
  first !== null ? { side: 1, place: first.place } : { side: 2, place: second?.place ?? 0 }

export async function comparedPage(
  ctx: ProjectContext,
  { after, ...asked }: QueryOf<typeof comparedDocuments>,
): Promise<ReplyOf<typeof comparedDocuments>> {
  const two = await twoOf(ctx, asked)
  const [side, place] = (after ?? '1:0').split(':').map(Number)
  const from: From = { side: side === 2 ? 2 : 1, place: place ?? 0 }
  const found: Pair[] = []
  // One more than is told says whether there are others.
  for await (const pairs of pairsOf(ctx.records.read, two.ids, from)) {
    ctx.signal.throwIfAborted()
    for (const pair of pairs)
      if (found.length <= comparisonLimits.page && isAsked(two, pair, asked)) found.push(pair)
    if (found.length > comparisonLimits.page) break
  }
  const shown = found.slice(0, comparisonLimits.page)
  const last = shown.at(-1)
  const end = last === undefined || found.length === shown.length ? null : placeOf(last)
  return {
    data: await told(ctx, two, shown),
    next: end === null ? null : `${end.side}:${end.place}`,
  }
}

/** What is told of documents, with the values that differ. */
export async function told(
  ctx: ProjectContext,
  two: Two,
  pairs: readonly Pair[],
  /** Fields that are named of each. */
  mostFields: number = comparisonLimits.fields,
): Promise<ComparedDocument[]> {
  if (pairs.length === 0) return []
  const { read } = ctx.records
  const documents = await read
    .selectFrom('document')
    .select(['document_id', 'control', 'file_name'])
    .where(
      'document_id',
      'in',
      pairs.map(({ documentId }) => documentId),
    )
    .execute()
  const named = new Map(documents.map((row) => [row.document_id, row]))
  const found = pairs.map((pair) => ({ pair, ...differencesOf(pair, two) }))
  const differing = found.flatMap(({ pair, fields }) => (fields.length > 0 ? pair : []))
  const [before, now] = await Promise.all([
    cellsOf(read, two.ids[0], differing),
    cellsOf(read, two.ids[1], differing),
  ])
  return found.flatMap(({ pair: { documentId, first, second }, kinds, fields }): ComparedDocument[] => {
    const document = named.get(documentId)
    if (document === undefined) return []
    const pages = first === null || second === null || !two.pages ? [] : changedPages(first, second)
    return [
      {
        ...{ documentId, fileName: document.file_name },
        controlNumber: controlNumber(ctx.project.prefix, document.control),
        first: first === null ? null : sideOf(two.first, first),
        second: second === null ? null : sideOf(two.second, second),
        differs: [...kinds],
        ...{ pages: pages.slice(0, comparisonLimits.pagesNamed), pageCount: pages.length },
        fields: fields.slice(0, mostFields).map(({ source, name, first: was, second: is }) => ({
          ...{ source, name },
          first: before.get(documentId)?.[was] ?? '',
          second: now.get(documentId)?.[is] ?? '',
        })),
      },
    ]
  })
}

async function cellsOf(
  read: Reader,
  productionId: number,
  pairs: readonly Pair[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (pairs.length === 0) return new Map()
  const rows = await read
    .selectFrom('production_row')
    .select(['document_id', 'cells'])
    .where('production_id', '=', productionId)
    .where(
      'document_id',
      'in',
      pairs.map(({ documentId }) => documentId),
    )
    .execute()
  return new Map(rows.map(({ document_id, cells }) => [document_id, keptCells.parse(JSON.parse(cells))]))
}

function sideOf({ settings: { numbering }, first_number }: StoredProduction, kept: Kept) {
  const { place, pages, pagesBefore, designation, redacted } = kept
  const numbers = numbersOf(numbering, first_number ?? 1, { place, pages, pagesBefore })
  return {
    ...{ ...numbers, pages, treatment: treatment.parse(kept.treatment), designation },
    // A slip sheet says nothing of what is withheld.
    redacted: redacted && kept.treatment !== 'withheld',
  }
}

/** Pages (from 1) that show something else; where there are other pages, those that only one has are among them. */
function changedPages(first: Kept, second: Kept): number[] {
  if (!drawnAlike(first, second) || first.drawn === second.drawn) return []
  const [before, now] = [first.drawn, second.drawn].map((column) =>
    drawnSums.parse(JSON.parse(column ?? '[]')),
  )
  const most = Math.max(before?.length ?? 0, now?.length ?? 0)
  return Array.from({ length: most }, (_, page) => page + 1).filter(
    (page) => before?.[page - 1] !== now?.[page - 1],
  )
}
