/** What was replaced in load files, in words. */
import type { QualityReport } from '#contracts/production-volumes.ts'
import type { Replacements } from '../../platform/load-files/written-text.ts'

const words: Readonly<Record<keyof Replacements, string>> = {
  lineEnds: 'Line ends within values, for which the line end sign stands',
  newlineSigns: 'The line end sign (®) within values: (R)',
  controls: 'Control characters, left out',
  multiValueSigns: 'Semicolons within one of several values: a comma',
  nestedSigns: 'Backslashes within a level: a slash',
  separators: 'Separators within values',
  halfCharacters: 'Halves of characters',
  lost: 'Characters that the encoding lacks: a question mark. UTF-8 would keep them',
}

const kinds: readonly (keyof Replacements)[] = [
  ...(['lineEnds', 'newlineSigns', 'controls', 'multiValueSigns', 'nestedSigns'] as const),
  ...(['separators', 'halfCharacters', 'lost'] as const),
]

export const replacedIn = (counts: Replacements): QualityReport['replaced'] =>
  kinds.flatMap((kind) => (counts[kind] === 0 ? [] : { what: words[kind], count: counts[kind] }))

/** Adds what was replaced in one more load file. */
export function addReplaced(sum: Replacements, more: Replacements): void {
  for (const kind of kinds) sum[kind] += more[kind]
}
