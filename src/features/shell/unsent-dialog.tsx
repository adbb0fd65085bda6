/** Work that would be lost stands in the way of a logout: the person decides. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { downloadUnsent } from '#src/commands/kernel.ts'
import { logOut, stayLoggedIn } from '#src/commands/session.ts'
import { useUnsettled } from '../coding-form/use-unsettled.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted } from '../ui/format.ts'

interface Props {
  /** Changes that the server has not acknowledged. */
  readonly count: number
  /** Documents whose coding was never saved. */
  readonly unsaved: number
  /** Openings of documents that the record was not told of. */
  readonly looks: number
  /** It could not be looked up; the figures say nothing then. */
  readonly unchecked: boolean
}

export function UnsentDialog({ count, unsaved, looks, unchecked }: Props): ReactElement {
  const run = useUnit(dispatch)
  const stay = () => run(stayLoggedIn({}))
  // Of the project that is open; what is counted may stand in others.
  const documents = useUnsettled()
  return (
    <Dialog
      open
      title={[
        ...(unchecked ? ['Unsent work could not be checked'] : []),
        ...(count > 0 ? [`${counted(count, 'change')} not sent yet`] : []),
        ...(unsaved > 0 ? [`coding of ${counted(unsaved, 'document')} not saved`] : []),
        ...(count + unsaved === 0 && !unchecked
          ? [`${counted(looks, 'record')} of reading not sent yet`]
          : []),
      ]
        .join(', ')
        .replace(/^c/, 'C')}
      onClose={stay}
      actions={
        <>
          <Button look="danger" onClick={() => run(logOut({ discard: true }))}>
            Discard and log out
          </Button>
          {(unchecked || count + looks > 0) && (
            <Button look="plain" onClick={() => run(logOut({}))}>
              {unchecked ? 'Check again' : 'Try to send again'}
            </Button>
          )}
          {(unchecked || count > 0) && (
            <Button look="plain" icon="download" onClick={() => run(downloadUnsent({}))}>
              Download unsent work
            </Button>
          )}
          <Button look="primary" onClick={stay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        Logging out deletes what this browser keeps for your account
        {unchecked
          ? '. This browser could not read all of it. Changes that were not sent and coding that was not saved would be lost.'
          : ', and this would be lost:'}
      </p>
      {!unchecked && (
        <ul>
          {count > 0 && (
            <li>
              {counted(count, 'change')} that the server has not acknowledged. While you stay signed in, they
              are sent as soon as the network allows.
            </li>
          )}
          {looks > 0 && (
            <li>
              {counted(looks, 'record')} of documents that were opened, and of the time on them. They are sent
              as soon as the server can be reached.
            </li>
          )}
          {unsaved > 0 && (
            <li>
              Coding of {counted(unsaved, 'document')} that was changed and never saved. Open them and save,
              or undo the changes.
              <ul>
                {documents.map(({ documentId, controlNumber, title, open }) => (
                  <li key={documentId}>
                    <Link
                      to="/overview/review"
                      // It stands among words: colour alone would not tell it from them.
                      style={{ textDecoration: 'underline' }}
                      onClick={() => {
                        stay()
                        open()
                      }}
                    >
                      {controlNumber}
                    </Link>{' '}
                    {title}
                  </li>
                ))}
              </ul>
            </li>
          )}
        </ul>
      )}
    </Dialog>
  )
}
