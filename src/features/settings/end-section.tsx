/** The end of a project: its archive, its legal hold, and its deletion by two people. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { deletionDays, type ProjectEnd, reason as reasonSchema } from '#contracts/project-end.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { archiveProject, endProject, holdProject } from '#src/commands/project-end.ts'
import { projectEnd } from '#src/reads/project-end.ts'
import { $endSave } from '#src/stores/project-end.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { day, dayAndTime } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { SettingRow } from './setting-row.tsx'

type Asked = 'archive' | 'hold' | 'ask' | 'approve' | 'takeBack' | null

export function EndSection(): ReactElement {
  const answer = useRead(projectEnd, {})
  const { value } = answer
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  return (
    <Section title="Archive and deletion">
      <Missing
        answer={answer}
        rows={3}
        title="The state of the project could not be loaded"
        onRetry={answer.again}
      />
      {value !== null && <State end={value} onAsk={setAsked} />}
      {value !== null && asked === 'archive' && <ArchiveDialog end={value} onClose={close} />}
      {value !== null && asked === 'hold' && <HoldDialog end={value} onClose={close} />}
      {(asked === 'ask' || asked === 'approve') && <DeletionDialog step={asked} onClose={close} />}
      {asked === 'takeBack' && <TakeBackDialog onClose={close} />}
    </Section>
  )
}

function State({
  end: { archivedAt, hold, deletion },
  onAsk,
}: {
  readonly end: ProjectEnd
  readonly onAsk: (asked: Asked) => void
}): ReactElement {
  const { userId, roleName } = useWho()
  const mayApprove = roleName === 'ClientAdmin' || roleName === 'SystemAdmin'
  return (
    <dl>
      <SettingRow
        name="Archive"
        note={
          archivedAt === null
            ? 'An archived project is read only: jobs are paused, and search, history and exports go on. It can be restored.'
            : 'Nothing in it changes. Restored, it is worked on again; its paused jobs wait for somebody.'
        }
        act={
          <Button size="sm" onClick={() => onAsk('archive')}>
            {archivedAt === null ? 'Archive the project' : 'Restore the project'}
          </Button>
        }
      >
        {archivedAt === null ? 'Not archived' : `Archived ${dayAndTime(archivedAt)}`}
      </SettingRow>
      <SettingRow
        name="Legal hold"
        note={
          hold === null
            ? 'While a hold stands nobody can delete the project. Two people release it.'
            : hold.release === null
              ? `Set by ${hold.setBy.userName}, ${dayAndTime(hold.setAt)}.`
              : `${hold.release.by.userName} has asked for its release: ${hold.release.reason}`
        }
        act={
          hold?.release?.by.userId === userId ? null : (
            <Button size="sm" onClick={() => onAsk('hold')}>
              {hold === null ? 'Set a hold' : hold.release === null ? 'Ask for release' : 'Release the hold'}
            </Button>
          )
        }
      >
        {hold === null ? 'None' : <Foreign text={hold.reason} />}
      </SettingRow>
      <SettingRow
        name="Deletion"
        note={deletionNote({ archivedAt, hold, deletion })}
        act={
          deletion === null ? (
            archivedAt !== null &&
            hold === null && (
              <Button size="sm" look="danger" onClick={() => onAsk('ask')}>
                Delete the project
              </Button>
            )
          ) : deletion.begun ? null : (
            <>
              {deletion.approvedBy === null && deletion.askedBy.userId !== userId && mayApprove && (
                <Button size="sm" look="danger" onClick={() => onAsk('approve')}>
                  Approve it
                </Button>
              )}
              <Button size="sm" onClick={() => onAsk('takeBack')}>
                Take it back
              </Button>
            </>
          )
        }
      >
        {deletion === null
          ? 'Not asked for'
          : deletion.approvedBy === null || deletion.dueAt === null
            ? `Asked for by ${deletion.askedBy.userName}, ${dayAndTime(deletion.askedAt)}`
            : deletion.begun
              ? 'Its documents are being deleted'
              : `On ${day(deletion.dueAt)}`}
      </SettingRow>
    </dl>
  )
}

function deletionNote({ archivedAt, hold, deletion }: ProjectEnd): string {
  if (deletion?.approvedBy != null)
    return `Asked for by ${deletion.askedBy.userName}, approved by ${deletion.approvedBy.userName}.`
  if (deletion !== null)
    return 'It waits for the approval of a second administrator of the client, or of a system administrator.'
  if (hold !== null) return 'The legal hold bars it.'
  if (archivedAt === null) return 'Archive the project first.'
  return `A second administrator approves it; ${deletionDays} days later documents and files are deleted. The audit record and a certificate stay.`
}

/** What each of the dialogs needs: whether it is on its way, and why it was refused. */
function useEnding(onClose: () => void) {
  const [run, save] = useUnit([dispatch, $endSave])
  return { run, ...useFormSave(save, onClose) }
}

function ArchiveDialog({
  end: { archivedAt, deletion },
  onClose,
}: {
  readonly end: ProjectEnd
  readonly onClose: () => void
}): ReactElement {
  const { run, sending, refusal, begin } = useEnding(onClose)
  const archives = archivedAt === null
  return (
    <Dialog
      open
      title={archives ? 'Archive the project?' : 'Restore the project?'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button
            look="primary"
            busy={sending}
            onClick={() => run(archiveProject({ formKey: begin(), archived: archives }))}
          >
            {archives ? 'Archive' : 'Restore'}
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <p>
        {archives
          ? 'From now on nobody codes, imports or changes anything in it, and its running jobs are paused. Everybody still reads what they could read. Coding that is not saved yet is refused.'
          : 'It is worked on again. Jobs that were paused stay paused until somebody resumes them.'}
      </p>
      {!archives && deletion !== null && <p>The deletion that was asked for is taken back.</p>}
    </Dialog>
  )
}

function HoldDialog({
  end: { hold },
  onClose,
}: {
  readonly end: ProjectEnd
  readonly onClose: () => void
}): ReactElement {
  const { run, sending, refusal, begin } = useEnding(onClose)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const fault = reasonSchema.safeParse(reason).success ? null : 'Say why in 10 to 500 characters.'
  const title =
    hold === null
      ? 'Set a legal hold'
      : hold.release === null
        ? 'Ask for the release of the hold'
        : 'Release the legal hold'
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (fault === null)
          run(holdProject({ formKey: begin(), holdId: hold?.holdId ?? null, reason: reason.trim() }))
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            {hold === null ? 'Set the hold' : hold.release === null ? 'Ask for it' : 'Release it'}
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <p>
        {hold === null
          ? 'Nothing deletes the project while the hold stands. A deletion that was asked for is taken back.'
          : hold.release === null
            ? 'Another administrator releases it, and sees your reason.'
            : `${hold.release.by.userName} has asked for it: ${hold.release.reason}`}
      </p>
      <Field label="Reason" required error={tried ? fault : null}>
        <DraftInput data-first value={reason} onChange={setReason} maxLength={500} />
      </Field>
    </Dialog>
  )
}

function DeletionDialog({
  step,
  onClose,
}: {
  readonly step: 'ask' | 'approve'
  readonly onClose: () => void
}): ReactElement {
  const who = useWho()
  const { run, sending, refusal, begin } = useEnding(onClose)
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const fault = name.trim() === who.projectName ? null : 'Type the name of the project exactly as it is.'
  return (
    <Dialog
      open
      title={step === 'ask' ? 'Delete the project' : 'Approve the deletion'}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (fault === null) run(endProject({ formKey: begin(), step, projectName: name.trim() }))
      }}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" look="danger" busy={sending}>
            {step === 'ask' ? 'Ask for its deletion' : 'Approve its deletion'}
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <p>
        {step === 'ask'
          ? `A second administrator of the client, or a system administrator, approves it. ${deletionDays} days after that all documents, files, coding and searches of the project are deleted for good.`
          : `In ${deletionDays} days all documents, files, coding and searches of the project are deleted for good. Until then it can be taken back.`}
      </p>
      <chakra.p color="muted">Its audit record stays, and a certificate of what was deleted.</chakra.p>
      <Field label={`Type “${who.projectName}”`} required error={tried ? fault : null}>
        <DraftInput data-first value={name} onChange={setName} maxLength={100} autoComplete="off" />
      </Field>
    </Dialog>
  )
}

function TakeBackDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { run, sending, refusal, begin } = useEnding(onClose)
  return (
    <Dialog
      open
      title="Take the deletion back?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button
            look="primary"
            busy={sending}
            onClick={() => run(endProject({ formKey: begin(), step: 'takeBack' }))}
          >
            Take it back
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <p>The project stays archived, and nothing of it is deleted.</p>
    </Dialog>
  )
}
