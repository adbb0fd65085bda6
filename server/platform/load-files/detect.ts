/** What can be found out about a load file by its beginning, so that somebody can look at it and change it. */
import { isAscii } from 'node:buffer'
import { DateColumn, type DateVerdict } from './date-column.ts'
import { type Dialect, type PresetName, presets } from './dialect.ts'
import { decoded, type Encoding, unitBytes } from './encodings.ts'
import { LoadFileFault } from './faults.ts'
import { headBytes } from './head-first.ts'
import { isHeading } from './heading.ts'
import { rowsOfHead } from './read-delimited.ts'
import type { RowItem } from './row-reader.ts'
import { encodingBySigns, markOf, startsAsUtf8, unmarkedUtf16 } from './told-encoding.ts'

export type Certainty = 'certain' | 'likely' | 'unsure'

export interface DetectedDialect {
  readonly dialect: Dialect
  readonly preset: PresetName
  readonly encodingIs: Certainty
  readonly signsAre: Certainty
  readonly headingIs: Certainty
  /** By this dialect. */
  readonly preview: LoadFilePreview
}

/** What a dialect makes of the beginning of a file. */
export interface LoadFilePreview {
  /** The names of the fields; null without a heading. */
  readonly names: readonly string[] | null
  /** Names that stand there twice. */
  readonly repeated: readonly string[]
  /** Values of most rows: what a reader without a heading should expect. */
  readonly columns: number
  /** The first five rows, refused ones among them. */
  readonly rows: readonly RowItem[]
  /** Of all rows of the beginning. */
  readonly read: number
  readonly refused: number
  /** By column: the forms of its dates; null where it has none. */
  readonly dates: readonly (DateVerdict | null)[]
  /** Why nothing can be read by this dialect; null where rows can. */
  readonly fault: string | null
}

const rowsShown = 5

/** The dialect of a file by its first bytes (64 KiB are enough). `isAll`: they are all there is. */
export function detectDialect(bytes: Buffer, isAll: boolean): DetectedDialect {
  const head = bytes.subarray(0, headBytes)
  const whole = isAll && head.length === bytes.length
  const [encoding, encodingIs] = encodingIn(head)
  const { name, preview, dialect } = bestPreset(head, whole, encoding, markOf(head) !== null)
  const agreed = preview.refused === 0 && preview.fault === null
  const [first, ...others] = rowsWithout(head, whole, dialect, preview.columns)
  const known = isHeading(first ?? [], others)
  const found: Dialect = { ...dialect, heading: known.heading }
  const shown = previewLoadFile(head, whole, found)
  return {
    dialect: { ...found, dates: formsOf(shown.dates) },
    preset: name,
    encodingIs,
    signsAre:
      !agreed || preview.columns < 2
        ? 'unsure'
        : name === 'concordance' || preview.read > 2
          ? 'certain'
          : 'likely',
    headingIs: known.certainty,
    preview: shown,
  }
}

/** What a dialect that somebody has chosen makes of the same bytes. */
export function previewLoadFile(bytes: Buffer, isAll: boolean, dialect: Dialect): LoadFilePreview {
  const head = bytes.subarray(0, headBytes)
  const whole = isAll && head.length === bytes.length
  try {
    const columns = dialect.heading ? null : mostColumns(rowsOfHead(head, whole, dialect, null))
    return previewOf(rowsOfHead(head, whole, dialect, columns), columns)
  } catch (error) {
    if (!(error instanceof LoadFileFault)) throw error
    return {
      names: null,
      repeated: [],
      columns: 0,
      rows: [],
      read: 0,
      refused: 0,
      dates: [],
      fault: error.message,
    }
  }
}

function previewOf(items: readonly RowItem[], told: number | null): LoadFilePreview {
  const names = items.flatMap((item) => (item.kind === 'heading' ? [item.values] : []))[0] ?? null
  const rows = items.filter((item) => item.kind !== 'heading')
  const columns = told ?? names?.length ?? mostColumns(items)
  const dates = Array.from({ length: columns }, () => new DateColumn())
  let read = 0
  for (const item of rows) {
    if (item.kind !== 'row') continue
    read++
    for (const [at, value] of item.values.entries()) dates[at]?.add(value, item.line)
  }
  return {
    names,
    repeated: [...new Set((names ?? []).filter((name, at, all) => all.indexOf(name) !== at))],
    columns,
    rows: rows.slice(0, rowsShown),
    read,
    refused: rows.length - read,
    dates: dates.map((column) => column.verdict()).map((verdict) => (isOfDates(verdict) ? verdict : null)),
    fault: null,
  }
}

/** A column of numbers may hold one that is a day by chance. */
const isOfDates = ({ filled, formats, best }: DateVerdict): boolean =>
  formats.length > 0 || (best !== null && best.refused * 2 <= filled)

/** How many values most rows have, those among them that were refused for it. */
function mostColumns(items: readonly RowItem[]): number {
  const times = new Map<number, number>()
  for (const item of items) {
    const count = item.kind === 'refused' ? (item.values ?? 0) : item.values.length
    if (count > 0) times.set(count, (times.get(count) ?? 0) + 1)
  }
  let best = 0
  for (const [count, often] of times) if (often > (times.get(best) ?? 0)) best = count
  return best
}

function encodingIn(head: Buffer): [Encoding, Certainty] {
  const marked = markOf(head)
  if (marked !== null) return [marked, 'certain']
  const wide = unmarkedUtf16(head)
  if (wide !== null) return [wide, 'likely']
  const signed = encodingBySigns(head, presets.concordance)
  if (signed !== null) return [signed, 'certain']
  if (isAscii(head)) return ['utf-8', 'likely']
  return startsAsUtf8(head) ? ['utf-8', 'likely'] : ['windows-1252', 'unsure']
}

interface Tried {
  readonly name: PresetName
  readonly dialect: Dialect
  readonly preview: LoadFilePreview
}

/** The preset that reads most of the first rows, with most values. */
function bestPreset(head: Buffer, isAll: boolean, encoding: Encoding, mark: boolean): Tried {
  const text =
    decoded(head.subarray(0, head.length - (head.length % unitBytes(encoding))), encoding) ??
    head.toString('latin1')
  let best: (Tried & { score: number }) | null = null
  for (const [name, preset] of Object.entries(presets) as [PresetName, Dialect][]) {
    if (!text.includes(preset.separator)) continue
    const isCaretQuoted = text.includes('^|^')
    if (preset.qualifier === '^' ? !isCaretQuoted : preset.separator === '^' && isCaretQuoted) continue
    const dialect: Dialect = { ...preset, encoding, mark, heading: false }
    const preview = previewLoadFile(head, isAll, dialect)
    // A control character is there for nothing else.
    const score =
      preview.columns < 2
        ? 0
        : preview.read / (preview.read + preview.refused) +
          Math.min(preview.columns, 999) / 1000 +
          (name === 'concordance' ? 2 : 0)
    if (best === null || score > best.score) best = { name, dialect, preview, score }
  }
  if (best !== null && best.score > 0) return best
  const name = text.includes('þ') ? 'concordance' : 'comma'
  const dialect: Dialect = { ...presets[name], encoding, mark, heading: false }
  return { name, dialect, preview: previewLoadFile(head, isAll, dialect) }
}

function rowsWithout(head: Buffer, isAll: boolean, dialect: Dialect, columns: number): (readonly string[])[] {
  try {
    return rowsOfHead(head, isAll, dialect, columns).flatMap((item) =>
      item.kind === 'row' ? [item.values] : [],
    )
  } catch (error) {
    if (error instanceof LoadFileFault) return []
    throw error
  }
}

/** The forms that the columns of dates have without doubt; none where one of them is in doubt. */
function formsOf(columns: readonly (DateVerdict | null)[]): Dialect['dates'] {
  const of = columns.filter((column) => column !== null)
  if (of.some(({ ambiguous }) => ambiguous !== null)) return []
  return [
    ...new Set(of.flatMap(({ formats, best }) => (best === null ? formats.slice(0, 1) : [best.format]))),
  ]
}
