/**
 * Folders of the server that may be collected from: those that its configuration names, and what is below them. Paths are
 * bytes here: not all names are text.
 */
import type { Dirent } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, sep } from 'node:path'
import type { BodyOf } from '#contracts/call.ts'
import type { readServerFolder as readServerFolderCall, ServerFolder } from '#contracts/collect.ts'
import type { Config } from '../../platform/config.ts'
import { codeOf } from '../../platform/error-code.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { type Collector, mayCollectFrom } from './collectors.ts'
import { type FileName, namesIn, rawName, rawNameOfOld } from './file-names.ts'

type FolderRequest = BodyOf<typeof readServerFolderCall>
type Roots = Pick<Config, 'collectFrom'>

/** Folders that are listed at once. */
const listed = 1_000

/** The folders that somebody may collect from, by their last names: where they lie is the administrator's matter. */
export const serverRoots = ({ collectFrom }: Roots, who: Collector): { root: number; name: string }[] =>
  collectFrom.flatMap((folder, root) =>
    mayCollectFrom(folder, who) ? [{ root, name: basename(folder.path) || folder.path }] : [],
  )

const separator = Buffer.from(sep)
const endsInSeparator = (folder: Buffer): boolean => folder.subarray(-separator.length).equals(separator)
const within = (folder: Buffer, name: Buffer): Buffer =>
  Buffer.concat(endsInSeparator(folder) ? [folder, name] : [folder, separator, name])
/** The path from a folder to what is in it, by its bytes, as it is kept. */
export const rawBelow = (folder: Buffer, at: Buffer): string =>
  at.subarray(endsInSeparator(folder) ? folder.length : folder.length + separator.length).toString('base64')
export const placeOf = (folder: Buffer, rawPath: string): Buffer =>
  within(folder, Buffer.from(rawPath, 'base64'))
const realOf = (path: string | Buffer): Promise<Buffer> => realpath(path, { encoding: 'buffer' })

/**
 * Where a folder lies. What is asked for may not leave its root, neither by its name nor by a link on the way: 404 where it
 * does, as where it is not there or is not for who asks. By its bytes, where they are known: what is shown under a name may
 * be another one later.
 */
export async function folderAt(
  { collectFrom }: Roots,
  who: Collector,
  { root, path, rawPath }: FolderRequest & { readonly rawPath?: string | undefined },
): Promise<{ readonly folder: Buffer; readonly rawPath: string }> {
  const base = collectFrom[root]
  const isName = (part: string): boolean =>
    !/[/\0]/.test(part) && !part.includes(sep) && part !== '.' && part !== '..'
  if (base === undefined || !mayCollectFrom(base, who) || !path.every(isName)) throw notFound('folder')
  try {
    const realBase = await realOf(base.path)
    const real = await realOf(
      rawPath === undefined ? await pathBelow(realBase, path, rawName) : placeOf(realBase, rawPath),
    )
    const above = endsInSeparator(realBase) ? realBase : Buffer.concat([realBase, separator])
    const isInside = real.equals(realBase) || real.subarray(0, above.length).equals(above)
    if (isInside && (await stat(real)).isDirectory())
      return { folder: real, rawPath: rawBelow(realBase, real) }
  } catch {
    // Said below: what cannot be looked at is not there for who asks.
  }
  throw notFound('folder')
}

/** The path of what was recorded under these names before their bytes were kept; where nothing is, that of the names as they are. */
export const pathOfOld = (folder: Buffer, path: readonly string[]): Promise<Buffer> =>
  pathBelow(folder, path, rawNameOfOld)

/** The path of what has these names below a folder; where nothing is, that of the names as they are. */
async function pathBelow(folder: Buffer, path: readonly string[], find: typeof rawName): Promise<Buffer> {
  let at = folder
  for (const name of path) {
    const plain = within(at, Buffer.from(name))
    const raw = isAscii.test(name) || (await isThere(plain)) ? null : await lookedFor(at, name, find)
    at = raw === null ? plain : within(at, raw)
  }
  return at
}

/** Such a name is its own bytes. */
const isAscii = /^\p{ASCII}*$/u

/** Whether anything lies there, readable or not. */
export const isThere = (path: Buffer): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => codeOf(error) !== 'ENOENT',
  )

const lookedFor = (folder: Buffer, name: string, find: typeof rawName): Promise<Buffer | null> =>
  readdir(folder, { encoding: 'buffer' }).then(
    (names) => find(names, name),
    () => null,
  )

/** What is directly in a folder. */
export async function readServerFolder(
  config: Roots,
  who: Collector,
  place: FolderRequest,
): Promise<ServerFolder> {
  const { folder } = await folderAt(config, who, place)
  const entries = await entriesOf(folder)
  const folders = entries.filter(({ found }) => found.isDirectory()).map(({ name }) => name.shown)
  const files = entries.filter(({ found }) => found.isFile())
  let bytes = 0
  for (const { name } of files) bytes += await sizeOf(within(folder, name.raw))
  return {
    ...place,
    folders: folders.slice(0, listed),
    files: files.length,
    bytes,
    more: folders.length > listed,
  }
}

const sizeOf = async (path: Buffer): Promise<number> =>
  await stat(path).then(
    ({ size }) => size,
    () => 0,
  )

interface Listed {
  readonly name: FileName
  readonly found: Dirent<Buffer>
}

/** In the order of their names, so that a collection that was interrupted goes on where it was. */
async function entriesOf(folder: Buffer): Promise<Listed[]> {
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' }).catch(() => {
    throw new ApiError('unavailable', 'This folder cannot be read by the server.')
  })
  const byName = new Map<Buffer, Dirent<Buffer>>(entries.map((found) => [found.name, found]))
  return namesIn([...byName.keys()]).flatMap((name) => {
    const found = byName.get(name.raw)
    return found === undefined ? [] : [{ name, found }]
  })
}

/**
 * What lies at a place below a folder whose own path is without links: where one is followed on the way to it, it does not
 * lie there. Rejects as the file system does where nothing can be looked at.
 */
export async function kindAt(path: Buffer): Promise<Entry['kind']> {
  const found = await lstat(path)
  if (!(await realOf(path)).equals(path)) return 'other'
  return kindOf(found)
}

const kindOf = (found: Pick<Dirent, 'isFile' | 'isDirectory'>): Entry['kind'] =>
  found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'

/** An entry of a folder, or of one in it, that is no folder; or a folder that could not be read. */
export interface Entry {
  /** Names below the folder as they are shown, outermost first. */
  readonly path: readonly string[]
  /** Where it lies. */
  readonly at: Buffer
  readonly kind: 'file' | 'folder' | 'other'
}

/** An entry where it stands in the order of a folder and of those in it. */
export interface Placed extends Entry {
  readonly place: readonly string[]
}

/** All entries below a folder in one order; only those behind the place `after` where it is given. Links are entries. */
export async function* entriesBelow(folder: Buffer, after: readonly string[] | null): AsyncGenerator<Placed> {
  yield* placedIn(folder, await entriesOf(folder), after, { path: [], place: [] })
}

/** The same of a folder whose entries are read, and that lies in another. */
async function* placedIn(
  folder: Buffer,
  entries: readonly Listed[],
  after: readonly string[] | null,
  above: Pick<Placed, 'path' | 'place'>,
): AsyncGenerator<Placed> {
  const [from, ...rest] = after ?? []
  for (const { name, found } of entries) {
    const isOnTheWay = name.place === from
    if (from !== undefined && name.place < from) continue
    // A folder, too, where it could not be read then.
    if (isOnTheWay && rest.length === 0) continue
    const entry = { ...entryOf(folder, above.path, { name, found }), place: [...above.place, name.place] }
    // It may open and not tell what is in it, where its disk is damaged.
    const inside = found.isDirectory() ? await entriesOf(entry.at).catch(() => null) : null
    if (inside === null) yield entry
    else yield* placedIn(entry.at, inside, isOnTheWay ? rest : null, entry)
  }
}

/** What is directly in a folder that lies at a path below another. */
export const entriesIn = async ({ at, path }: Pick<Entry, 'at' | 'path'>): Promise<Entry[]> =>
  (await entriesOf(at)).map((listed) => entryOf(at, path, listed))

const entryOf = (folder: Buffer, above: readonly string[], { name, found }: Listed): Entry => ({
  path: [...above, name.shown],
  at: within(folder, name.raw),
  kind: kindOf(found),
})
