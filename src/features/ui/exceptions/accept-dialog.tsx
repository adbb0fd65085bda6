/** Why exceptions are taken as they are. */
import { type ReactElement, useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { counted } from '../format.ts'
import { DraftInput } from '../input.tsx'

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
        hint="They are taken as they are, and stay in the books of their job."
      >
        <DraftInput data-first value={note} onChange={setNote} maxLength={500} />
      </Field>
    </Dialog>
  )
}
