/** How a production goes on or ends: slip sheets for what failed, delivered by two people, or rolled back. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { type SlipSheet, slipSheet as slipSheetSchema } from '#contracts/production-settings.ts'
import type { Production } from '#contracts/productions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { deliverProduction, rollbackProduction, slipFailed } from '#src/commands/production.ts'
import { $productionSave } from '#src/stores/production.ts'
import { useFormSave } from '../fields/form-save.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted } from '../ui/format.ts'
import { Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { SlipSheetInput } from './parts/slip-sheet.tsx'

/** The first says that it may leave; another person confirms that it was handed over. */
export function DeliverDialog({
  production: { productionId, name, firstNumber, lastNumber },
  onClose,
}: {
  readonly production: Production
  readonly onClose: () => void
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $productionSave })
  const { sending, refusal, begin } = useFormSave(last, onClose)
  return (
    <Dialog
      open
      title={`Deliver ${name}`}
      onClose={onClose}
      onSubmit={() => run(deliverProduction({ formKey: begin(), productionId, name }))}
      actions={
        <>
          <Button onClick={onClose}>Not yet</Button>
          <Button type="submit" look="primary" busy={sending}>
            Deliver
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <p>
          Two people deliver {firstNumber} to {lastNumber}: the first says that it may leave, the second
          confirms that it was handed over.
        </p>
        <p>Once it is delivered, nothing of it changes any more, and it cannot be rolled back.</p>
      </chakra.div>
    </Dialog>
  )
}

export function RollbackDialog({
  production: { productionId, name, firstNumber, lastNumber },
  onClose,
}: {
  readonly production: Production
  readonly onClose: () => void
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $productionSave })
  const [release, setRelease] = useState(false)
  const { sending, refusal, begin } = useFormSave(last, onClose)
  return (
    <Dialog
      open
      title={`Roll back ${name}`}
      onClose={onClose}
      onSubmit={() => run(rollbackProduction({ formKey: begin(), productionId, name, release }))}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" look="danger" busy={sending}>
            Roll back
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <p>All that it has made is deleted. That it was made, and rolled back, stays on the record.</p>
        {firstNumber !== null && (
          <Switch
            on={release}
            onTurn={setRelease}
            label="Release the numbers"
            hint={`${firstNumber} to ${lastNumber} can be given to something else. Only where nobody outside has seen them.`}
          />
        )}
      </chakra.div>
    </Dialog>
  )
}

export function SlipDialog({
  productionId,
  name,
  failed,
  begins,
  onClose,
}: {
  readonly productionId: number
  readonly name: string
  readonly failed: number
  readonly begins: SlipSheet
  readonly onClose: () => void
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $productionSave })
  const [slipSheet, setSlipSheet] = useState(begins)
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(last, onClose)
  const isWhole = slipSheetSchema.safeParse(slipSheet).success
  return (
    <Dialog
      open
      title="Slip sheets for what failed"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={sending}
            onClick={() => {
              setTried(true)
              if (isWhole) run(slipFailed({ formKey: begin(), productionId, name, slipSheet }))
            }}
          >
            Go on with slip sheets
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <p>
          {counted(failed, 'document')} could not be made. A slip sheet takes the place of each of their
          pages, under the numbers that they have, and the job goes on. To try again without, use “Retry
          failed items” of the job.
        </p>
        <SlipSheetInput
          label="Slip sheet"
          value={slipSheet}
          error={
            tried && !isWhole ? 'Write what stands on it, at most 500 characters, or upload a page.' : null
          }
          onChange={setSlipSheet}
        />
      </chakra.div>
    </Dialog>
  )
}
