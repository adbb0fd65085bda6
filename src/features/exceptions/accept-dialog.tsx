/** Why exceptions are taken as they are. */
import { type ReactElement, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { counted } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'

export function AcceptDialog({
  count,
  onClose,
  onAccept,
}: {
  readonly count: number
  readonly onClose: () => void
  readonly onAccept: (note: string) => void
}): ReactElement {
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const fault = note.trim() === '' ? 'Say why: it stays on the record.' : null
  return (
    <Dialog
      open
      title={`Accept ${counted(count, 'exception')}`}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (fault === null) onAccept(note.trim())
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Accept
          </Button>
        </>
      }
    >
      <Field
        label="Reason"
        required
        error={tried ? fault : null}
        hint="They are taken as they are, and stay in the reconciliation of their job."
      >
        <DraftInput data-first value={note} onChange={setNote} maxLength={500} />
      </Field>
    </Dialog>
  )
}
