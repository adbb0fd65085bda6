/** What can be done about exceptions: accept them, try again, with another password or another file. */
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type ReactElement, useState } from 'react'
import { type ExceptionRow, isRetriable, isUnlockable, maxAccepted } from '#contracts/collect.ts'
import { maxRetried } from '#contracts/jobs.ts'
import { acceptExceptions, queueUpload } from '#src/commands/collect.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { controlJob } from '#src/commands/jobs.ts'
import { addPassword } from '#src/commands/processing.ts'
import { collect, pickedFiles } from '#src/stores/collect.ts'
import { usePasswords } from '../session/passwords.tsx'
import { useWho } from '../session/who.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { number } from '../ui/format.ts'
import type { IconName } from '../ui/icon.tsx'
import { DraftInput } from '../ui/input.tsx'
import { AcceptDialog } from './accept-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

/** One of the things that can be done about these exceptions. */
export interface ExceptionAct {
  readonly id: 'accept' | 'retry' | 'password' | 'replace'
  readonly label: string
  readonly icon: IconName
  readonly run: () => void
}

/** A dialog that asks for what an act needs, about these exceptions. */
type Asks = {
  readonly is: 'note' | 'password' | 'file'
  readonly about: readonly ExceptionRow[]
  readonly done: () => void
} | null

/**
 * What can be done about exceptions, the same for one row and for all that are chosen; and the dialog that asks for what that
 * needs, drawn once. `done` runs once the act is on its way; closing the dialog does nothing.
 */
export function useExceptionActs(projectId: number): {
  readonly actsOf: (rows: readonly ExceptionRow[], done: () => void) => readonly ExceptionAct[]
  readonly dialog: ReactElement | null
} {
  const { run, put, uploads, held } = useUnit({
    run: dispatch,
    put: pickedFiles.put,
    uploads: collect.$state,
    held: pickedFiles.$entries,
  })
  const who = useWho()
  const [asks, setAsks] = useState<Asks>(null)
  const replace = ({ sourceId, exceptionId }: ExceptionRow, file: File, entry: boolean) => {
    if (sourceId === null) return
    const uploadKey = nanoid()
    // Of a tab that is closed, too: nobody else goes on with it.
    const cut = Object.values(uploads.uploads).find(
      (one) =>
        one.projectId === projectId &&
        one.replaces === exceptionId &&
        one.phase !== 'finished' &&
        !held.has(one.uploadKey),
    )
    put({ key: uploadKey, value: [{ path: file.name, file }] })
    run(
      queueUpload({
        uploadKey,
        projectId,
        sourceId,
        title: file.name,
        files: 1,
        bytes: file.size,
        replaces: exceptionId,
        entry,
        continues: cut?.uploadKey ?? null,
        unread: { count: 0, paths: [] },
      }),
    )
  }
  const accept = (open: readonly ExceptionRow[], note: string) => {
    // The server takes so many at once.
    for (let from = 0; from < open.length; from += maxAccepted) {
      const exceptionIds = open.slice(from, from + maxAccepted).map(({ exceptionId }) => exceptionId)
      run(acceptExceptions({ projectId, exceptionIds, note }))
    }
  }
  const actsOf = (rows: readonly ExceptionRow[], done: () => void): readonly ExceptionAct[] => {
    const open = rows.filter(({ resolution }) => resolution === 'open')
    const [only] = rows.length === 1 ? open : []
    const mayTell = who.can('job.control')
    const again = mayTell ? open.filter(isRetriable) : []
    const locked = mayTell ? open.filter(isUnlockable) : []
    const ask = (is: NonNullable<Asks>['is'], about: readonly ExceptionRow[]) => () =>
      setAsks({ is, about, done })
    const acts: (ExceptionAct | false)[] = [
      open.length > 0 && { id: 'accept', label: 'Accept…', icon: 'check', run: ask('note', open) },
      again.length > 0 && {
        id: 'retry',
        label: again.length === open.length ? 'Retry' : `Retry ${number(again.length)} of them`,
        icon: 'retry',
        run: () => {
          for (const one of byJob(again)) run(controlJob({ projectId, action: 'retry', ...one }))
          done()
        },
      },
      locked.length > 0 && {
        id: 'password',
        label: 'Add a password and retry…',
        icon: 'lock',
        run: ask('password', locked),
      },
      only !== undefined &&
        only.sourceId !== null && {
          id: 'replace',
          label: 'Replace by a file…',
          icon: 'upload',
          run: ask('file', [only]),
        },
    ]
    return acts.filter((act) => act !== false)
  }
  const close = () => setAsks(null)
  const settle = (act: () => void) => {
    act()
    close()
    asks?.done()
  }
  const [first] = asks?.about ?? []
  const dialog =
    asks === null || first === undefined ? null : asks.is === 'note' ? (
      <AcceptDialog
        count={asks.about.length}
        onClose={close}
        onAccept={(note) => settle(() => accept(asks.about, note))}
      />
    ) : asks.is === 'file' ? (
      <ReplaceDialog
        exception={first}
        onClose={close}
        onReplace={(file, entry) => settle(() => replace(first, file, entry))}
      />
    ) : (
      <PasswordDialog
        onClose={close}
        onAdd={(password) =>
          settle(() => run(addPassword({ projectId, retries: byJob(asks.about), password })))
        }
      />
    )
  return { actsOf, dialog }
}

/** Each job is told once, of all that is chosen of it. */
const byJob = (rows: readonly ExceptionRow[]): { jobId: number; exceptionIds: number[] }[] =>
  [...Map.groupBy(rows, ({ jobId }) => jobId)].map(([jobId, own]) => ({
    jobId,
    exceptionIds: own.slice(0, maxRetried).map(({ exceptionId }) => exceptionId),
  }))

function PasswordDialog({
  onClose,
  onAdd,
}: {
  readonly onClose: () => void
  readonly onAdd: (password: string) => void
}): ReactElement {
  const [password, setPassword] = useState('')
  const { type, toggle } = usePasswords()
  const [tried, setTried] = useState(false)
  return (
    <Dialog
      open
      title="Add a password and try again"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (password !== '') onAdd(password)
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Add and retry
          </Button>
        </>
      }
    >
      <Field
        label="Password"
        required
        error={tried && password === '' ? 'Enter a password.' : null}
        hint="What is chosen is tried again with it. It is kept with the settings of processing, for whatever comes later."
      >
        <DraftInput
          data-first
          type={type}
          value={password}
          onChange={setPassword}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      <div>{toggle}</div>
    </Dialog>
  )
}
