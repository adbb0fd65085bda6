/** One basis and one description for the rows that are chosen. What is left empty here stays as it is in each row. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useId, useState } from 'react'
import { privilegeLogLimits } from '#contracts/privilege-log.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { counted } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'
import { type ShownRow, shownCell } from './shown-row.ts'

export function WriteDialog({
  rows,
  phrasesOf,
  onWrite,
  onClose,
}: {
  readonly rows: readonly ShownRow[]
  readonly phrasesOf: (source: string) => readonly string[]
  readonly onWrite: (values: Readonly<Record<string, string>>) => void
  readonly onClose: () => void
}): ReactElement {
  const [basis, setBasis] = useState('')
  const [description, setDescription] = useState('')
  const id = useId()
  const values = {
    ...(basis.trim() === '' ? {} : { Basis: basis.trim() }),
    ...(description.trim() === '' ? {} : { Description: description.trim() }),
  }
  const over = rows.filter((shown) =>
    Object.keys(values).some((source) => shownCell(shown, source).text !== ''),
  ).length
  const isNothing = Object.keys(values).length === 0
  return (
    <Dialog
      open
      title={`Write into ${counted(rows.length, 'row')}`}
      onClose={onClose}
      onSubmit={() => {
        if (isNothing) return
        onWrite(values)
        onClose()
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isNothing}>
            Write
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        <Field label="Basis" hint="Empty: each row keeps its own.">
          <DraftInput
            data-first
            value={basis}
            list={`${id}-bases`}
            maxLength={privilegeLogLimits.cell}
            autoComplete="off"
            onChange={setBasis}
          />
        </Field>
        <Field label="Description" hint="Empty: each row keeps its own.">
          <DraftInput
            value={description}
            list={`${id}-phrases`}
            maxLength={privilegeLogLimits.cell}
            autoComplete="off"
            onChange={setDescription}
          />
        </Field>
        <datalist id={`${id}-bases`}>
          {phrasesOf('Basis').map((phrase) => (
            <option key={phrase} value={phrase} />
          ))}
        </datalist>
        <datalist id={`${id}-phrases`}>
          {phrasesOf('Description').map((phrase) => (
            <option key={phrase} value={phrase} />
          ))}
        </datalist>
        <chakra.p fontSize="sm" color={over > 0 ? 'attentionInk' : 'muted'} role="status">
          {over > 0
            ? `${counted(over, 'row')} ${over === 1 ? 'has' : 'have'} something there, which is written over. It can be undone.`
            : 'It can be undone.'}
        </chakra.p>
      </chakra.div>
    </Dialog>
  )
}
