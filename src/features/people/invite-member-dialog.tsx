/** Invites somebody who has no account yet into the client and this project. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { type Capability, grantable, type RoleName, roleNames, roleRanks } from '#contracts/permission.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { inviteToProject } from '#src/commands/people.ts'
import { walls } from '#src/reads/people.ts'
import { $peopleSave } from '#src/stores/people.ts'
import { $project } from '#src/stores/selection.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Grants } from './grants.tsx'
import { roleWords } from './roles.ts'

export function InviteMemberDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [run, save, project] = useUnit([dispatch, $peopleSave, $project])
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<RoleName>('Reviewer')
  const [granted, setGranted] = useState<readonly Capability[]>([])
  const [groups, setGroups] = useState<readonly string[]>([])
  const [tried, setTried] = useState(false)
  const mayWall = useWho().can('wall.manage')
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const strongest = Math.max(project?.level ?? 0, roleRanks.ProjectManager)
  const roles = roleNames.filter((one) => roleRanks[one] >= strongest)
  const may = grantable(role)
  const fault = email.trim() === '' ? 'Write the address of whoever you invite.' : null
  return (
    <Dialog
      open
      title="Invite somebody new"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (fault === null)
          run(
            inviteToProject({
              ...{ formKey: begin(), email: email.trim(), name: name.trim(), role },
              ...{ granted: granted.filter((one) => may.includes(one)), groups: [...groups] },
            }),
          )
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Invite
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <p>They get a mail with a link, set up their account by it, and have this role in the project.</p>
        <Field label="E-mail" required error={tried ? fault : null}>
          <DraftInput data-first type="email" value={email} onChange={setEmail} maxLength={254} />
        </Field>
        <Field label="Name">
          <DraftInput value={name} onChange={setName} maxLength={100} />
        </Field>
        <Field label="Role">
          <Select
            value={role}
            choices={roles.map((value) => ({ value, label: roleWords(value) }))}
            onChoose={(value) => setRole(roles.find((one) => one === value) ?? role)}
          />
        </Field>
        <Grants may={may} granted={granted} onGrant={setGranted} />
        {mayWall && <Groups chosen={groups} onChoose={setGroups} />}
      </chakra.div>
    </Dialog>
  )
}

/** What they will see of a project that has walls: without a group, nothing. */
function Groups({
  chosen,
  onChoose,
}: {
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: readonly string[]) => void
}): ReactElement | null {
  const { value } = useRead(walls, {})
  if (value === null || value.groups.length === 0) return null
  return (
    <chakra.fieldset>
      <chakra.legend fontSize="sm" fontWeight={600} mb="1">
        Groups
      </chakra.legend>
      {value.groups.map(({ groupId, name }) => (
        <chakra.label key={groupId} display="flex" gap="2" alignItems="center" minHeight="row">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={(event) =>
              onChoose(event.currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
          />
          <Foreign text={name} />
        </chakra.label>
      ))}
      {chosen.length === 0 && (
        <chakra.p fontSize="sm" color="muted">
          The project has walls: without a group they see none of its documents.
        </chakra.p>
      )}
    </chakra.fieldset>
  )
}
