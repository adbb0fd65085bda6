/** Finds the folder in which documents are to be filed: the shown document, what is selected, or all of the result. */
import { useUnit } from 'effector-react'
import { type ReactElement, useCallback, useMemo } from 'react'
import { folderPath, inTreeOrder } from '#contracts/folder-tree.ts'
import type { Folder } from '#contracts/folders.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { type FilingOf, fileInFolder } from '#src/commands/folders.ts'
import { folders } from '#src/reads/folders.ts'
import { useRead } from '../ui/answer.ts'
import { Finder, ranked } from '../ui/finder.tsx'
import { number } from '../ui/format.ts'

interface Option {
  readonly folder: Folder
  readonly path: string
}

export interface FolderFinderProps {
  readonly of: FilingOf
  /** What is filed, in words. */
  readonly what: string
  readonly onClose: () => void
}

export function FolderFinder({ of, what, onClose }: FolderFinderProps): ReactElement {
  const run = useUnit(dispatch)
  const { value, failure } = useRead(folders, {})
  const all = useMemo(
    () =>
      inTreeOrder(value ?? [])
        .filter(({ mayChange }) => mayChange)
        .map((folder): Option => ({ folder, path: folderPath(value ?? [], folder.folderId) })),
    [value],
  )
  const find = useCallback((text: string) => ranked(all, ({ path }) => path, text), [all])
  return (
    <Finder
      label="Folders"
      ask="Find a folder"
      placeholder={`File ${what} in which folder?`}
      find={find}
      keyOf={keyOf}
      show={shown}
      awaited={value === null && failure === null}
      none={(text) =>
        value === null
          ? (failure?.message ?? 'Folders are being looked up.')
          : text === ''
            ? 'There is no folder in which you may file. Create one in the panel Folders.'
            : `No folder is called “${text}”.`
      }
      onChoose={({ folder: { folderId, name } }) => run(fileInFolder({ folderId, name, how: 'fileIn', of }))}
      onClose={onClose}
    />
  )
}

const keyOf = ({ folder }: Option): string => String(folder.folderId)

const shown = ({ folder, path }: Option): ReactElement => (
  <>
    <span className="label">{path}</span>
    <span className="aside">{folder.shared ? 'Shared' : 'Yours alone'}</span>
    <span className="aside note">{number(folder.documents)} filed</span>
  </>
)
