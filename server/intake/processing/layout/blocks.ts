/** What a document is made of before it is laid out: paragraphs, rows of tables, pictures and rules, one below the other. */
import type { FaceName } from './faces.ts'

/** Letters of one look. */
export interface Run {
  readonly text: string
  readonly face: FaceName
  readonly line: 'none' | 'under' | 'through'
}

/** Where a block stands: points from the left, and the bars of the quotes around it. */
export interface Place {
  readonly indent: number
  readonly bars: readonly number[]
}

export interface TextBlock extends Place {
  readonly kind: 'text'
  readonly runs: readonly Run[]
  readonly size: number
  /** Points of room above it. */
  readonly before: number
  /** What stands left of its first line: the mark of a list, the name of a head. */
  readonly mark: { readonly text: string; readonly face: FaceName; readonly at: number } | null
}

export interface TableBlock extends Place {
  readonly kind: 'table'
  readonly rows: readonly (readonly (readonly Run[])[])[]
}

export interface PictureBlock extends Place {
  readonly kind: 'picture'
  /** Address of its bytes, which it holds itself. */
  readonly src: string
  /** Points that it is shown in; null: its own. */
  readonly width: number | null
}

export interface RuleBlock extends Place {
  readonly kind: 'rule'
}

export type Block = TextBlock | TableBlock | PictureBlock | RuleBlock

/** Size of letters in points, and of those that stand as they were typed in columns. */
export const bodySize = 10
export const monoSize = 9

/** A control character, a mark of direction, or a joint: they have no look. */
const unseen = /(?:[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f])/gu

/** A text as it is drawn: letters with their accents as one, line ends as `\n`, and nothing that has no look. */
export const drawn = (text: string): string =>
  text
    .replace(/\r\n?|[\f\v\u0085\u2028\u2029]/g, '\n')
    .toWellFormed()
    .normalize('NFC')
    .replace(unseen, (char) => (char === '\n' || char === '\t' ? char : ''))
    .replaceAll('\u00a0', ' ')

const tabStop = 8

/** A text that stands as it was typed, tabs as the spaces that they stand for. */
export const typed = (text: string): string =>
  text.includes('\t')
    ? text
        .split('\n')
        .map((line) => {
          let column = 0
          return line
            .split('\t')
            .map((part, at, parts) => {
              const gap = at < parts.length - 1 ? tabStop - ((column + part.length) % tabStop) : 0
              column += part.length + gap
              return part + ' '.repeat(gap)
            })
            .join('')
        })
        .join('\n')
    : text
