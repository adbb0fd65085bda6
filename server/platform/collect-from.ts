/**
 * Folders of this machine that may be collected from, and whose they are. One client's staff must never reach the files of
 * another: a folder is bound to clients or projects, or is for the provider's staff alone.
 */
import { realpathSync } from 'node:fs'
import { delimiter, resolve, sep } from 'node:path'

export interface CollectRoot {
  /** Absolute. */
  readonly path: string
  /** Ids of the clients and of the projects that it is for; with none of either it is for the provider's staff. */
  readonly companies: readonly number[]
  readonly projects: readonly number[]
}

/** The folders between the delimiters of the system's search path. */
export const foldersOf = (text: string): string[] => text.split(delimiter).filter((path) => path !== '')

/**
 * Reads `FOLDER=company-3:FOLDER=project-5,project-7:FOLDER`. What a folder is bound to stands behind its last `=`.
 * Throws an error whose message goes on from the name of the setting.
 */
export function collectRootsOf(text: string, dataDir: string): readonly CollectRoot[] {
  const roots = foldersOf(text).map(rootOf)
  for (const [i, outer] of roots.entries()) {
    if (contains(outer.path, dataDir))
      throw new Error(`names ${outer.path}, which the data folder is in: everybody's files would be in it.`)
    for (const [j, inner] of roots.entries())
      if (i !== j && contains(outer.path, inner.path) && !isSameBinding(outer, inner))
        throw new Error(
          `names ${inner.path}, which is in ${outer.path} but bound otherwise. Give each client a folder that is in no folder of another.`,
        )
  }
  return roots
}

const binding = /^(company|project)-([1-9]\d{0,14})$/

function rootOf(entry: string): CollectRoot {
  const at = entry.lastIndexOf('=')
  if (at < 0) return { path: resolve(entry), companies: [], projects: [] }
  const named = entry.slice(at + 1).split(',')
  const parts = named.length === 1 && named[0] === '' ? [] : named.map((part) => binding.exec(part.trim()))
  if (at === 0 || parts.includes(null))
    throw new Error(
      `has "${entry}". Write FOLDER=company-3 or FOLDER=project-5,project-7 with the numbers that "affiant company list" shows; a "=" at the end ends a folder's name that has one in it.`,
    )
  const idsOf = (kind: string): number[] =>
    parts.flatMap((part) => (part?.[1] === kind ? [Number(part[2])] : [])).toSorted((a, b) => a - b)
  return {
    path: resolve(entry.slice(0, at)),
    companies: idsOf('company'),
    projects: idsOf('project'),
  }
}

const isSameBinding = (a: CollectRoot, b: CollectRoot): boolean =>
  String(a.companies) === String(b.companies) && String(a.projects) === String(b.projects)

/** Whether a folder is another or is in it, as they really lie. */
function contains(outer: string, inner: string): boolean {
  const [above, below] = [realOf(outer), realOf(inner)]
  return above === below || below.startsWith(above.endsWith(sep) ? above : `${above}${sep}`)
}

/** A folder that is not there yet lies where it says. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
