/** How a load file is written: its encoding, its five signs, a heading or none, and the forms of its dates. */

import { encodingNames } from '#contracts/load-file-forms.ts'
import { checkDelimiters, concordance, type Delimiters } from '../delimited/delimiters.ts'
import type { DateFormat } from './dates.ts'
import { type Encoding, encoded } from './encodings.ts'

export interface Dialect extends Delimiters {
  readonly encoding: Encoding
  /** Whether a byte order mark is written. A reader skips one in any case. */
  readonly mark: boolean
  /** Between the values of a field that takes several. */
  readonly multiValue: string
  /** Between the levels of one value, such as folders. */
  readonly nested: string
  /** Whether the first row names the fields. */
  readonly heading: boolean
  /** The forms in which dates may stand. Empty: nobody has said. */
  readonly dates: readonly DateFormat[]
}

const common = {
  encoding: 'utf-8',
  mark: true,
  multiValue: ';',
  nested: '\\',
  heading: true,
  dates: [],
} as const

/** Where one starts. Whoever reads or writes a file may change any part. */
export const presets = {
  concordance: { ...common, ...concordance },
  comma: { ...common, separator: ',', qualifier: '"', newline: null },
  tab: { ...common, separator: '\t', qualifier: '"', newline: null },
  semicolon: { ...common, separator: ';', qualifier: '"', newline: null, multiValue: '|' },
  pipe: { ...common, separator: '|', qualifier: '"', newline: null },
  pipeAndCaret: { ...common, separator: '|', qualifier: '^', newline: null },
  caret: { ...common, separator: '^', qualifier: '"', newline: null },
} as const satisfies Readonly<Record<string, Dialect>>
export type PresetName = keyof typeof presets

/** What no file can be read or written by, as a sentence for whoever chose it; null for none. */
export function dialectFault(dialect: Dialect): string | null {
  try {
    checkDelimiters(dialect)
  } catch {
    return 'Separator, qualifier and line end sign must be single characters, different ones, and no line ends.'
  }
  const { separator, qualifier, newline, multiValue, nested, encoding } = dialect
  if ([multiValue, nested].some((sign) => sign.length !== 1 || /[\r\n]/.test(sign)))
    return 'The signs between several values and between levels must be single characters, and no line ends.'
  if (multiValue === nested || [qualifier, newline].some((sign) => sign === multiValue || sign === nested))
    return 'The signs between several values and between levels must differ from each other, the qualifier and the line end sign.'
  if (qualifier === null && (separator === multiValue || separator === nested))
    return 'Without a qualifier, the separator must differ from the signs between several values and between levels.'
  const signs = [separator, qualifier ?? '', newline ?? '', multiValue, nested].join('')
  if (!signs.isWellFormed() || encoded(signs, encoding).lost > 0)
    return `${encodingNames[encoding]} lacks one of the signs. Choose another encoding or other signs.`
  return null
}

/** The values of a field that takes several, without blanks around them and without empty ones. */
export const multiValues = (value: string, { multiValue }: Pick<Dialect, 'multiValue'>): string[] =>
  partsOf(value, multiValue)

/** The levels of one value, such as the folders of a path, outermost first. */
export const nestedLevels = (value: string, { nested }: Pick<Dialect, 'nested'>): string[] =>
  partsOf(value, nested)

const partsOf = (value: string, sign: string): string[] =>
  value
    .split(sign)
    .map((part) => part.trim())
    .filter((part) => part !== '')
