/** How many exceptions there are of which kind and of whom, among those that the other filters leave. Pure. */
import {
  type ExceptionCategory,
  type ExceptionFigure,
  type ExceptionRow,
  type ExceptionSubject,
  exceptionCategories,
  exceptionCategoryNames,
  exceptionCodes,
} from '#contracts/collect.ts'

/** Which exceptions are listed; null leaves nothing out. Of category and code at most one is said. */
export interface Narrowed {
  readonly about: ExceptionSubject | null
  readonly category: ExceptionCategory | null
  readonly code: ExceptionRow['code'] | null
  readonly custodianId: number | null
  readonly resolution: ExceptionRow['resolution'] | null
}

/** Nothing is left out. */
export const everything: Narrowed = {
  about: null,
  category: null,
  code: null,
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

/** By category and code, whichever of them is chosen. */
export function byKind(
  figures: readonly ExceptionFigure[],
  { about, custodianId, resolution }: Narrowed,
): OfCategory[] {
  const left = figures.filter(
    (one) =>
      (about === null || one.about === about) &&
      (custodianId === null || one.custodianId === custodianId) &&
      (resolution === null || one.resolution === resolution),
  )
  return exceptionCategoryNames.flatMap((category) => {
    const codes = exceptionCodes.flatMap((code): OfCode[] => {
      const own = left.filter((one) => one.code === code)
      return exceptionCategories[code] !== category || own.length === 0 ? [] : [{ code, ...sum(own) }]
    })
    const own = left.filter(({ code }) => exceptionCategories[code] === category)
    return codes.length === 0 ? [] : [{ category, codes, ...sum(own) }]
  })
}

/** By custodian, whoever is chosen, the most first; of nobody's there is none. */
export function byCustodian(
  figures: readonly ExceptionFigure[],
  { about, category, code, resolution }: Narrowed,
): OfCustodian[] {
  const left = figures.filter(
    (one) =>
      (about === null || one.about === about) &&
      (category === null || exceptionCategories[one.code] === category) &&
      (code === null || one.code === code) &&
      (resolution === null || one.resolution === resolution),
  )
  return [...Map.groupBy(left, ({ custodianId }) => custodianId)]
    .flatMap(([custodianId, own]) =>
      custodianId === null ? [] : [{ custodianId, custodian: own[0]?.custodian ?? '', ...sum(own) }],
    )
    .toSorted((one, other) => other.all - one.all || one.custodian.localeCompare(other.custodian, 'en'))
}

/** The filters as an address says them. */
export function asQuery(projectId: number, jobId: number | null, narrowed: Narrowed): string {
  const said = { projectId, jobId, ...narrowed }
  return new URLSearchParams(
    Object.entries(said).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  ).toString()
}
