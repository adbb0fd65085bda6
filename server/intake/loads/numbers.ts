/** The numbers of pages under which somebody else produced a document. */

export interface NumberRange {
  readonly prefixKey: string
  readonly digits: number
  readonly first: number
  readonly last: number
}

const numbered = /^(.*?)(\d{1,15})$/s

/** Null where first and last number do not share what stands before their last digits, or run backwards. */
export function rangeOf(begin: string, end: string): NumberRange | null {
  const first = numbered.exec(begin.trim())
  const last = numbered.exec(end.trim() === '' ? begin.trim() : end.trim())
  const [prefix, digits] = [first?.[1], first?.[2]]
  const [otherPrefix, otherDigits] = [last?.[1], last?.[2]]
  if (prefix === undefined || digits === undefined || otherPrefix === undefined || otherDigits === undefined)
    return null
  const prefixKey = prefix.toLowerCase()
  if (prefixKey !== otherPrefix.toLowerCase() || prefixKey.length > 100) return null
  const [from, to] = [Number(digits), Number(otherDigits)]
  return to < from ? null : { prefixKey, digits: digits.length, first: from, last: to }
}
