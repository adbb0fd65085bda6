/** The terms of use: a text a version, in files named `terms-<version>.md`; the highest version is the current one. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Terms {
  readonly version: string
  readonly text: string
}

/** The terms of the highest version in a folder. */
export function latestTerms(folder: string): Terms {
  const versions = readdirSync(folder)
    .map((name) => /^terms-(\d+(?:\.\d+)*)\.md$/.exec(name)?.[1])
    .filter((version) => version !== undefined)
    .toSorted(byVersion)
  const version = versions.at(-1)
  if (version === undefined) throw new Error(`there are no terms in ${folder}`)
  return { version, text: readFileSync(`${folder}/terms-${version}.md`, 'utf8') }
}

/** The terms that everybody has to have accepted. */
export const currentTerms: Terms = latestTerms(fileURLToPath(new URL('./licence', import.meta.url)))

function byVersion(a: string, b: string): number {
  const left = a.split('.').map(Number)
  const right = b.split('.').map(Number)
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
