/** Choosing the columns of the list, their places and widths, its order, and templates of all that. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { maxColumns, type Sort } from '#contracts/documents.ts'
import { keywordField } from '#contracts/keywords.ts'
import { columnWidths, isForDocumentList, type ListColumn } from '#contracts/list-templates.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { shapeList } from '#src/commands/list-shape.ts'
import { projectFields } from '#src/reads/review.ts'
import { $columns } from '#src/stores/list-shape.ts'
import { $list } from '#src/stores/review.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/input.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { ColumnRows } from './column-rows.tsx'
import { SortLevels } from './sort-levels.tsx'
import { Templates } from './templates.tsx'

export function ColumnsDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { run, shown, list } = useUnit({ run: dispatch, shown: $columns, list: $list })
  const { value: fields, failure, again } = useRead(projectFields, {})
  const [columns, setColumns] = useState<readonly ListColumn[]>(shown)
  const [sort, setSort] = useState<Sort | null>(list?.sort ?? null)
  const choices = (fields ?? [])
    .filter(({ name }) => isForDocumentList(name) && name !== keywordField)
    .map(({ name, displayName }) => ({ value: name, label: displayName }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  const labelOf = (name: string) => choices.find(({ value }) => value === name)?.label ?? name
  const isFree = ({ value }: { readonly value: string }) => !columns.some(({ field }) => field === value)
  return (
    <Dialog
      open
      size="lg"
      title="Columns of the list"
      onClose={onClose}
      onSubmit={() => {
        run(shapeList({ columns: [...columns], sort }))
        onClose()
      }}
      actions={
        <>
          {columns.length > 0 && (
            <Button look="quiet" onClick={() => setColumns([])}>
              Remove all columns
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            {columns.length === 0 ? 'Show the compact list' : 'Show'}
          </Button>
        </>
      }
    >
      {fields === null && failure === null && <Skeleton rows={6} />}
      {fields === null && failure !== null && (
        <ErrorState title="The fields could not be loaded" message={failure.message} onRetry={again} />
      )}
      {fields !== null && (
        <chakra.div display="flex" flexDirection="column" gap="4">
          <Templates
            columns={columns}
            sort={sort}
            onChoose={(template) => {
              setColumns(template.columns)
              if (template.sort !== null) setSort(template.sort)
            }}
          />
          <ColumnRows columns={columns} labelOf={labelOf} onChange={setColumns} />
          <Field label="Add a column">
            <Select
              data-first
              value=""
              disabled={columns.length >= maxColumns}
              placeholder={
                columns.length >= maxColumns ? `A list has at most ${maxColumns}` : 'Choose a field'
              }
              choices={choices.filter(isFree)}
              onChoose={(field) =>
                setColumns([...columns, { field, width: columnWidths.usual, pinned: false }])
              }
            />
          </Field>
          <SortLevels sort={sort} choices={choices} onChange={setSort} />
        </chakra.div>
      )}
    </Dialog>
  )
}
