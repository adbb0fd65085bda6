/** Saving the list, or what is selected of it, as a file for spreadsheets. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { pathOf } from '#contracts/call.ts'
import { compactColumns, exportList } from '#contracts/document-list.ts'
import { hasResult } from '#src/events/review/views.ts'
import { listSelection } from '#src/reads/review.ts'
import { $picks } from '#src/stores/bulk.ts'
import { $columns } from '#src/stores/list-shape.ts'
import { $list } from '#src/stores/review.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'

export function ListFileDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { list, picks, columns } = useUnit({ list: $list, picks: $picks, columns: $columns })
  const { projectId } = useWho()
  const [of, setOf] = useState<'result' | 'selection'>(picks === null ? 'result' : 'selection')
  const snapshotId = hasResult(list) ? list.snapshotId : null
  const asked =
    snapshotId === null
      ? null
      : of === 'selection' && picks !== null
        ? { snapshotId, all: picks.all, marked: [...picks.marked] }
        : { snapshotId, all: true, marked: [] }
  const { value, failure, again } = useRead(listSelection, asked)
  const names = columns.length === 0 ? compactColumns : columns.map(({ field }) => field)
  // The control number stands before them in any case, and only once.
  const others = columns.filter(({ field }) => field !== 'Control_Number').length
  const href =
    value === null
      ? null
      : `${pathOf(exportList)}?${new URLSearchParams({
          projectId: String(projectId ?? ''),
          snapshotId: value.snapshotId,
          columns: names.join(','),
        })}`
  return (
    <Dialog
      open
      title="Save the list as CSV"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {href !== null && value !== null && value.totalCount > 0 && (
            <ButtonLink icon="download" look="primary" href={href} download onClick={onClose}>
              Save as CSV
            </ButtonLink>
          )}
        </>
      }
    >
      {picks !== null && (
        <Select
          aria-label="Documents of the file"
          value={of}
          choices={[
            { value: 'selection', label: 'The selected documents' },
            { value: 'result', label: 'The whole result' },
          ]}
          onChoose={(chosen) => setOf(chosen === 'selection' ? 'selection' : 'result')}
        />
      )}
      {asked === null && <p>Search for documents first: the file is made from what is found.</p>}
      {asked !== null && value === null && failure === null && <Skeleton rows={2} />}
      {failure !== null && (
        <ErrorState title="The file cannot be made" message={failure.message} onRetry={again} />
      )}
      {value !== null && failure === null && (
        <chakra.p>
          {counted(value.totalCount, 'document')} in the order of the list, with the control number
          {columns.length === 0
            ? ' and the usual columns'
            : others === 0
              ? ' alone'
              : ` and ${counted(others, 'other column')}`}
          . The query and how it was interpreted stand at the end. Fields that this project leaves out of
          exports are left out. It is recorded in the audit log.
        </chakra.p>
      )}
    </Dialog>
  )
}
