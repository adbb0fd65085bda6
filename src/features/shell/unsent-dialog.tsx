/** Work that the server has not acknowledged stands in the way of a logout: the person decides. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { logOut, stayLoggedIn } from '#src/commands/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted } from '../ui/format.ts'

export function UnsentDialog({ count }: { readonly count: number }): ReactElement {
  const run = useUnit(dispatch)
  const stay = () => run(stayLoggedIn({}))
  return (
    <Dialog
      open
      title={`${counted(count, 'change')} not sent yet`}
      onClose={stay}
      actions={
        <>
          <Button look="danger" onClick={() => run(logOut({ discard: true }))}>
            Discard and log out
          </Button>
          <Button look="plain" onClick={() => run(logOut({}))}>
            Try to send again
          </Button>
          <Button look="primary" onClick={stay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        Logging out deletes what this browser keeps for your account. The server has not acknowledged{' '}
        {counted(count, 'change')}; they would be lost. While you stay signed in, they are sent as soon as the
        network allows.
      </p>
    </Dialog>
  )
}
