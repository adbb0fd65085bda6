/** Where the pages of Process are, and where older addresses of them lead. */
import { type LeftOutKind, leftOutKinds } from '#contracts/suppressed-items.ts'
import { asAddress, type Narrowed } from '../exceptions/figures.ts'
import { leftOutWords } from './suppressed-kinds.ts'

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

/** The exceptions that these filters leave. */
export function exceptionsPath(narrowed: Partial<Narrowed>): string {
  const address = asAddress(narrowed).toString()
  return address === '' ? processPaths.exceptions : `${processPaths.exceptions}?${address}`
}

/** Items that came and became no document. */
export const failedPath = exceptionsPath({ about: 'item' })

export const leftOutPath = (kind: LeftOutKind): string =>
  `${processPaths.suppressed}?kind=${leftOutWords[kind].name}`

/** The kind that an address names; the first where it names none. */
export const leftOutAt = (address: URLSearchParams): LeftOutKind =>
  leftOutKinds.find((kind) => leftOutWords[kind].name === address.get('kind')) ?? leftOutKinds[0]

/** Once all of this was one page, and its parts had these endings: links to them are in messages and notes. */
export function placeOfAnchor(hash: string): string | null {
  if (hash === '#exceptions') return processPaths.exceptions
  if (hash === '#failed') return failedPath
  const kind = leftOutKinds.find((one) => `#${leftOutWords[one].name}` === hash)
  return kind === undefined ? null : leftOutPath(kind)
}
