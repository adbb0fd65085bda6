/** The folders that a document is in, as far as one sees them. */

import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { folderPath } from '#contracts/folder-tree.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { search } from '#src/commands/review-list.ts'
import { documentFolders, folders } from '#src/reads/folders.ts'
import { $foldersRefresh } from '#src/stores/folders.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { exactTime } from '../ui/format.ts'

export function DocumentFolders({ documentId }: { readonly documentId: number }): ReactElement | null {
  const { run, refresh } = useUnit({ run: dispatch, refresh: $foldersRefresh })
  const { value, failure } = useRead(documentFolders, { documentId }, { asOf: refresh })
  const { value: all } = useRead(folders, value === null || value.length === 0 ? null : {}, { once: true })
  if (value === null)
    return failure === null ? null : (
      <chakra.p role="alert" color="dangerInk" fontSize="sm">
        The folders of the document could not be loaded: {failure.message}
      </chakra.p>
    )
  if (value.length === 0 || all === null) return null
  return (
    <chakra.section aria-label="Folders of the document" mb="4">
      <chakra.h3 fontSize="sm">Folders</chakra.h3>
      <chakra.ul listStyleType="none">
        {value.map(({ folderId, filedBy, filedAt }) => (
          <chakra.li key={folderId} display="flex" alignItems="center" gap="2">
            <Button
              size="sm"
              look="quiet"
              icon="folder"
              onClick={() =>
                run(search({ queryString: '', within: { objectId: folderId, type: 'folder' }, openAt: 0 }))
              }
            >
              {folderPath(all, folderId)}
            </Button>
            <chakra.span fontSize="xs" color="muted">
              filed by {filedBy}, {exactTime(filedAt)}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}
