/** Refuses noise by which a term of a keyword list could not be read any more: no document could tell its hits then. */
import type { NoiseCheck } from '../../organization/settings/noise-check.ts'
import { ApiError } from '../../platform/http/error.ts'
import { readTerm } from './keyword-term.ts'
import { selectLists, termsIn } from './keyword-terms.ts'
import { noiseOf } from './noise.ts'

/** Terms of a list that are named. */
const named = 5

export const keywordsReadable: NoiseCheck = async (read, projectId, { noise, precedence }) => {
  const reading = { noise: noiseOf(noise?.join('\n') ?? null), precedence }
  const lists = (await selectLists(read, projectId).execute()).flatMap((row) => {
    const terms = termsIn(row).filter((term) => !readTerm(term, reading).ok)
    return terms.length === 0 ? [] : [`${termWords(terms)} of the keyword list ${row.name}`]
  })
  if (lists.length === 0) return
  throw new ApiError(
    'conflict',
    `With these noise words nothing is left to look for of ${lists.join('; ')}. Leave the words out, or change the terms first.`,
    { detail: 'noise' },
  )
}

function termWords(terms: readonly string[]): string {
  const more = terms.length - named
  const words = terms.slice(0, named).map((term) => `“${term}”`)
  return `${words.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
