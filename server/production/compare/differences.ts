/** What of a document is not the same in two productions. Pure. */
import type { ComparisonKind } from '#contracts/production-comparison.ts'
import { type ProductionSettings, producedFields, stampPlaces } from '#contracts/production-settings.ts'
import { sumLength } from '../volumes/kept-rows.ts'

/** A document as one production has it. */
export interface Kept {
  readonly documentId: number
  readonly place: number
  readonly pages: number
  readonly pagesBefore: number
  readonly treatment: string
  readonly slipSheet: string | null
  readonly designation: string
  readonly redactionRevision: number
  readonly redacted: boolean
  readonly fileSha256: string
  /** Of each page a checksum of what it shows, as JSON; null: it was not kept. */
  readonly drawn: string | null
  /** Of each column of the load file; null: no row was kept. */
  readonly sums: string | null
  readonly textSum: string | null
  readonly fileSum: string | null
}

/** One document. Null: it is not in that production, and in one of them it is. */
export interface Pair {
  readonly documentId: number
  readonly first: Kept | null
  readonly second: Kept | null
}

/** A field that both load files have, with its place among the columns of each. */
export interface SharedField {
  readonly source: string
  readonly name: string
  readonly first: number
  readonly second: number
}

/** What can be held against each other at all. */
export interface Comparable {
  readonly fields: readonly SharedField[]
  readonly pages: boolean
}

/** What differs, and in which fields. */
export interface Differences {
  readonly kinds: readonly ComparisonKind[]
  readonly fields: readonly SharedField[]
}

type Settings = Pick<ProductionSettings, 'stamps' | 'loadFile'>

/** Fields that a production makes itself say its numbers, which are others in any case, and what is compared by itself. */
const made: ReadonlySet<string> = new Set(producedFields.map((name) => name.toLowerCase()))

const fieldsOf = ({ loadFile }: Settings) =>
  loadFile.columns
    .map(({ source, name }, at) => ({ source: source.toLowerCase(), told: source, name, at }))
    .filter(({ source }) => !made.has(source))

/** A field that stands in a load file twice counts once. */
export function sharedFields(first: Settings, second: Settings): SharedField[] {
  const others = new Map(fieldsOf(second).map(({ source, at }) => [source, at]))
  const shared = new Map<string, SharedField>()
  for (const { source, told, name, at } of fieldsOf(first)) {
    const other = others.get(source)
    if (other !== undefined && !shared.has(source))
      shared.set(source, { source: told, name, first: at, second: other })
  }
  return [...shared.values()]
}

/** Names of fields that only the first has. */
export function fieldsOnlyIn(first: Settings, second: Settings): string[] {
  const others = new Set(fieldsOf(second).map(({ source }) => source))
  return fieldsOf(first).flatMap(({ source, name }) => (others.has(source) ? [] : name))
}

/** Which sides of a page have stamps: by that it was made smaller. */
const stampedSides = ({ stamps }: Settings): string =>
  [
    stampPlaces.some((place) => place.startsWith('header') && stamps[place] !== undefined),
    stampPlaces.some((place) => place.startsWith('footer') && stamps[place] !== undefined),
  ].join()

export const alikeStamped = (first: Settings, second: Settings): boolean =>
  stampedSides(first) === stampedSides(second)

/** Of what a slip sheet stands for, the row says nothing but numbers. */
const saysNothing = ({ treatment }: Kept): boolean => treatment === 'withheld' || treatment === 'failed'

const sumAt = (sums: string, column: number): string =>
  sums.slice(column * sumLength, (column + 1) * sumLength)

/** The fields whose values differ; that nothing is told of what is withheld is a difference of how it goes out. */
function differingFields(fields: readonly SharedField[], first: Kept, second: Kept): SharedField[] {
  const [before, now] = [first.sums, second.sums]
  if (before === null || now === null || saysNothing(first) || saysNothing(second)) return []
  // Columns that both have at the same places, as nearly all have.
  if (before === now && fields.every(({ first: was, second: is }) => was === is)) return []
  return fields.filter((field) => sumAt(before, field.first) !== sumAt(now, field.second))
}

/**
 * Whether what their pages show can be held against each other. A redacted document is drawn from its redacted copy, whose pages
 * are images: of one that is redacted in one production alone, all pages come out otherwise.
 */
export const drawnAlike = (first: Kept, second: Kept): boolean =>
  first.drawn !== null &&
  second.drawn !== null &&
  first.redacted === second.redacted &&
  // A stamp that only one of them has makes its pages smaller.
  (first.designation === '') === (second.designation === '')

/** What differs; for one that is in a single production, in which. */
export function differencesOf({ first, second }: Pair, { fields, pages }: Comparable): Differences {
  if (second === null) return { kinds: ['onlyFirst'], fields: [] }
  if (first === null) return { kinds: ['onlySecond'], fields: [] }
  const differing = differingFields(fields, first, second)
  const isRedacted = first.redacted || second.redacted
  const isHeld = first.treatment === 'withheld' || second.treatment === 'withheld'
  const kinds: readonly (readonly [ComparisonKind, boolean])[] = [
    ['treatment', first.treatment !== second.treatment || first.slipSheet !== second.slipSheet],
    ['designation', first.designation !== second.designation],
    [
      'redactions',
      !isHeld &&
        (first.redacted !== second.redacted ||
          (isRedacted && first.redactionRevision !== second.redactionRevision)),
    ],
    ['file', first.fileSha256 !== second.fileSha256],
    [
      'pages',
      first.pages !== second.pages || (pages && drawnAlike(first, second) && first.drawn !== second.drawn),
    ],
    [
      'text',
      first.textSum !== null &&
        second.textSum !== null &&
        (first.textSum !== second.textSum || first.fileSum !== second.fileSum),
    ],
    ['fields', differing.length > 0],
  ]
  const found = kinds.flatMap(([kind, differs]) => (differs ? kind : []))
  return { kinds: found.length === 0 ? ['same'] : found, fields: differing }
}
