/** How an export goes on or ends: sheets for what failed, or its files removed before their time. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import type { Exported } from '#contracts/exports.ts'
import type { CommandInput } from '#src/commands/define.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { removeExport, slipExport } from '#src/commands/exports.ts'
import { $exportSave } from '#src/stores/exports.ts'
import { useFormSave } from '../fields/form-save.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'

interface Props {
  readonly exported: Exported
  readonly onClose: () => void
}

export const SlipDialog = ({ exported: { exportId, name, failed }, onClose }: Props): ReactElement => (
  <Confirm
    title="Sheets for what failed"
    act="Go on with sheets"
    look="primary"
    command={(formKey) => slipExport({ formKey, exportId, name })}
    onClose={onClose}
  >
    <p>
      {counted(failed, 'document')} could not be made. A sheet with its control number and the reason stands
      for each, and the job goes on. To try again without, use “Retry failed items” of the job.
    </p>
  </Confirm>
)

export const RemoveDialog = ({ exported: { exportId, name }, onClose }: Props): ReactElement => (
  <Confirm
    title={`Remove the files of ${name}`}
    act="Remove them"
    look="danger"
    command={(formKey) => removeExport({ formKey, exportId, name })}
    onClose={onClose}
  >
    <p>
      Its files are deleted now, and nobody can download them any more. That it was made, by whom and with
      which settings, stays on the record. The documents of the project stay as they are.
    </p>
  </Confirm>
)

function Confirm({
  title,
  act,
  look,
  command,
  onClose,
  children,
}: {
  readonly title: string
  readonly act: string
  readonly look: 'primary' | 'danger'
  readonly command: (formKey: string) => CommandInput
  readonly onClose: () => void
  readonly children: ReactNode
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $exportSave })
  const { sending, refusal, begin } = useFormSave(last, onClose)
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      onSubmit={() => run(command(begin()))}
      actions={
        <>
          <Button onClick={onClose}>Keep it as it is</Button>
          <Button type="submit" look={look} busy={sending}>
            {act}
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        {children}
      </chakra.div>
    </Dialog>
  )
}
