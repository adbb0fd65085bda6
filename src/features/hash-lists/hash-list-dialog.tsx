/** Choosing the file of a list of known files, and what the list is called. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type ReactElement, useState } from 'react'
import type { HashList } from '#contracts/hash-lists.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { uploadHashList } from '#src/commands/hash-lists.ts'
import { pickedList } from '#src/stores/hash-lists.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field, useFieldProps } from '../ui/field.tsx'
import { fileSize } from '../ui/format.ts'
import { DraftInput, Input } from '../ui/input.tsx'

export function HashListDialog({
  projectId,
  list,
  onClose,
}: {
  readonly projectId: number
  /** One whose upload was cut; null: a new one. */
  readonly list: HashList | null
  readonly onClose: () => void
}): ReactElement {
  const [run, put] = useUnit([dispatch, pickedList.put])
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState(list?.name ?? '')
  const [version, setVersion] = useState(list?.version ?? '')
  const [tries, setTries] = useState(0)
  const fields = useFaultFocus<HTMLDivElement>(tries, null)
  const nameFault = name.trim() === '' ? 'Give the list a name.' : null
  const fileFault =
    file === null
      ? 'Choose the file.'
      : file.size === 0
        ? 'This file is empty.'
        : list !== null && list.size !== file.size
          ? `This is another file: that list has ${fileSize(list.size)}.`
          : null
  const send = () => {
    setTries(tries + 1)
    if (file === null || nameFault !== null || fileFault !== null) return
    const uploadKey = nanoid()
    put({ key: uploadKey, value: file })
    run(
      uploadHashList({
        projectId,
        uploadKey,
        hashListId: list?.hashListId ?? null,
        name: name.trim(),
        version: version.trim(),
        fileName: file.name,
      }),
    )
    onClose()
  }
  return (
    <Dialog
      open
      title={list === null ? 'Upload a de-NIST list' : `Go on with ${list.name}`}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" icon="upload">
            Upload
          </Button>
        </>
      }
    >
      <chakra.div ref={fields} display="contents">
        <Field
          label="File"
          required
          error={tries > 0 ? fileFault : null}
          hint={
            list === null
              ? 'A text file: a reference data set of the NSRL, or a hash (MD5, SHA-1, SHA-256) on each line.'
              : `Choose ${list.fileName} again: it goes on where it was cut.`
          }
        >
          <FileInput onChoose={setFile} />
        </Field>
        {list === null && (
          <>
            <Field label="Name" required error={tries > 0 ? nameFault : null} hint="For example NSRL modern.">
              <DraftInput value={name} onChange={setName} maxLength={200} />
            </Field>
            <Field label="Version" hint="As its publisher numbers it, for example 2026.09.1.">
              <DraftInput value={version} onChange={setVersion} maxLength={100} />
            </Field>
          </>
        )}
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
      py="1"
      onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
    />
  )
}
