/** Asks before something goes for good. */
import type { ReactElement, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export function DeleteDialog({
  title,
  act,
  onDelete,
  onClose,
  children,
}: {
  readonly title: string
  /** The words of the button. */
  readonly act: string
  readonly onDelete: () => void
  readonly onClose: () => void
  /** What goes with it, and what stays. */
  readonly children: ReactNode
}): ReactElement {
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look="danger"
            onClick={() => {
              onDelete()
              onClose()
            }}
          >
            {act}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
