/** Groups of documents put together by how many documents they hold. */
import type { Facet } from '#contracts/facets.ts'
import type { Figure } from '../charts/options.ts'
import { counted, number } from '../ui/format.ts'

const steps = [
  { least: 1, label: '1' },
  { least: 2, label: '2' },
  { least: 3, label: '3 to 5' },
  { least: 6, label: '6 to 10' },
  { least: 11, label: '11 to 50' },
  { least: 51, label: 'more than 50' },
] as const

const stepOf = (documents: number): string =>
  steps.findLast(({ least }) => documents >= least)?.label ?? steps[0].label

/**
 * How many documents stand in groups of each size. Of the groups that were not listed, which are the smallest, only their
 * number is known: where each of them can hold one document only, they are counted with those.
 */
export function groupSizes(
  facet: Facet | null,
  one: string,
): { readonly figures: readonly Figure[]; readonly note: string } {
  if (facet === null) return { figures: [], note: '' }
  const { values, others } = facet
  const sums = new Map<string, { documents: number; bytes: number }>()
  const add = (label: string, documents: number, bytes: number) => {
    const sum = sums.get(label) ?? { documents: 0, bytes: 0 }
    sums.set(label, { documents: sum.documents + documents, bytes: sum.bytes + bytes })
  }
  for (const { documents, bytes } of values) add(stepOf(documents), documents, bytes)
  const isKnown = others.documents === others.values
  if (isKnown && others.values > 0) add(steps[0].label, others.documents, others.bytes)
  const groups = values.length + others.values
  return {
    figures: steps.flatMap(({ label }) => {
      const sum = sums.get(label)
      return sum === undefined ? [] : [{ key: label, label, ...sum }]
    }),
    note: [
      counted(groups, one, one === 'family' ? 'families' : `${one}s`),
      ...(isKnown ? [] : [`${number(others.values)} smaller ones are not shown`]),
    ].join(' · '),
  }
}
