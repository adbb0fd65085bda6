/** How a project is set: its time zone, how it is reviewed, and whether its documents may be sent to the AI endpoint. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { projectName } from '#contracts/project.ts'
import { idleMinutes, type Settings } from '#contracts/settings.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { changeReviewSettings, changeSettings } from '#src/commands/settings.ts'
import { projectSettings } from '#src/reads/settings.ts'
import { $project } from '#src/stores/selection.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { NoiseSetting } from './noise-setting.tsx'
import { SettingRow } from './setting-row.tsx'
import { TimeZoneSelect } from './time-zone-select.tsx'
import { zoneName } from './time-zones.ts'

type Changing = 'name' | 'timeZone' | 'forms' | 'idle' | 'sending' | null

export function ProjectSettings(): ReactElement {
  const run = useUnit(dispatch)
  const { can } = useWho()
  const may = can('project.manage')
  const isArchived = useUnit($project)?.archivedAt != null
  const answer = useRead(projectSettings, {})
  const { value } = answer
  const [changing, setChanging] = useState<Changing>(null)
  const close = () => setChanging(null)
  return (
    <Section title="Settings">
      <Missing answer={answer} rows={4} title="The settings could not be loaded" onRetry={answer.again} />
      {value !== null && (
        <dl>
          <SettingRow
            name="Name"
            act={
              may && (
                <Button size="sm" onClick={() => setChanging('name')}>
                  Rename
                </Button>
              )
            }
          >
            <Foreign text={value.projectName} />
          </SettingRow>
          <SettingRow name="Control-number prefix" note="It never changes.">
            {value.prefix}
          </SettingRow>
          <SettingRow
            name="Time zone of dates"
            note={
              value.timeZoneFixed === null
                ? may || isArchived
                  ? 'It can be changed until anything is produced.'
                  : 'Project managers change it, until anything is produced.'
                : `It cannot be changed any more. ${value.timeZoneFixed}`
            }
            act={
              may &&
              value.timeZoneFixed === null && (
                <Button size="sm" onClick={() => setChanging('timeZone')}>
                  Change the time zone
                </Button>
              )
            }
          >
            {zoneName(value.timeZone)}
          </SettingRow>
          <SettingRow
            name="Documents are reviewed with"
            note={
              may || isArchived
                ? 'Changing it deletes nothing: what was coded or tagged before can be read, searched, and changed back to.'
                : 'Project managers change it.'
            }
            act={
              may && (
                <Button size="sm" onClick={() => setChanging('forms')}>
                  {value.codingForms ? 'Change to tags' : 'Change to coding forms'}
                </Button>
              )
            }
          >
            {value.codingForms ? 'Coding forms' : 'Tags'}
          </SettingRow>
          <NoiseSetting noise={value.noise} may={may} />
          <SettingRow
            name="Propagation of coding"
            note="To the family, the e-mail thread or near-duplicates, as the reviewer chooses for a save. What somebody has coded directly stays."
            act={
              can('assignment.manage') && (
                <Button
                  size="sm"
                  onClick={() => run(changeReviewSettings({ propagationEnabled: !value.propagationEnabled }))}
                >
                  {value.propagationEnabled ? 'Turn propagation off' : 'Turn propagation on'}
                </Button>
              )
            }
          >
            {value.propagationEnabled ? 'On' : 'Off: each document is coded by itself'}
          </SettingRow>
          <SettingRow
            name="Review time"
            note="Seconds that each person is at work on each document. Reviewers are told on the review screen, and review managers see it under Assignments."
            act={
              can('assignment.manage') && (
                <Button
                  size="sm"
                  onClick={() =>
                    run(changeReviewSettings({ reviewerTrackingEnabled: !value.reviewerTrackingEnabled }))
                  }
                >
                  {value.reviewerTrackingEnabled ? 'Stop recording it' : 'Record it'}
                </Button>
              )
            }
          >
            {value.reviewerTrackingEnabled ? 'Recorded' : 'Not recorded'}
          </SettingRow>
          <SettingRow
            name="Review idle timeout"
            note="Without any input for so long, the time since the last input is not counted."
            act={
              can('assignment.manage') && (
                <Button size="sm" onClick={() => setChanging('idle')}>
                  Change the timeout
                </Button>
              )
            }
          >
            {counted(value.codingIdleTimeout, 'minute')}
          </SettingRow>
          <SettingRow
            name="Sending documents to AI"
            note={
              may || isArchived
                ? 'To the endpoint that the installation names, for summaries, translations and transcripts.'
                : 'To the endpoint that the installation names. Project managers allow it.'
            }
            act={
              may && (
                <Button size="sm" onClick={() => setChanging('sending')}>
                  {value.aiSendingAllowed ? 'Stop allowing it' : 'Allow it'}
                </Button>
              )
            }
          >
            {value.aiSendingAllowed ? 'Allowed' : 'Not allowed: no document leaves this installation'}
          </SettingRow>
          <SettingRow name="Text kept searchable">
            {number(value.maxTextSize)} characters a document
          </SettingRow>
        </dl>
      )}
      {value !== null && changing === 'name' && <NameDialog own={value.projectName} onClose={close} />}
      {value !== null && changing === 'timeZone' && <TimeZoneDialog own={value.timeZone} onClose={close} />}
      {value !== null && changing === 'forms' && <FormsDialog settings={value} onClose={close} />}
      {value !== null && changing === 'idle' && <IdleDialog own={value.codingIdleTimeout} onClose={close} />}
      {value !== null && changing === 'sending' && <SendingDialog settings={value} onClose={close} />}
    </Section>
  )
}

function NameDialog({ own, onClose }: { readonly own: string; readonly onClose: () => void }): ReactElement {
  const run = useUnit(dispatch)
  const [name, setName] = useState(own)
  const [tried, setTried] = useState(false)
  const fault = projectName.safeParse(name).success
    ? null
    : 'Give the project a name of up to 100 characters.'
  return (
    <Dialog
      open
      title="Rename the project"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (fault !== null) return
        if (name.trim() !== own) run(changeSettings({ projectName: name.trim() }))
        onClose()
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Rename it
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        required
        error={tried ? fault : null}
        hint="Everybody sees it at once. Control numbers and the record stay as they are."
      >
        <DraftInput data-first value={name} onChange={setName} maxLength={100} />
      </Field>
    </Dialog>
  )
}

function TimeZoneDialog({
  own,
  onClose,
}: {
  readonly own: string
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const [zone, setZone] = useState(own)
  return (
    <Dialog
      open
      title="Time zone of the project"
      onClose={onClose}
      onSubmit={() => {
        if (zone !== own) run(changeSettings({ timeZone: zone }))
        onClose()
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={zone === own}>
            Change it
          </Button>
        </>
      }
    >
      <Field
        label="Time zone"
        hint="For everybody, the documents’ dates are shown and searched in it at once. Searches by date may find other documents than before."
      >
        <TimeZoneSelect first own={own} value={zone} onChoose={setZone} />
      </Field>
    </Dialog>
  )
}

function FormsDialog({
  settings: { codingForms },
  onClose,
}: {
  readonly settings: Settings
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const title = codingForms ? 'Change to tags' : 'Change to coding forms'
  return (
    <Dialog
      open
      title={`${title}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button
            look="primary"
            onClick={() => {
              run(changeSettings({ codingForms: !codingForms }))
              onClose()
            }}
          >
            {title}
          </Button>
        </>
      }
    >
      <p>
        {codingForms
          ? 'From now on documents are sorted with tags. Coding forms are hidden, and saves of coding are refused, also those that wait in a browser that is offline.'
          : 'From now on documents are coded with forms. Tags are hidden, and changes of tags are refused, also those that wait in a browser that is offline.'}
      </p>
      <chakra.p color="muted">
        Nothing is deleted: it is there again when this is changed back. Mass edits that are under way finish.{' '}
        {codingForms
          ? 'A project without tags gets the usual ones.'
          : 'A project without coding fields gets the usual form.'}
      </chakra.p>
    </Dialog>
  )
}

function IdleDialog({ own, onClose }: { readonly own: number; readonly onClose: () => void }): ReactElement {
  const run = useUnit(dispatch)
  const [text, setText] = useState(String(own))
  const [tried, setTried] = useState(false)
  const minutes = idleMinutes.safeParse(/^\d+$/.test(text.trim()) ? Number(text) : null)
  return (
    <Dialog
      open
      title="Review idle timeout"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (!minutes.success) return
        if (minutes.data !== own) run(changeReviewSettings({ codingIdleTimeout: minutes.data }))
        onClose()
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Change it
          </Button>
        </>
      }
    >
      <Field
        label="Minutes"
        required
        error={tried && !minutes.success ? 'Enter whole minutes, from 1 to 480.' : null}
        hint="Time without any key, click or scrolling counts up to this. Figures of Reconstruct go by it too."
      >
        <DraftInput data-first value={text} onChange={setText} maxLength={3} inputMode="numeric" />
      </Field>
    </Dialog>
  )
}

function SendingDialog({
  settings: { aiSendingAllowed: allowed },
  onClose,
}: {
  readonly settings: Settings
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <Dialog
      open
      title={allowed ? 'Stop sending documents to AI?' : 'Allow documents to be sent to AI?'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button
            look="primary"
            onClick={() => {
              run(changeSettings({ aiSendingAllowed: !allowed }))
              onClose()
            }}
          >
            {allowed ? 'Stop allowing it' : 'Allow it'}
          </Button>
        </>
      }
    >
      <p>
        {allowed
          ? 'From now on nothing of this project is sent. What was made so far stays.'
          : 'Texts and recordings of this project’s documents may then leave this installation, to the endpoint that its administrator has named, when somebody has texts made of them.'}
      </p>
      <chakra.p color="muted">Who allowed it and when stands in the audit record.</chakra.p>
    </Dialog>
  )
}
