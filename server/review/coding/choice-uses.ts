/**
 * How many documents are coded with choices: one count for what is said before a form is saved and for what is refused then.
 * A document that is not in review keeps what it was coded with and may come back, so it counts.
 */
import type { Reader } from '../../platform/records/records.ts'
import { storedValue } from '../coding-values/values.ts'
import { inReview } from '../documents/visible.ts'

export interface ChoiceUse {
  /** Of whatever state. */
  readonly documents: number
  /** Of these, the ones that no list shows. */
  readonly outside: number
  /** The different values that name the choice, as they are stored. */
  readonly stored: readonly string[]
}

/** By the text of the choice. Few different values, however many documents there are. */
export async function choiceUses(
  read: Reader,
  projectId: number,
  fieldId: number,
  texts: readonly string[],
): Promise<ReadonlyMap<string, ChoiceUse>> {
  const rows = await read
    .selectFrom('coding_value as v')
    .innerJoin('document as d', 'd.document_id', 'v.document_id')
    .select((eb) => ['v.value', 'd.state', eb.fn.countAll<number>().as('n')])
    .where('v.project_id', '=', projectId)
    .where('v.field_id', '=', fieldId)
    .groupBy(['v.value', 'd.state'])
    .execute()
  const sumOf = (some: typeof rows): number => some.reduce((sum, { n }) => sum + Number(n), 0)
  return new Map(
    texts.map((text) => {
      const own = rows.filter(({ value }) => [storedValue(value)].flat().includes(text))
      return [
        text,
        {
          documents: sumOf(own),
          outside: sumOf(own.filter(({ state }) => state !== inReview)),
          stored: [...new Set(own.map(({ value }) => value))],
        },
      ]
    }),
  )
}
