/** What parts the values of delimited text. Each is one UTF-16 code unit, and no line end. */
export interface Delimiters {
  readonly separator: string
  /** Around a value that holds a separator or a line end; twice within one it is a character. Null: nothing is quoted. */
  readonly qualifier: string | null
  /** Stands for a line end within a value; null where line ends stand there themselves. */
  readonly newline: string | null
}

/** RFC 4180. */
export const commaSeparated: Delimiters = { separator: ',', qualifier: '"', newline: null }

/** Load files of Concordance (DAT). */
export const concordance: Delimiters = { separator: '\u0014', qualifier: 'þ', newline: '®' }

/** Page indexes of Opticon (OPT). */
export const opticon: Delimiters = { separator: ',', qualifier: null, newline: null }

/** Throws a RangeError for delimiters by which nothing can be read. */
export function checkDelimiters({ separator, qualifier, newline }: Delimiters): void {
  const all = [separator, qualifier, newline].filter((sign) => sign !== null)
  if (
    all.some((sign) => sign.length !== 1 || sign === '\r' || sign === '\n') ||
    new Set(all).size < all.length
  )
    throw new RangeError('Delimiters are single characters, different ones, and no line ends.')
}
