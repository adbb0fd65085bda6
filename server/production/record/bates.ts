/** Bates numbers as they are written, and which page of a production has which. */
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { controlNumber } from '../../review/documents/control.ts'
import type { ByControlNumber } from '../settings/run-settings.ts'

type Bates = Pick<ProductionSettings['numbering'], 'prefix' | 'digits' | 'level'>

export type Numbering = Bates | ByControlNumber

/** A document of a plan, as far as its Bates numbers follow from it. */
export interface Placed {
  /** From 1. */
  readonly place: number
  readonly pages: number
  /** Pages of all documents before it. */
  readonly pagesBefore: number
}

/** The same of one that may be named by its control number. */
export interface Numbered extends Placed {
  /** Its control number without the prefix. */
  readonly control: number
}

/** The overloads below ask for it where it is needed. */
type MaybeNumbered = Placed & Partial<Pick<Numbered, 'control'>>

/** A number with its prefix and its zeros. */
export const batesNumber = ({ prefix, digits }: Omit<Bates, 'level'>, number: number): string =>
  prefix + String(number).padStart(digits, '0')

/** The largest number that the digits can write. */
export const largestNumber = (digits: number): number => 10 ** digits - 1

/** How many numbers a production needs. */
export const numbersNeeded = (
  { level }: Pick<Bates, 'level'>,
  { documents, pages }: { readonly documents: number; readonly pages: number },
): number => (level === 'page' ? pages : documents)

/**
 * The number of a page (from 0). Where documents are numbered, the first page has the number of its document, and those behind
 * it are counted: `NW000001`, `NW000001_0002`. By control number every page is counted, the first one too.
 */
export function pageNumber(numbering: Bates, first: number, document: Placed, page: number): string
export function pageNumber(numbering: Numbering, first: number, document: Numbered, page: number): string
export function pageNumber(
  numbering: Numbering,
  first: number,
  document: MaybeNumbered,
  page: number,
): string {
  if (numbering.level === 'none') return `${ownNumber(numbering, document)}_${countedPage(page)}`
  if (numbering.level === 'page') return batesNumber(numbering, first + document.pagesBefore + page)
  const own = batesNumber(numbering, first + document.place - 1)
  return page === 0 ? own : `${own}_${countedPage(page)}`
}

const countedPage = (page: number): string => String(page + 1).padStart(4, '0')

const ownNumber = ({ prefix }: ByControlNumber, { control = 0 }: MaybeNumbered): string =>
  controlNumber(prefix, control)

/** The first and the last number of a document; by control number it has one. */
export function numbersOf(numbering: Bates, first: number, document: Placed): FirstAndLast
export function numbersOf(numbering: Numbering, first: number, document: Numbered): FirstAndLast
export function numbersOf(numbering: Numbering, first: number, document: MaybeNumbered): FirstAndLast {
  if (numbering.level === 'none') {
    const own = ownNumber(numbering, document)
    return { first: own, last: own }
  }
  return {
    first: pageNumber(numbering, first, document, 0),
    last: pageNumber(numbering, first, document, document.pages - 1),
  }
}

interface FirstAndLast {
  readonly first: string
  readonly last: string
}
