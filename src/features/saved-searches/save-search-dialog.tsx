/** Saving a search under a name, or changing what one is called and where it stands. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useId, useState } from 'react'
import { type SavedSearch, type SearchSettings, savedSearchLimits } from '#contracts/saved-searches.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveSearch } from '#src/commands/saved-searches.ts'
import { $searchSave } from '#src/stores/saved-searches.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useWho } from '../session/who.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput, Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { settingsWords } from './words.ts'

export function SaveSearchDialog({
  title,
  over,
  search,
  folders,
  onClose,
}: {
  readonly title: string
  /** The one that is changed; null: a new one. */
  readonly over: SavedSearch | null
  readonly search: SearchSettings
  /** Those that there are, to choose from. */
  readonly folders: readonly string[]
  readonly onClose: () => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $searchSave])
  const mayShare = useWho().can('search.share')
  const [name, setName] = useState(over?.name ?? '')
  const [folder, setFolder] = useState(over?.folder ?? '')
  const [shared, setShared] = useState(over?.shared ?? false)
  const [tries, setTries] = useState(0)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const foldersId = useId()
  const fault = tries > 0 && name.trim() === '' ? 'Give the search a name.' : null
  const inputs = useFaultFocus<HTMLDivElement>(tries, fault)

  const send = () => {
    setTries(tries + 1)
    if (name.trim() === '') return
    const seen = over && { savedSearchId: over.savedSearchId, version: over.version }
    run(
      saveSearch({
        formKey: begin(),
        name: name.trim(),
        folder: folder.trim(),
        shared,
        search,
        over: seen,
      }),
    )
  }
  const leavesOthers = over?.shared === true && !shared
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" icon="saved" busy={sending}>
            {over === null ? 'Save' : 'Save over it'}
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
            maxLength={savedSearchLimits.nameLength}
            autoComplete="off"
            onChange={setName}
          />
        </Field>
        <Field label="Folder" hint="Searches of one folder stand together in the panel. None is fine.">
          <DraftInput
            value={folder}
            list={foldersId}
            maxLength={savedSearchLimits.nameLength}
            autoComplete="off"
            onChange={setFolder}
          />
        </Field>
        <datalist id={foldersId}>
          {folders.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        {mayShare && (
          <Switch
            on={shared}
            onTurn={setShared}
            label="Share with the project"
            hint={
              leavesOthers
                ? `It goes from everybody’s list and stays in that of ${over.madeBy}.`
                : 'All who may search see it. Each finds only documents that are open to them.'
            }
          />
        )}
        <chakra.div fontSize="sm">
          <chakra.p color="muted" fontSize="xs" fontWeight={600}>
            What is saved
          </chakra.p>
          <chakra.ul maxHeight="160px" overflowY="auto" overflowWrap="anywhere" listStyleType="none">
            {settingsWords(search).map((said) => (
              <li key={said}>{said}</li>
            ))}
          </chakra.ul>
        </chakra.div>
      </chakra.div>
    </Dialog>
  )
}
