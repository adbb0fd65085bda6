/** Folders of the server that may be collected from: those that its configuration names, and what is below them. */
import type { Dirent } from 'node:fs'
import { lstat, opendir, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { BodyOf } from '#contracts/call.ts'
import type { readServerFolder as readServerFolderCall, ServerFolder } from '#contracts/collect.ts'
import type { Config } from '../config.ts'
import { ApiError, notFound } from '../http/error.ts'

type Place = BodyOf<typeof readServerFolderCall>
type Roots = Pick<Config, 'collectFrom'>

/** Folders that are listed at once. */
const listed = 1_000

/** The configured folders, by their last names: where they lie is the administrator's matter. */
export const serverRoots = ({ collectFrom }: Roots): { root: number; name: string }[] =>
  collectFrom.map((path, root) => ({ root, name: basename(path) || path }))

/**
 * Where a folder lies. What is asked for may not leave its root, neither by its name nor by a link on the way: 404 where it
 * does, as where it is not there.
 */
export async function folderAt({ collectFrom }: Roots, { root, path }: Place): Promise<string> {
  const base = collectFrom[root]
  const isName = (part: string): boolean => !/[/\\\0]/.test(part) && part !== '.' && part !== '..'
  if (base === undefined || !path.every(isName)) throw notFound('folder')
  const folder = join(base, ...path)
  try {
    const [realBase, real] = await Promise.all([realpath(base), realpath(folder)])
    const isInside = real === realBase || real.startsWith(realBase.endsWith(sep) ? realBase : realBase + sep)
    if (isInside && (await stat(real)).isDirectory()) return real
  } catch {
    // Said below: what cannot be looked at is not there for who asks.
  }
  throw notFound('folder')
}

/** What is directly in a folder. */
export async function readServerFolder(config: Roots, place: Place): Promise<ServerFolder> {
  const folder = await folderAt(config, place)
  const entries = await entriesOf(folder)
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const files = entries.filter((entry) => entry.isFile())
  let bytes = 0
  for (const { name } of files) bytes += await sizeOf(join(folder, name))
  return {
    ...place,
    folders: folders.slice(0, listed),
    files: files.length,
    bytes,
    more: folders.length > listed,
  }
}

const sizeOf = async (path: string): Promise<number> =>
  await stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** In the order of their names, so that a collection that was interrupted goes on where it was. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new ApiError('unavailable', 'This folder cannot be read by the server.')
  })
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * What lies at a place below a folder whose own path is without links: where one is followed on the way to it, it does not
 * lie there. Rejects as the file system does where nothing can be looked at.
 */
export async function kindAt(path: string): Promise<Entry['kind']> {
  const found = await lstat(path)
  if ((await realpath(path)) !== path) return 'other'
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
}

/** An entry of a folder, or of one in it, that is no folder; or a folder that could not be read. */
export interface Entry {
  /** Names below the folder, outermost first. */
  readonly path: readonly string[]
  readonly kind: 'file' | 'folder' | 'other'
}

/** All entries below a folder in one order; only those behind `after` where it is given. Links are entries. */
export async function* entriesBelow(
  folder: string,
  after: readonly string[] | null,
  above: readonly string[] = [],
): AsyncGenerator<Entry> {
  const [from, ...rest] = after ?? []
  for (const entry of await entriesOf(join(folder, ...above))) {
    const isOnTheWay = entry.name === from
    if (from !== undefined && entry.name < from) continue
    // A folder, too, where it could not be read then.
    if (isOnTheWay && rest.length === 0) continue
    const path = [...above, entry.name]
    if (entry.isDirectory() && (await canBeRead(join(folder, ...path))))
      yield* entriesBelow(folder, isOnTheWay ? rest : null, path)
    else yield entryOf(path, entry)
  }
}

/** What is directly in a folder below another. */
export const entriesIn = async (folder: string, path: readonly string[]): Promise<Entry[]> =>
  (await entriesOf(join(folder, ...path))).map((entry) => entryOf([...path, entry.name], entry))

const entryOf = (path: readonly string[], entry: Dirent): Entry => ({
  path,
  kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other',
})

const canBeRead = async (folder: string): Promise<boolean> =>
  await opendir(folder).then(
    async (found) => {
      await found.close()
      return true
    },
    () => false,
  )
