/** Choosing a file of values, and what it is: nothing is changed by looking at it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type ReactElement, useState } from 'react'
import { type KeyField, keyFields, type OverlayKind, overlayLimits } from '#contracts/overlay.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { lookAtFile } from '#src/commands/overlay.ts'
import { overlayFiles } from '#src/stores/overlay.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field, useFieldProps } from '../ui/field.tsx'
import { fileSize, number } from '../ui/format.ts'
import { DraftInput, Input, Select } from '../ui/input.tsx'
import { keyNames, kindNames } from './words.ts'

const kinds: readonly OverlayKind[] = ['fields', 'customIds']
const kindIn = (value: string): OverlayKind => kinds.find((kind) => kind === value) ?? 'fields'
const keyIn = (value: string): KeyField | null => keyFields.find((field) => field === value) ?? null

export function FileDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [run, put] = useUnit([dispatch, overlayFiles.put])
  const [file, setFile] = useState<File | null>(null)
  const [kind, setKind] = useState<OverlayKind>('fields')
  const [key, setKey] = useState('')
  const [by, setBy] = useState<KeyField | null>(null)
  const [clearing, setClearing] = useState(false)
  const [tries, setTries] = useState(0)
  const inputs = useFaultFocus<HTMLDivElement>(tries)
  // Documents cannot be found by the identifiers that the file is to give them.
  const columns = keyFields.filter((field) => kind === 'fields' || field !== 'Custom_Id')
  const holds = columns.find((field) => field === by) ?? null
  const fault =
    file === null
      ? 'Choose the file.'
      : file.size === 0
        ? 'This file is empty.'
        : file.size > overlayLimits.bytes
          ? `A file has at most ${fileSize(overlayLimits.bytes)}: part it.`
          : null
  const send = () => {
    setTries(tries + 1)
    if (file === null || fault !== null) return
    const overlayKey = nanoid()
    put({ key: overlayKey, value: file })
    run(
      lookAtFile({
        overlayKey,
        kind,
        fileName: file.name,
        key: key.trim() === '' ? null : key.trim(),
        by: holds,
        clears: clearing,
      }),
    )
    onClose()
  }
  return (
    <Dialog
      open
      title="Overlay from file"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" icon="search">
            Preview
          </Button>
        </>
      }
    >
      <chakra.div ref={inputs} display="contents">
        <Field
          label="File"
          required
          error={tries > 0 ? fault : null}
          hint={`A CSV with headings, at most ${number(overlayLimits.rows)} rows and ${fileSize(overlayLimits.bytes)}. Looking at it changes nothing.`}
        >
          <FileInput onChoose={setFile} />
        </Field>
        <Field
          label="What it gives"
          hint={
            kind === 'fields'
              ? 'Columns that are called like custom fields fill them.'
              : 'A column Custom_Id gives each document the identifier that the client has for it.'
          }
        >
          <Select
            value={kind}
            choices={kinds.map((value) => ({ value, label: kindNames[value] }))}
            onChoose={(value) => setKind(kindIn(value))}
          />
        </Field>
        <Field
          label="Identifier column"
          hint="By its heading. Empty: the first that is called like one of the keys below."
        >
          <DraftInput value={key} onChange={setKey} maxLength={200} />
        </Field>
        <Field label="What that column holds">
          <Select
            value={holds ?? ''}
            choices={[
              { value: '', label: 'What its heading says' },
              ...columns.map((field) => ({ value: field, label: keyNames[field] })),
            ]}
            onChoose={(value) => setBy(keyIn(value))}
          />
        </Field>
        <Field label="Empty cells">
          <Select
            value={clearing ? 'clear' : 'keep'}
            choices={[
              { value: 'keep', label: 'Leave the value as it is' },
              { value: 'clear', label: 'Clear the value' },
            ]}
            onChoose={(value) => setClearing(value === 'clear')}
          />
        </Field>
      </chakra.div>
    </Dialog>
  )
}

function FileInput({ onChoose }: { readonly onChoose: (file: File | null) => void }): ReactElement {
  return (
    <Input
      {...useFieldProps()}
      data-first
      type="file"
      accept=".csv,text/csv"
      py="1"
      onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
    />
  )
}
