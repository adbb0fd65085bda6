/** Where the pages of Process are. What shows them is not needed to lead there: the overview, which everybody passes, uses these. */
import type { LeftOutKind } from '#contracts/suppressed-items.ts'
import type { Narrowed } from '../exceptions/figures.ts'

export const processPaths = {
  queue: '/overview/process',
  reconciliation: '/overview/process/reconciliation',
  exceptions: '/overview/process/exceptions',
  suppressed: '/overview/process/suppressed',
  keywords: '/overview/process/keywords',
  hashLists: '/overview/process/hash-lists',
  settings: '/overview/process/settings',
} as const
export type ProcessPageName = keyof typeof processPaths

/** What an address says about which exceptions are listed: what leaves nothing out (null) is not in it. */
export const addressOf = (narrowed: Readonly<Record<string, string | number | null>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(narrowed).flatMap(([name, value]) => (value === null ? [] : [[name, `${value}`]])),
  )

/** The exceptions that these filters leave. */
export function exceptionsPath(narrowed: Partial<Narrowed>): string {
  const address = addressOf(narrowed).toString()
  return address === '' ? processPaths.exceptions : `${processPaths.exceptions}?${address}`
}

/** Items that came and became no document. */
export const failedPath = exceptionsPath({ about: 'item' })

/** The kinds of items that are no documents, as addresses name them. */
export const leftOutNames: Readonly<Record<LeftOutKind, string>> = {
  known: 'known-files',
  container: 'containers',
  duplicate: 'duplicates',
  inlineImage: 'inline-images',
}

export const leftOutPath = (kind: LeftOutKind): string =>
  `${processPaths.suppressed}?kind=${leftOutNames[kind]}`
