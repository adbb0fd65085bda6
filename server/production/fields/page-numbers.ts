/**
 * Which document has the page of a number. Numbers follow from the plan, so that a page is found without a row for each. This is
 * the one place where numbers of a project are looked up.
 */
import { nameKey } from '../../platform/records/name-key.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { NumberForm } from '../../review/search/produced.ts'
import { pageNumber } from '../record/bates.ts'
import { standingProductions } from './standing.ts'

/** A prefix has one number of digits in a project. */
export const formsOf = (read: Reader, projectId: number): Promise<NumberForm[]> =>
  read
    .selectFrom('bates_prefix')
    .select(['prefix', 'digits'])
    .where('project_id', '=', projectId)
    .orderBy('prefix_key')
    .execute()

/** In ascending order. A number whose production was rolled back, or was never produced here, has none. */
export async function documentsOf(read: Reader, projectId: number, typed: string): Promise<number[]> {
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
  const found = new Set<number>()
  for (const { production_id: productionId, first_number: first, settings } of holding) {
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
    if (pageNumber(numbering, first, numbered, at).toLowerCase() === typed.trim().toLowerCase())
      found.add(row.document_id)
  }
  return [...found].sort((a, b) => a - b)
}
