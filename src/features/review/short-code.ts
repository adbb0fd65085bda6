/** What a document is coded with, in so few letters that a narrow column of the list holds it. The words stand in its title. */

/** A longer value is text that somebody wrote: of that, only which field holds it is said. */
const longest = 40

/** 'Resp', 'AC', 'NFR': the first letters of one word, or one of each of the first few. */
function letters(words: string): string {
  const parts = words.split(/[\s/_-]+/).filter((part) => part !== '')
  if (parts.length < 2) return [...words].slice(0, 4).join('')
  return parts
    .slice(0, 3)
    .map((part) => [...part][0]?.toUpperCase())
    .join('')
}

/** Of one field: 'Hot' where it says yes, 'Hot:N' where it says no, else each of its values. */
export function shortCode({ field, value }: { readonly field: string; readonly value: string }): string {
  if (value === 'Yes') return letters(field)
  if (value === 'No') return `${letters(field)}:N`
  if (value.length > longest) return letters(field)
  // A date or a number cut short would be another one.
  if (/^[\d$€£¥.-]/.test(value)) return value
  return value.split(/[;,] /).map(letters).join(' ')
}
