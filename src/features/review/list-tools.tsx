/** What can be done with the list as such: its columns, and a file of it. */
import { type ReactElement, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { withAreas } from '#src/areas/lazy.ts'
import { exportSearchPath } from '../exports/words.ts'
import { useWho } from '../session/who.ts'
import { useActions } from '../ui/actions.tsx'
import { IconButton } from '../ui/button.tsx'
import { part } from '../ui/part.tsx'
import { ListModes } from './list-mode.tsx'

const ColumnsDialog = part(
  withAreas(['listTemplates'], () =>
    import('../list-shape/columns-dialog.tsx').then((module) => module.ColumnsDialog),
  ),
)

const ListFileDialog = part(() =>
  import('../list-shape/list-file-dialog.tsx').then((module) => module.ListFileDialog),
)

const columnKeys = 'o c'
const exportWords = 'Export these documents'

export function ListTools(): ReactElement {
  const { can } = useWho()
  const navigate = useNavigate()
  const mayExport = can('document.download')
  const mayRun = can('export.run')
  const exportAll = () => void navigate(exportSearchPath)
  const [open, setOpen] = useState<'columns' | 'file' | null>(null)
  const close = () => setOpen(null)
  useActions([
    {
      id: 'list-columns',
      label: 'Columns of the list',
      group: 'Documents',
      keys: columnKeys,
      run: () => setOpen('columns'),
    },
    ...(mayExport
      ? [
          {
            id: 'list-file',
            label: 'Save the list as CSV',
            group: 'Documents',
            run: () => setOpen('file'),
          },
        ]
      : []),
    ...(mayRun ? [{ id: 'list-export', label: exportWords, group: 'Documents', run: exportAll }] : []),
  ])
  return (
    <>
      <IconButton
        size="sm"
        icon="panel"
        label="Columns of the list"
        keys={columnKeys}
        onClick={() => setOpen('columns')}
      />
      {mayExport && (
        <IconButton size="sm" icon="download" label="Save the list as CSV" onClick={() => setOpen('file')} />
      )}
      {mayRun && <IconButton size="sm" icon="external" label={exportWords} onClick={exportAll} />}
      <ListModes />
      {open === 'columns' && <ColumnsDialog onClose={close} />}
      {open === 'file' && <ListFileDialog onClose={close} />}
    </>
  )
}
