/** What an address of Process asks for, and where older addresses lead. */
import { type LeftOutKind, leftOutKinds } from '#contracts/suppressed-items.ts'
import { failedPath, leftOutNames, leftOutPath, processPaths } from './paths.ts'

/** The kind that an address names; the first where it names none. */
export const leftOutAt = (address: URLSearchParams): LeftOutKind =>
  leftOutKinds.find((kind) => leftOutNames[kind] === address.get('kind')) ?? leftOutKinds[0]

/** Once all of this was one page, and its parts had these endings: links to them are in messages and notes. */
export function placeOfAnchor(hash: string): string | null {
  if (hash === '#exceptions') return processPaths.exceptions
  if (hash === '#failed') return failedPath
  const kind = leftOutKinds.find((one) => `#${leftOutNames[one]}` === hash)
  return kind === undefined ? null : leftOutPath(kind)
}
