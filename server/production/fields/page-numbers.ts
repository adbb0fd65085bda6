/**
 * Which document has the page of a number. Numbers follow from the plan, so that a page is found without a row for each. This is
 * the one place where numbers of a project are looked up.
 */
import type * as z from 'zod/mini'
import type { numberedPage } from '#contracts/produced-pages.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { NumberForm } from '../../review/search/produced.ts'
import { pageNumber } from '../record/bates.ts'
import { standingProductions } from './standing.ts'

type NumberedPage = z.infer<typeof numberedPage>

/** Those of the project's own productions, where a prefix has one number of digits, and of what it has received. */
export async function formsOf(read: Reader, projectId: number): Promise<NumberForm[]> {
  const own = await read
    .selectFrom('bates_prefix')
    .select(['prefix', 'digits'])
    .where('project_id', '=', projectId)
    .orderBy('prefix_key')
    .execute()
  const received = await read
    .selectFrom('received_number')
    .select(['prefix_key as prefix', 'digits'])
    .distinct()
    .where('project_id', '=', projectId)
    .orderBy('prefix_key')
    .orderBy('digits')
    .limit(receivedForms)
    .execute()
  return [...own, ...received]
}

/** Prefixes of deliveries that are known by sight. */
const receivedForms = 1_000

/** In ascending order. A number whose production was rolled back has none. */
export async function documentsOf(read: Reader, projectId: number, typed: string): Promise<number[]> {
  const here = (await pagesOfNumber(read, projectId, typed)).map(({ documentId }) => documentId)
  const found = [...here, ...(await received(read, projectId, typed))]
  return [...new Set(found)].sort((a, b) => a - b)
}

/** Of what was loaded with load files. */
async function received(read: Reader, projectId: number, typed: string): Promise<readonly number[]> {
  const [, prefix = '', counted = ''] = /^(.*?)(\d+)$/s.exec(typed.trim()) ?? []
  const number = Number(counted)
  if (prefix === '' || !Number.isSafeInteger(number)) return []
  const rows = await read
    .selectFrom('received_number')
    .select('document_id')
    .where('project_id', '=', projectId)
    .where('prefix_key', '=', prefix.toLowerCase())
    .where('digits', '=', counted.length)
    .where('first_number', '<=', number)
    .where('last_number', '>=', number)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

/** The pages that a production has stamped with it, the latest production first. */
export async function pagesOfNumber(read: Reader, projectId: number, typed: string): Promise<NumberedPage[]> {
  const [, start = '', counted = '', page] = /^(.*?)(\d+)(?:_(\d{4,}))?$/s.exec(typed.trim()) ?? []
  // A prefix does not end with a digit: where it ends is where the digits begin.
  const number = Number(counted)
  if (start === '' || !Number.isSafeInteger(number)) return []
  const ranges = await read
    .selectFrom('bates_range')
    .select('production_id')
    .distinct()
    .where('project_id', '=', projectId)
    .where('prefix_key', '=', nameKey(start))
    .where('first_number', '<=', number)
    .where('last_number', '>=', number)
    .where('production_id', 'is not', null)
    .execute()
  if (ranges.length === 0) return []
  const holding = await standingProductions(
    read,
    projectId,
    ranges.flatMap(({ production_id: id }) => id ?? []),
  )
  const found: NumberedPage[] = []
  for (const { production_id: productionId, name, first_number: first, settings } of holding) {
    if (first === null) continue
    const { numbering } = settings
    const behind = number - first
    const row = await read
      .selectFrom('production_document')
      .select(['document_id', 'place', 'pages', 'pages_before'])
      .where('production_id', '=', productionId)
      .$if(numbering.level === 'page', (query) => query.where('pages_before', '<=', behind))
      .$if(numbering.level === 'document', (query) => query.where('place', '=', behind + 1))
      .orderBy('pages_before', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) continue
    const at = numbering.level === 'page' ? behind - row.pages_before : Number(page ?? 1) - 1
    if (at < 0 || at >= row.pages) continue
    const numbered = { place: row.place, pages: row.pages, pagesBefore: row.pages_before }
    // As it stands on that page, case aside: with as many digits.
    const own = pageNumber(numbering, first, numbered, at)
    if (own.toLowerCase() === typed.trim().toLowerCase())
      found.push({ documentId: row.document_id, productionId, name, number: own, page: at + 1 })
  }
  return found
}
