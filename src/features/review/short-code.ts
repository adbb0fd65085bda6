/** What a document is coded with, in so few letters that a narrow column of the list holds it. The words stand in its title. */

/** A longer value that is no choice is text that somebody wrote: of that, only which field holds it is said. */
const longest = 40
/** Choices that still look alike with so many letters of each word are written out. */
const most = 9

/** 'Resp', 'AC', 'NFR': the first letters of one word, or the first `n` of each of the first few. */
function letters(words: string, n = 1): string {
  const parts = words.split(/[\s/_-]+/).filter((part) => part !== '')
  if (parts.length < 2) return [...words].slice(0, 3 + n).join('')
  return parts
    .slice(0, 3)
    .map(([first = '', ...rest]) => first.toUpperCase() + rest.slice(0, n - 1).join(''))
    .join('')
}

/** As few letters as no other choice of its field has: 'NoRe' where 'NR' could be another one. */
function distinct(value: string, choices: readonly string[]): string {
  for (let n = 1; n < most; n++) {
    const code = letters(value, n)
    if (!choices.some((other) => other !== value && letters(other, n) === code)) return code
  }
  return value
}

/**
 * Of one field: 'Hot' where it says yes, 'Hot:N' where it says no, else each of its values. `choices` are all that the
 * field offers, as far as they are known: no two of them look alike.
 */
export function shortCode(
  { field, value }: { readonly field: string; readonly value: string },
  choices: readonly string[] = [],
): string {
  if (value === 'Yes') return letters(field)
  if (value === 'No') return `${letters(field)}:N`
  // A date or a number cut short would be another one.
  if (/^[\d$€£¥.-]/.test(value) && value.length <= longest) return value
  if (choices.includes(value)) return distinct(value, choices)
  if (value.length > longest && choices.length === 0) return letters(field)
  return value
    .split(/[;,] /)
    .map((one) => distinct(one, choices))
    .join(' ')
}
