/** Above the search, while it looks inside a folder: which one, with the folders in it or without, and the way back. */

import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { folderPath } from '#contracts/folder-tree.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { search } from '#src/commands/review-list.ts'
import { folders } from '#src/reads/folders.ts'
import { $foldersRefresh } from '#src/stores/folders.ts'
import { $list } from '#src/stores/review.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

export function FolderStrip(): ReactElement | null {
  const { run, list, refresh } = useUnit({ run: dispatch, list: $list, refresh: $foldersRefresh })
  const { value } = useRead(folders, {}, { asOf: refresh })
  const folderId = list?.query.objectId ?? null
  if (list === null || folderId === null) return null
  const subfolders = list.query.type === 'folder'
  const path = value === null ? '' : folderPath(value, folderId)
  const hasMore = value?.some(({ parentId }) => parentId === folderId) ?? false
  return (
    <chakra.div
      role="group"
      aria-label="Folder in the list"
      display="flex"
      alignItems="center"
      gap="2"
      minHeight="32px"
      pl="3"
      pr="1"
      fontSize="sm"
      background="selected"
      borderBottomWidth="1px"
      borderColor="line"
      flexShrink={0}
    >
      <chakra.span color="accentInk" display="inline-flex">
        <Icon name="folder" size={14} />
      </chakra.span>
      <chakra.span flex="1" minWidth="0" truncate title={path}>
        In <chakra.span fontWeight={600}>{path === '' ? 'a folder' : path}</chakra.span>
        {hasMore && (subfolders ? ', with subfolders' : ', without subfolders')}
      </chakra.span>
      {hasMore && (
        <Button
          size="sm"
          look="quiet"
          onClick={() => {
            const { queryString } = list.query
            run(
              search({
                queryString,
                within: { objectId: folderId, type: subfolders ? 'folderOnly' : 'folder' },
                openAt: 0,
              }),
            )
          }}
        >
          {subfolders ? 'Without subfolders' : 'With subfolders'}
        </Button>
      )}
      <Button
        size="sm"
        look="quiet"
        onClick={() => run(search({ queryString: '', batchId: null, openAt: 0 }))}
      >
        All documents
      </Button>
    </chakra.div>
  )
}
