/** Folders as a tree: said the same way on both sides. Pure. */

export interface Nested {
  readonly folderId: number
  /** Null: at the top. */
  readonly parentId: number | null
}

/** A folder and all below it; itself first. */
export function subtreeOf(folders: readonly Nested[], folderId: number): number[] {
  const children = childrenOf(folders)
  const ids = [folderId]
  for (const id of ids) for (const child of children.get(id) ?? []) ids.push(child.folderId)
  return ids
}

/** The folders that lead to one, from the top, and the one itself; empty where it is not among them. */
export function wayTo<F extends Nested>(folders: readonly F[], folderId: number): F[] {
  const byId = new Map(folders.map((folder) => [folder.folderId, folder]))
  const way: F[] = []
  let at = byId.get(folderId)
  while (at !== undefined && !way.includes(at)) {
    way.unshift(at)
    at = at.parentId === null ? undefined : byId.get(at.parentId)
  }
  return way
}

/** How a folder is spoken of, with those that lead to it: 'Trial / Hot documents'. */
export const folderPath = (
  folders: readonly (Nested & { readonly name: string })[],
  folderId: number,
): string =>
  wayTo(folders, folderId)
    .map(({ name }) => name)
    .join(' / ')

/** How many levels a folder and what is below it take. */
export function heightOf(folders: readonly Nested[], folderId: number): number {
  const base = wayTo(folders, folderId).length
  return Math.max(...subtreeOf(folders, folderId).map((id) => wayTo(folders, id).length - base + 1))
}

/** As a tree is read: each folder before those in it, those with the same parent in the order in which they are given. */
export function inTreeOrder<F extends Nested>(folders: readonly F[]): F[] {
  const children = childrenOf(folders)
  const known = new Set(folders.map(({ folderId }) => folderId))
  const below = (folder: F): F[] => [folder, ...(children.get(folder.folderId) ?? []).flatMap(below)]
  // What stands in a folder that is not among them stands at the top.
  return folders.filter(({ parentId }) => parentId === null || !known.has(parentId)).flatMap(below)
}

const childrenOf = <F extends Nested>(folders: readonly F[]): ReadonlyMap<number, readonly F[]> =>
  Map.groupBy(
    folders.filter(({ parentId }) => parentId !== null),
    ({ parentId }) => parentId ?? 0,
  )
