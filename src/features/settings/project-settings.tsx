/** How a project is set: its time zone, and whether its documents may be sent to the AI endpoint. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { projectName } from '#contracts/project.ts'
import type { Settings } from '#contracts/settings.ts'
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
import { number } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { SettingRow } from './setting-row.tsx'
import { TimeZoneSelect } from './time-zone-select.tsx'
import { zoneName } from './time-zones.ts'

type Changing = 'name' | 'timeZone' | 'sending' | null

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
