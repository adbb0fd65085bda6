/** Text as load files may hold it, and an account of what had to be replaced. */

/** How often something was replaced, left out or changed on the way out. All zero: what was written reads as it was. */
export interface Replacements {
  /** Line ends within values, for which the line end sign stands. A reader turns it back. */
  lineEnds: number
  /** The line end sign as a character of a value: `(R)` for ®, a blank for another one. */
  newlineSigns: number
  /** Control characters that were left out. */
  controls: number
  /** The sign between values, within one of several values. */
  multiValueSigns: number
  /** The sign between levels, within a level. */
  nestedSigns: number
  /** Separators in values, where no qualifier protects them. */
  separators: number
  /** Halves of characters, which no encoding can hold. */
  halfCharacters: number
  /** Characters that the encoding lacks. UTF-8 would keep them. */
  lost: number
}

export const noReplacements = (): Replacements => ({
  lineEnds: 0,
  newlineSigns: 0,
  controls: 0,
  multiValueSigns: 0,
  nestedSigns: 0,
  separators: 0,
  halfCharacters: 0,
  lost: 0,
})

/** Replaces what is found, and counts it. */
export function replaced(text: string, sought: string | RegExp, by: string, counted: () => void): string {
  if (typeof sought === 'string' && !text.includes(sought)) return text
  return text.replaceAll(sought, () => {
    counted()
    return by
  })
}

/** Of the surrogates, those that have no other half. */
export const halfCharacter = /\p{Cs}/gu
/** Tabs and line ends are none. */
export const control = /(?![\t\n\r])\p{Cc}/gu

/** Whether a text has no control characters, tabs and line ends among them, and no halves of characters: most have none. */
export function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code < 0xe000)) return false
  }
  return true
}
