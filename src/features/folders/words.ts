/** How folders are spoken of. */
import { folderPath, wayTo } from '#contracts/folder-tree.ts'
import type { Folder } from '#contracts/folders.ts'

/** Those with all of these words in their path, and the folders that lead to them. */
export function filteredFolders(folders: readonly Folder[], text: string): readonly Folder[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return folders
  const shown = new Set(
    folders.flatMap(({ folderId }) => {
      const path = folderPath(folders, folderId).toLowerCase()
      return words.every((word) => path.includes(word))
        ? wayTo(folders, folderId).map((one) => one.folderId)
        : []
    }),
  )
  return folders.filter(({ folderId }) => shown.has(folderId))
}
