/** How files of values are spoken of. */
import type { KeyField, OverlayFault, OverlayKind, OverlayReport } from '#contracts/overlay.ts'

export const kindNames: Readonly<Record<OverlayKind, string>> = {
  fields: 'Values of custom fields',
  customIds: 'Custom ids',
}

export const keyNames: Readonly<Record<KeyField, string>> = {
  Control_Number: 'Control number',
  Custom_Id: 'Custom id',
  SHA256: 'SHA-256 of the file',
  MD5: 'MD5 of the file',
  Source_Path: 'Path at the source',
}

type Code = OverlayFault['code']

export const faultNames: Readonly<Record<Code, string>> = {
  noKey: 'Does not say which document',
  badKey: 'The key is none of this project',
  twice: 'About the same document as a row before',
  unmatched: 'Finds no document',
  ambiguous: 'Finds several documents',
  tooFewCells: 'Has too few cells',
  tooManyCells: 'Has more cells than the heading',
  badValue: 'The value does not fit its field',
  taken: 'Another document has this custom id',
}

export interface FaultKind {
  readonly code: Code
  /** Rows of the file, each once, in order. */
  readonly rows: readonly number[]
  /** Why, as it is said of the first. */
  readonly reason: string
}

/** The faults that a report shows, by kind; the kind of the first fault first. */
export function faultKinds(faults: OverlayReport['faults']): readonly FaultKind[] {
  return [...Map.groupBy(faults, ({ code }) => code)].map(([code, own]) => ({
    code,
    rows: [...new Set(own.map(({ row }) => row))].sort((a, b) => a - b),
    reason: own[0]?.reason ?? '',
  }))
}

const rowsNamed = 12

/** `2, 5, 9` of rows of the file; of many the first, and how many more. */
export const rowList = (rows: readonly number[]): string =>
  rows.length <= rowsNamed
    ? rows.join(', ')
    : `${rows.slice(0, rowsNamed).join(', ')} and ${rows.length - rowsNamed} more`

/** As the receipt will be called. */
export function loadTitle({ columns, key }: OverlayReport): string {
  const names = columns.flatMap(({ field }) => field ?? [])
  return `Load ${names.join(', ')} by ${key.column}`
}
