/** Starting a matter of one's own. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Company } from '#contracts/company.ts'
import { prefix as prefixSchema, projectName } from '#contracts/project.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { createProject } from '#src/commands/project.ts'
import { selectProject } from '#src/commands/selection.ts'
import { $creating } from '#src/stores/project.ts'
import { TimeZoneSelect } from '../settings/time-zone-select.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput, Select, Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'

export function NewProjectDialog({
  clients,
  clientId,
  onClose,
}: {
  readonly clients: readonly Company[]
  readonly clientId: number | null
  readonly onClose: () => void
}): ReactElement {
  const [run, creating] = useUnit([dispatch, $creating])
  const navigate = useNavigate()
  const [picked, setPicked] = useState(clientId)
  // Nobody need pick one to have the first: the clients may come after the dialog has opened.
  const companyId = picked ?? clients[0]?.company_id ?? null
  const [name, setName] = useState('')
  const [prefix, setPrefix] = useState('')
  const [browsers] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  // What nobody chose here is as the client has it.
  const [chosenZone, setZone] = useState<string | null>(null)
  const [chosenForms, setCodingForms] = useState<boolean | null>(null)
  const defaults = clients.find(({ company_id }) => company_id === companyId)?.defaults
  const zone = chosenZone ?? defaults?.timeZone ?? browsers
  const codingForms = chosenForms ?? defaults?.codingForms ?? true
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  // What was started before this dialog opened is none of its business.
  const [sent, setSent] = useState(false)
  const refused = sent && creating.phase === 'refused' ? creating : null
  const fields = useFaultFocus<HTMLDivElement>(tries, refused)

  const doneId = sent && creating.phase === 'done' ? creating.projectId : null
  useEffect(() => {
    if (doneId === null || companyId === null) return
    run(selectProject({ clientId: companyId, projectId: doneId }))
    onClose()
    void navigate('/overview')
  }, [doneId, companyId, run, onClose, navigate])

  /** What the server refused of one field stands at that field, until something is written otherwise. */
  const refusal = (field: string): string | null => (refused?.field === field ? refused.message : null)
  const nameRefusal = refusal('projectName')
  const prefixRefusal = refusal('prefix')
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      if (refused !== null) setSent(false)
    }
  const nameFault = projectName.safeParse(name).success
    ? null
    : 'Give the project a name of up to 100 characters.'
  const prefixFault = prefixSchema.safeParse(prefix).success
    ? null
    : 'Use 1 to 20 letters, figures, or the signs _ . -'
  const send = () => {
    setTries(tries + 1)
    if (nameFault !== null || prefixFault !== null || companyId === null) return
    setSent(true)
    run(
      createProject({
        companyId,
        projectName: name.trim(),
        prefix: prefix.trim(),
        timeZone: zone,
        codingForms,
      }),
    )
  }
  return (
    <Dialog
      open
      title="New project"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={creating.phase === 'sending'}>
            Start the project
          </Button>
        </>
      }
    >
      <chakra.div ref={fields} display="contents">
        {refused !== null && (nameRefusal ?? prefixRefusal) === null && (
          <Notice tone="danger">{refused.message}</Notice>
        )}
        <Field label="Client" required>
          <Select
            value={String(companyId ?? '')}
            choices={clients.map((one) => ({ value: String(one.company_id), label: one.company_name }))}
            onChoose={change((value) => setPicked(Number(value)))}
          />
        </Field>
        <Field label="Name" required error={(tried ? nameFault : null) ?? nameRefusal}>
          <DraftInput data-first value={name} onChange={change(setName)} maxLength={100} />
        </Field>
        <Field
          label="Control-number prefix"
          required
          error={(tried ? prefixFault : null) ?? prefixRefusal}
          hint={
            <>
              Documents are numbered <code>{`${prefix.trim() || 'PREFIX'}00000001`}</code> and on. It cannot
              be changed later.
            </>
          }
        >
          <DraftInput value={prefix} onChange={change(setPrefix)} maxLength={20} fontFamily="mono" />
        </Field>
        <Field
          label="Time zone"
          hint="Document dates are shown and searched in it; fixed once anything is produced."
        >
          <TimeZoneSelect own={zone} value={zone} onChoose={setZone} />
        </Field>
        <Switch
          on={codingForms}
          onTurn={setCodingForms}
          label="Coding forms"
          hint="On: documents are coded with a form (responsive, hot, privilege, note). Off: they are sorted with tags of the same kind."
        />
      </chakra.div>
    </Dialog>
  )
}
