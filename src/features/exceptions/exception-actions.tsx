/** What can be done about the exceptions that are chosen: accept them, try again, with another password or another file. */
import { chakra } from '@chakra-ui/react'
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
import { counted, number } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'
import { AcceptDialog } from './accept-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

export function ExceptionActions({
  projectId,
  picked,
  onDone,
}: {
  readonly projectId: number
  readonly picked: readonly ExceptionRow[]
  readonly onDone: () => void
}): ReactElement {
  const { run, put, uploads, held } = useUnit({
    run: dispatch,
    put: pickedFiles.put,
    uploads: collect.$state,
    held: pickedFiles.$entries,
  })
  const who = useWho()
  const [asks, setAsks] = useState<'note' | 'password' | 'file' | null>(null)
  const open = picked.filter(({ resolution }) => resolution === 'open')
  const only = picked.length === 1 ? open[0] : undefined
  const mayTell = who.can('job.control')
  const again = mayTell ? open.filter(isRetriable) : []
  const locked = mayTell ? open.filter(isUnlockable) : []
  const close = () => setAsks(null)
  const replace = (file: File, entry: boolean) => {
    if (only === undefined || only.sourceId === null) return
    const uploadKey = nanoid()
    // Of a tab that is closed, too: nobody else goes on with it.
    const cut = Object.values(uploads.uploads).find(
      (one) =>
        one.projectId === projectId &&
        one.replaces === only.exceptionId &&
        one.phase !== 'finished' &&
        !held.has(one.uploadKey),
    )
    put({ key: uploadKey, value: [{ path: file.name, file }] })
    run(
      queueUpload({
        uploadKey,
        projectId,
        sourceId: only.sourceId,
        title: file.name,
        files: 1,
        bytes: file.size,
        replaces: only.exceptionId,
        entry,
        continues: cut?.uploadKey ?? null,
        unread: { count: 0, paths: [] },
      }),
    )
    onDone()
  }
  return (
    <chakra.div
      role="group"
      aria-label="What is done about the exceptions that are chosen"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      px="4"
      py="2"
      background="selected"
      borderBottomWidth="1px"
      borderColor="line"
    >
      <chakra.span role="status" mr="2">
        {counted(picked.length, 'exception')} chosen
        {open.length < picked.length && `, ${counted(open.length, 'open one')}`}
      </chakra.span>
      <Button size="sm" icon="check" disabled={open.length === 0} onClick={() => setAsks('note')}>
        Accept…
      </Button>
      {again.length > 0 && (
        <Button
          size="sm"
          icon="retry"
          onClick={() => {
            for (const one of byJob(again)) run(controlJob({ projectId, action: 'retry', ...one }))
            onDone()
          }}
        >
          {again.length === open.length ? 'Retry' : `Retry ${number(again.length)} of them`}
        </Button>
      )}
      {locked.length > 0 && (
        <Button size="sm" icon="lock" onClick={() => setAsks('password')}>
          Add a password and retry…
        </Button>
      )}
      {only !== undefined && only.sourceId !== null && (
        <Button size="sm" icon="upload" onClick={() => setAsks('file')}>
          Replace by a file…
        </Button>
      )}
      <Button size="sm" look="quiet" onClick={onDone}>
        Clear selection
      </Button>
      {asks === 'note' && (
        <AcceptDialog
          count={open.length}
          onClose={close}
          onAccept={(note) => {
            // The server takes so many at once.
            for (let from = 0; from < open.length; from += maxAccepted) {
              const exceptionIds = open.slice(from, from + maxAccepted).map(({ exceptionId }) => exceptionId)
              run(acceptExceptions({ projectId, exceptionIds, note }))
            }
            close()
            onDone()
          }}
        />
      )}
      {asks === 'file' && only !== undefined && (
        <ReplaceDialog
          exception={only}
          onClose={close}
          onReplace={(file, entry) => {
            close()
            replace(file, entry)
          }}
        />
      )}
      {asks === 'password' && (
        <PasswordDialog
          onClose={close}
          onAdd={(password) => {
            run(addPassword({ projectId, retries: byJob(locked), password }))
            close()
            onDone()
          }}
        />
      )}
    </chakra.div>
  )
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
