/** Looks for what is to be redacted in one document. */
import { termRedactionLimits, type Uncovered } from '#contracts/term-redactions.ts'
import { searchedOrigins } from '#contracts/texts.ts'
import { ApiError } from '../../platform/http/error.ts'
import { ChildFault } from '../../platform/jobs/child.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import { addressesOf } from '../documents/addresses.ts'
import { sourceOf } from '../pages/source.ts'
import { type DrawnRedaction, redactionsOf } from '../redactions/of-document.ts'
import { textsOf } from '../texts/texts.ts'
import type { Wanted } from './asked.ts'
import { isCovered } from './covered.ts'
import { placeWords } from './placed-words.ts'
import { type Matched, type MatchTask, parseMatched } from './protocol.ts'

export interface LookedFor {
  readonly wanted: readonly Wanted[]
  readonly noise: readonly string[] | null
}

export interface FoundPlace {
  readonly page: number
  readonly boxes: readonly number[]
  readonly term: number
  readonly covered: boolean
  readonly before: string
  readonly found: string
  readonly after: string
}

export interface Looked {
  readonly sha256: string
  readonly pagesVersion: number | null
  readonly places: readonly FoundPlace[]
  readonly uncovered: readonly Uncovered[]
  /** Why its pages could not be searched. */
  readonly notSearched: string | null
}

const workerModule = new URL('./worker.ts', import.meta.url)

/** `room`: so many places are kept at most. */
export async function lookIn(
  { pages, children }: Pick<Services, 'pages' | 'children'>,
  read: Reader,
  of: { readonly projectId: number; readonly documentId: number; readonly room: number },
  { wanted, noise }: LookedFor,
  signal: AbortSignal,
): Promise<Looked> {
  const { projectId, documentId } = of
  const source = await sourceOf(read, projectId, documentId)
  const known = await pages.makeable(source)
  const words = known === null ? [] : await wordsOf(() => pages.words(known, signal), signal)
  const pagesVersion = known?.version ?? null
  const about = { sha256: source.sha256, pagesVersion }
  const { texts, fields } = await besides(read, projectId, documentId)
  const placed = placeWords('code' in words ? [] : words)
  const most = Math.max(0, Math.min(of.room, termRedactionLimits.ofDocument))
  const task: MatchTask = {
    ...{ wanted, noise, pages: placed.text, texts, most },
    fields: fields.map(({ text }) => text),
  }
  const matched = await matchedIn(children, task, signal)
  if (matched === null)
    return { ...about, places: [], uncovered: [], notSearched: 'Its words took too long to search.' }
  const [endless] = matched.endless
  if (endless !== undefined) throw tooSlow(wanted, endless)
  const drawn = await redactionsOf(read, documentId, pagesVersion ?? undefined)
  const uncovered = uncoveredIn(
    matched,
    fields.map(({ name }) => name),
    known === null || 'code' in words ? 'noPages' : placed.text.trim() === '' ? 'noWords' : 'text',
  )
  return {
    ...about,
    // What was drawn on other pages covers nothing of these for certain.
    places: placesOf(matched, placed, drawn.toCheck ? [] : drawn.redactions),
    uncovered,
    notSearched: 'code' in words ? `Its pages cannot be read: ${words.reason}` : null,
  }
}

/** Said by its number: others see what has become of jobs, and what is looked for may say what is covered. */
function tooSlow(wanted: readonly Wanted[], term: number): Error {
  const nth = wanted.slice(0, term + 1).filter(({ how }) => how === 'expression').length
  const seconds = termRedactionLimits.expressionMs / 1000
  return new ApiError(
    'conflict',
    `Pattern ${nth} took longer than ${seconds} seconds in one document and was ended. Write it without repetitions inside ` +
      'of repetitions, then search again.',
    { detail: 'expressions' },
  )
}

async function wordsOf(
  ask: () => ReturnType<Services['pages']['words']>,
  signal: AbortSignal,
): ReturnType<Services['pages']['words']> {
  try {
    return await ask()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ChildFault) || error.reason === 'stopped') throw error
    return { code: 'timedOut', reason: 'reading them took too long, or too much memory.' }
  }
}

/** Null: the child did not come to an end with it. */
async function matchedIn(
  children: Services['children'],
  task: MatchTask,
  signal: AbortSignal,
): Promise<Matched | null> {
  try {
    return parseMatched(await children.run(workerModule, task, { signal, timeOf: 'processor' }))
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ChildFault) || error.reason === 'stopped') throw error
    return null
  }
}

interface Field {
  readonly name: 'subject' | 'fileName' | 'people'
  readonly text: string
}

/** Its own texts, and the fields that say what it is: no box on a page covers those. */
async function besides(
  read: Reader,
  projectId: number,
  documentId: number,
): Promise<{ readonly texts: readonly string[]; readonly fields: readonly Field[] }> {
  const all = (await textsOf(read, projectId, documentId)) ?? []
  const own = all.filter(
    ({ origin }) => origin === 'extracted' || searchedOrigins.some((searched) => searched === origin),
  )
  const row = await read
    .selectFrom('document')
    .select(['title', 'file_name', 'addresses', 'from_text'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (row === undefined) return { texts: [], fields: [] }
  const addresses = addressesOf(row.addresses)
  const people = [
    ...(addresses === null ? [row.from_text] : []),
    ...Object.values(addresses ?? {}).flatMap((list) =>
      list.map(({ name, address }) => `${name ?? ''} ${address ?? ''}`),
    ),
  ].join('\n')
  const fields: Field[] = [
    { name: 'fileName', text: row.file_name },
    ...(row.title === row.file_name ? [] : [{ name: 'subject' as const, text: row.title }]),
    { name: 'people', text: people },
  ]
  return { texts: own.map(({ text }) => text), fields: fields.filter(({ text }) => text.trim() !== '') }
}

function uncoveredIn(
  { places, onPages, inTexts, inFields }: Matched,
  fields: readonly Field['name'][],
  why: 'text' | 'noWords' | 'noPages',
): Uncovered[] {
  return onPages.flatMap((count, term) => {
    const told = places.reduce((sum, one) => sum + (one.term === term ? 1 : 0), 0)
    const most = Math.max(0, ...inTexts.map((counts) => counts[term] ?? 0))
    const all: Uncovered[] = [
      { term, reason: why, count: most - count },
      { term, reason: 'tooMany', count: count - told },
      ...fields.map((reason, field) => ({ term, reason, count: inFields[field]?.[term] ?? 0 })),
    ]
    return all.filter((one) => one.count > 0)
  })
}

/** One that goes on over the end of a page is a place on each of them. */
function placesOf(
  { places }: Matched,
  { text, boxesOf }: ReturnType<typeof placeWords>,
  redactions: readonly DrawnRedaction[],
): FoundPlace[] {
  const byPage = Map.groupBy(redactions, ({ page }) => page + 1)
  return places.flatMap(({ term, start, end }) =>
    boxesOf({ start, end }).map(({ page, boxes }) => ({
      ...{ page, boxes, term, covered: isCovered(boxes, byPage.get(page) ?? []) },
      ...around(text, start, end),
    })),
  )
}

/** As one line; never half of a character. */
function around(text: string, start: number, end: number) {
  const { around: most } = termRedactionLimits
  const line = (part: string): string => part.replaceAll(/\s+/g, ' ').toWellFormed()
  const cut = (part: string, from: number, to?: number): string => line([...part].slice(from, to).join(''))
  return {
    before: cut(text.slice(Math.max(0, start - 2 * most), start), -most).trimStart(),
    found: line(text.slice(start, Math.min(end, start + longestFound))),
    after: cut(text.slice(end, end + 2 * most), 0, most).trimEnd(),
  }
}

const longestFound = 500
