/** Making a key for another application, and the one time that it is shown. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { keyDays, keyRoles, type listKeys } from '#contracts/api-keys.ts'
import type { ReplyOf } from '#contracts/call.ts'
import { type RoleName, roleRanks } from '#contracts/permission.ts'
import { makeKey } from '#src/commands/account.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { $accountSave } from '#src/stores/account.ts'
import { useFormSave } from '../fields/form-save.ts'
import { roleWords } from '../people/roles.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { CopyButton, DraftInput, Select, Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { ProofField } from './proof-field.tsx'

type Projects = ReplyOf<typeof listKeys>['projects']

const lives = [1, 7, 30, keyDays.usual, 180, keyDays.most]
const lifeWords = (days: number): string => (days === 1 ? '1 day' : days === 365 ? '1 year' : `${days} days`)

export function KeyDialog({
  projects,
  onClose,
}: {
  readonly projects: Projects
  readonly onClose: () => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $accountSave])
  const [label, setLabel] = useState('')
  const [days, setDays] = useState<number>(keyDays.usual)
  const [chosen, setChosen] = useState<readonly number[] | null>(null)
  const [role, setRole] = useState<RoleName | null>(null)
  const [readOnly, setReadOnly] = useState(false)
  const [proof, setProof] = useState('')
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const meant = projects.filter(({ projectId }) => chosen === null || chosen.includes(projectId))
  const strongest = Math.min(...meant.map((one) => roleRanks[one.role]))
  const weaker = keyRoles.filter((one) => roleRanks[one] > strongest)
  const kept = role !== null && weaker.includes(role) ? role : null
  const labelFault = label.trim() === '' ? 'Say which application it is for.' : null
  const projectFault = chosen?.length === 0 ? 'Choose a project.' : null
  const send = () => {
    setTried(true)
    if (labelFault !== null || projectFault !== null || proof === '') return
    run(
      makeKey({
        ...{ formKey: begin(), label: label.trim(), days, role: kept, readOnly, proof },
        projectIds: chosen === null ? null : [...chosen],
      }),
    )
    setProof('')
  }
  return (
    <Dialog
      open
      title="Generate Passkey"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Generate
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <Field
        label="Name"
        required
        hint="The application that will use it. It stands in the history of what it does."
        error={tried ? labelFault : null}
      >
        <DraftInput data-first value={label} onChange={setLabel} maxLength={100} />
      </Field>
      <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3">
        <Field label="Ends after">
          <Select
            value={String(days)}
            choices={lives.map((one) => ({ value: String(one), label: lifeWords(one) }))}
            onChoose={(value) => setDays(Number(value))}
          />
        </Field>
        <Field label="May do">
          <Select
            value={kept ?? ''}
            choices={[
              { value: '', label: 'As much as you' },
              ...weaker.map((one) => ({ value: one, label: `As ${roleWords(one).toLowerCase()}` })),
            ]}
            onChoose={(value) => setRole(weaker.find((one) => one === value) ?? null)}
          />
        </Field>
      </chakra.div>
      <Switch
        on={readOnly}
        onTurn={setReadOnly}
        label="Only reads"
        hint="It changes nothing in the projects."
      />
      <Field label="Projects" error={tried ? projectFault : null}>
        <Select
          value={chosen === null ? 'all' : 'some'}
          choices={[
            { value: 'all', label: 'All of yours, also new ones' },
            { value: 'some', label: 'Only those chosen here' },
          ]}
          onChoose={(value) => setChosen(value === 'all' ? null : [])}
        />
      </Field>
      {chosen !== null && (
        <chakra.fieldset maxHeight="180px" overflowY="auto">
          <chakra.legend srOnly>Projects of the passkey</chakra.legend>
          {projects.map(({ projectId, projectName }) => (
            <chakra.label key={projectId} display="flex" gap="2" alignItems="center" minHeight="row">
              <input
                type="checkbox"
                checked={chosen.includes(projectId)}
                onChange={(event) =>
                  setChosen(
                    event.currentTarget.checked
                      ? [...chosen, projectId]
                      : chosen.filter((one) => one !== projectId),
                  )
                }
              />
              <Foreign text={projectName} />
            </chakra.label>
          ))}
        </chakra.fieldset>
      )}
      <ProofField value={proof} onChange={setProof} tried={tried && !sending && refusal === null} />
    </Dialog>
  )
}

/** Shown once: whoever closes this has it, or makes another. */
export function SecretDialog({
  label,
  secret,
  onClose,
}: {
  readonly label: string
  readonly secret: string
  readonly onClose: () => void
}): ReactElement {
  return (
    <Dialog
      open
      title={`The passkey of ${label}`}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <p>Copy it into the application now. It is shown only this once, and kept nowhere.</p>
      <chakra.div display="flex" alignItems="center" gap="2" p="3" borderRadius="md" background="sunken">
        <chakra.code
          flex="1"
          fontFamily="mono"
          fontSize="xs"
          wordBreak="break-all"
          aria-label="Passkey"
          data-testid="passkey"
        >
          {secret}
        </chakra.code>
        <CopyButton text={secret} />
      </chakra.div>
      <chakra.p color="muted" fontSize="sm">
        The application sends it with each call as <code>Authorization: Bearer …</code>, never in an address.
      </chakra.p>
    </Dialog>
  )
}
