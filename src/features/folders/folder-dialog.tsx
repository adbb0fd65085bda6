/** Creating a folder, or changing what one is called and where it stands. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { folderPath, inTreeOrder, subtreeOf } from '#contracts/folder-tree.ts'
import { type Folder, type FolderPlace, folderLimits } from '#contracts/folders.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveFolder } from '#src/commands/folders.ts'
import { $folderSave } from '#src/stores/folders.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useWho } from '../session/who.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'

const placeIn = (value: string): FolderPlace =>
  value === 'own' || value === 'shared' ? value : Number(value)

export function FolderDialog({
  over,
  start,
  folders,
  onClose,
}: {
  /** The one that is changed; null: a new one. */
  readonly over: Folder | null
  /** Where it stands at first. */
  readonly start: FolderPlace
  readonly folders: readonly Folder[]
  readonly onClose: () => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $folderSave])
  const mayShare = useWho().can('search.share')
  const [name, setName] = useState(over?.name ?? '')
  const [under, setUnder] = useState<FolderPlace>(start)
  const [tries, setTries] = useState(0)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const fault = tries > 0 && name.trim() === '' ? 'Give the folder a name.' : null
  const inputs = useFaultFocus<HTMLDivElement>(tries, fault)
  const own = over === null ? [] : subtreeOf(folders, over.folderId)
  const into = inTreeOrder(folders).filter(({ folderId, mayChange }) => mayChange && !own.includes(folderId))
  const isShared = under === 'shared' || folders.find(({ folderId }) => folderId === under)?.shared === true
  const send = () => {
    setTries(tries + 1)
    if (name.trim() === '') return
    const seen = over && { folderId: over.folderId, version: over.version }
    run(saveFolder({ formKey: begin(), name: name.trim(), under, over: seen }))
  }
  return (
    <Dialog
      open
      title={over === null ? 'New folder' : `Change ${over.name}`}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" icon="folder" busy={sending}>
            {over === null ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <chakra.div ref={inputs} display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <Field label="Name" required error={fault}>
          <DraftInput
            data-first
            value={name}
            maxLength={folderLimits.nameLength}
            autoComplete="off"
            onChange={setName}
          />
        </Field>
        <Field
          label="Place"
          hint={
            isShared
              ? 'Shared: all who may search see it. Each finds only documents that are open to them.'
              : over?.shared === true
                ? 'It goes from everybody’s list, with the folders in it: only you see them then.'
                : 'Only you see it, and the folders in it.'
          }
        >
          <Select
            value={String(under)}
            choices={[
              { value: 'own', label: 'Top of your own folders' },
              ...(mayShare ? [{ value: 'shared', label: 'Top of the shared folders' }] : []),
              ...into.map(({ folderId, shared }) => ({
                value: String(folderId),
                label: `In ${folderPath(folders, folderId)}${shared ? ' (shared)' : ''}`,
              })),
            ]}
            onChoose={(value) => setUnder(placeIn(value))}
          />
        </Field>
      </chakra.div>
    </Dialog>
  )
}
