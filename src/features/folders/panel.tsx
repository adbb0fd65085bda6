/** Folders as a tree, with how many documents one sees in each, and what can be done with them. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { subtreeOf } from '#contracts/folder-tree.ts'
import type { Folder } from '#contracts/folders.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { deleteFolder, filterFolders, restoreFolder } from '#src/commands/folders.ts'
import { folders as foldersRead } from '#src/reads/folders.ts'
import { $deletedFolder, $folderFilter, $foldersRefresh } from '#src/stores/folders.ts'
import { useIsArchived, useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { counted } from '../ui/format.ts'
import { TextInput } from '../ui/input.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { FolderDialog } from './folder-dialog.tsx'
import { FolderTree, type Wish } from './folder-tree.tsx'
import { ListDialog } from './list-dialog.tsx'
import { filteredFolders } from './words.ts'

const refreshEvery = 60_000
/** Of fewer one sees all at a glance. */
const manyFolders = 8

export function FoldersPanel(): ReactElement {
  const { run, refresh, filter, gone } = useUnit({
    ...{ run: dispatch, refresh: $foldersRefresh, filter: $folderFilter, gone: $deletedFolder },
  })
  const { projectId } = useWho()
  const isArchived = useIsArchived()
  const { value, failure, again } = useRead(foldersRead, {}, { every: refreshEvery, asOf: refresh })
  const [wish, setWish] = useState<Wish | null>(null)
  const close = () => setWish(null)
  const all = value ?? []
  const shown = filteredFolders(all, filter)
  const trees = [
    { name: 'Shared', folders: shown.filter(({ shared }) => shared) },
    { name: 'Yours alone', folders: shown.filter(({ shared }) => !shared) },
  ].filter(({ folders }) => folders.length > 0)
  return (
    <>
      <chakra.div
        px="3"
        pt="3"
        pb="2"
        display="flex"
        flexDirection="column"
        gap="2"
        borderBottomWidth="1px"
        borderColor="line"
        _empty={{ display: 'none' }}
      >
        {!isArchived && (
          <div>
            <Button icon="plus" onClick={() => setWish({ what: 'create', under: 'own' })}>
              New folder
            </Button>
          </div>
        )}
        {(all.length > manyFolders || filter !== '') && (
          <TextInput
            aria-label="Filter the folders"
            placeholder="Filter the folders"
            value={filter}
            onSay={(text) => run(filterFolders({ text }))}
          />
        )}
        {gone !== null && !isArchived && (
          <chakra.div display="flex" alignItems="center" gap="2" fontSize="xs" role="status">
            <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
              {gone.name} is deleted
              {gone.folders > 1 && `, with ${counted(gone.folders - 1, 'folder')} in it`}.
            </chakra.span>
            <Button
              size="sm"
              icon="undo"
              onClick={() => run(restoreFolder({ folderId: gone.folderId, name: gone.name }))}
            >
              Restore
            </Button>
          </chakra.div>
        )}
      </chakra.div>
      {value === null && failure === null && <Skeleton rows={6} />}
      {value === null && failure !== null && (
        <ErrorState title="The folders could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value?.length === 0 && (
        <EmptyState icon="folder" title="No folders">
          {isArchived
            ? 'This project is archived: no folder is created in it.'
            : 'Create a folder, then file documents in it: the shown one, the selected ones, or all of a result (Shift+F, or Ctrl+K and “File”).'}
        </EmptyState>
      )}
      {value !== null && value.length > 0 && shown.length === 0 && (
        <chakra.p px="3" py="3" fontSize="sm" color="muted">
          No folder is called like that.
        </chakra.p>
      )}
      {trees.map(({ name, folders }) => (
        <FolderTree
          key={name}
          name={name}
          folders={folders}
          filtered={filter.trim() !== ''}
          onWish={setWish}
        />
      ))}
      {wish?.what === 'create' && (
        <FolderDialog over={null} start={wish.under} folders={all} onClose={close} />
      )}
      {wish?.what === 'change' && (
        <FolderDialog over={wish.folder} start={placeOf(wish.folder)} folders={all} onClose={close} />
      )}
      {wish?.what === 'list' && projectId !== null && (
        <ListDialog folder={wish.folder} projectId={projectId} onClose={close} />
      )}
      {wish?.what === 'delete' && (
        <DeleteDialog
          title={`Delete ${wish.folder.name}?`}
          act="Delete the folder"
          onDelete={() => {
            const { folderId, name } = wish.folder
            run(deleteFolder({ folderId, name }))
          }}
          onClose={close}
        >
          <p>{deletionWords(all, wish.folder)} No document is deleted by it.</p>
        </DeleteDialog>
      )}
    </>
  )
}

const placeOf = ({ parentId, shared }: Folder) => parentId ?? (shared ? 'shared' : 'own')

function deletionWords(all: readonly Folder[], { folderId, shared }: Folder): string {
  const more = subtreeOf(all, folderId).length - 1
  const whose = shared ? 'Nobody in this project finds it any more' : 'You do not find it any more'
  return more === 0 ? `${whose}.` : `${whose}, nor the ${counted(more, 'folder')} in it.`
}
