/** What languages are called in lists and charts. */

const known = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Codes of groups of languages, which the platform has no names for. */
const groups: Readonly<Record<string, string>> = { ber: 'Berber' }

/** The English name of a language; of a code that nobody knows, the code. */
export const languageName = (code: string): string => known.of(code) ?? groups[code] ?? code
