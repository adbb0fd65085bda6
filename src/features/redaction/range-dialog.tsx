/** The same box on a range of pages, as letterheads and footers need it: one gesture. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { type Redaction, redactionLimits } from '#contracts/redactions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { drawRedactions } from '#src/commands/redactions.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { DraftInput } from '../ui/input.tsx'

export function RangeDialog({
  documentId,
  redaction: { page, kind, boxes, label, reason },
  pages,
  onClose,
}: {
  readonly documentId: number
  readonly redaction: Redaction
  readonly pages: number
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const [first, setFirst] = useState('1')
  const [last, setLast] = useState(String(pages))
  const [from, to] = [Number(first), Number(last)]
  const isRange = [from, to].every((one) => Number.isInteger(one) && one >= 1 && one <= pages) && from <= to
  const others = isRange
    ? Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((one) => one !== page)
    : []
  const fault = !isRange
    ? `Give two pages between 1 and ${pages}, the first one first.`
    : others.length === 0
      ? 'There is no other page in this range.'
      : others.length > redactionLimits.gesture
        ? `At most ${redactionLimits.gesture} pages at once.`
        : null
  const [tried, setTried] = useState(false)
  const submit = (): void => {
    setTried(true)
    if (fault !== null) return
    const add = others.map((one) => ({ page: one, kind, boxes: [...boxes], label, reason }))
    run(drawRedactions({ documentId, add }))
    onClose()
  }
  return (
    <Dialog
      open
      size="sm"
      title="Same box on pages"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Redact
          </Button>
        </>
      }
    >
      <chakra.div display="flex" gap="3">
        <Field label="From page" error={tried ? (fault ?? undefined) : undefined}>
          <DraftInput inputMode="numeric" data-first value={first} onChange={setFirst} />
        </Field>
        <Field label="To page">
          <DraftInput inputMode="numeric" value={last} onChange={setLast} />
        </Field>
      </chakra.div>
    </Dialog>
  )
}
