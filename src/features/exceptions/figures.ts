/** How many exceptions there are of which kind and of whom, among those that the other filters leave. Pure. */
import {
  type ExceptionCategory,
  type ExceptionFigure,
  type ExceptionRow,
  type ExceptionSeverity,
  type ExceptionSubject,
  exceptionCategories,
  exceptionCategoryNames,
  exceptionCodes,
  exceptionSeverities,
  exceptionSubjects,
  isResolvedAs,
  type ResolutionFilter,
  resolutionFilters,
} from '#contracts/collect.ts'
import { addressOf } from '../processing/paths.ts'

/** Which exceptions are listed; null leaves nothing out. Of category and code at most one is said. */
export interface Narrowed {
  readonly about: ExceptionSubject | null
  readonly category: ExceptionCategory | null
  readonly code: ExceptionRow['code'] | null
  readonly severity: ExceptionSeverity | null
  readonly custodianId: number | null
  readonly resolution: ResolutionFilter | null
}

/** Nothing is left out. */
export const everything: Narrowed = {
  about: null,
  category: null,
  code: null,
  severity: null,
  custodianId: null,
  resolution: null,
}

/** Of all so many are open. */
export interface Count {
  readonly all: number
  readonly open: number
}

export interface OfCode extends Count {
  readonly code: ExceptionRow['code']
}

export interface OfCategory extends Count {
  readonly category: ExceptionCategory
  /** Those that there are, in the order of the contract. */
  readonly codes: readonly OfCode[]
}

export interface OfCustodian extends Count {
  readonly custodianId: number
  readonly custodian: string
}

const sum = (figures: readonly ExceptionFigure[]): Count => ({
  all: figures.reduce((all, { count }) => all + count, 0),
  open: figures.reduce((all, { count, resolution }) => (resolution === 'open' ? all + count : all), 0),
})

/** Those that a filter leaves. */
const left = (figures: readonly ExceptionFigure[], narrowed: Narrowed): readonly ExceptionFigure[] =>
  figures.filter(
    (one) =>
      (narrowed.about === null || one.about === narrowed.about) &&
      (narrowed.category === null || exceptionCategories[one.code] === narrowed.category) &&
      (narrowed.code === null || one.code === narrowed.code) &&
      (narrowed.severity === null || one.severity === narrowed.severity) &&
      (narrowed.custodianId === null || one.custodianId === narrowed.custodianId) &&
      (narrowed.resolution === null || isResolvedAs(one.resolution, narrowed.resolution)),
  )

/** By category and code, whichever of them is chosen. */
export function byKind(figures: readonly ExceptionFigure[], narrowed: Narrowed): OfCategory[] {
  const all = left(figures, { ...narrowed, category: null, code: null })
  return exceptionCategoryNames.flatMap((category) => {
    const codes = exceptionCodes.flatMap((code): OfCode[] => {
      const own = all.filter((one) => one.code === code)
      return exceptionCategories[code] !== category || own.length === 0 ? [] : [{ code, ...sum(own) }]
    })
    const own = all.filter(({ code }) => exceptionCategories[code] === category)
    return codes.length === 0 ? [] : [{ category, codes, ...sum(own) }]
  })
}

/** By custodian, whoever is chosen, the most first; of nobody's there is none. */
export function byCustodian(figures: readonly ExceptionFigure[], narrowed: Narrowed): OfCustodian[] {
  return [...Map.groupBy(left(figures, { ...narrowed, custodianId: null }), (one) => one.custodianId)]
    .flatMap(([custodianId, own]) =>
      custodianId === null ? [] : [{ custodianId, custodian: own[0]?.custodian ?? '', ...sum(own) }],
    )
    .toSorted((one, other) => other.all - one.all || one.custodian.localeCompare(other.custodian, 'en'))
}

/** How many of those that are listed are open, replaced and accepted, whichever of these is chosen. */
export function byResolution(
  figures: readonly ExceptionFigure[],
  narrowed: Narrowed,
): Readonly<Record<ExceptionRow['resolution'], number>> {
  const all = left(figures, { ...narrowed, resolution: null })
  const of = (resolution: ExceptionRow['resolution']): number =>
    sum(all.filter((one) => one.resolution === resolution)).all
  return { open: of('open'), replaced: of('replaced'), accepted: of('accepted') }
}

/** The filters as a call says them. */
export const asQuery = (projectId: number, jobId: number | null, narrowed: Narrowed): string =>
  addressOf({ projectId, jobId, ...narrowed }).toString()

/** The filters that the address of a page says; what it says wrongly leaves nothing out. */
export function narrowedIn(address: URLSearchParams): Narrowed {
  const of = <T extends string>(name: keyof Narrowed, known: readonly T[]): T | null =>
    known.find((one) => one === address.get(name)) ?? null
  const category = of('category', exceptionCategoryNames)
  const custodianId = Number(address.get('custodianId') ?? 0)
  return {
    about: of('about', exceptionSubjects),
    category,
    code: category === null ? of('code', exceptionCodes) : null,
    severity: of('severity', exceptionSeverities),
    custodianId: Number.isSafeInteger(custodianId) && custodianId > 0 ? custodianId : null,
    resolution: of('resolution', resolutionFilters),
  }
}

/** So many in a sum of exceptions. */
export interface Sum {
  readonly exceptions: number
  readonly openExceptions: number
}
