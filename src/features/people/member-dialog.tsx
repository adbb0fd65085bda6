/** Adds somebody to the project, or changes what they are in it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { Member } from '#contracts/members.ts'
import { type Capability, grantable, type RoleName, roleNames, roleRanks } from '#contracts/permission.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveMember } from '#src/commands/people.ts'
import { candidates } from '#src/reads/people.ts'
import { $peopleSave } from '#src/stores/people.ts'
import { $project } from '#src/stores/selection.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Select, TextInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Missing } from '../ui/states.tsx'
import { Grants } from './grants.tsx'
import { roleWords } from './roles.ts'

export function MemberDialog({
  member,
  onClose,
}: {
  /** Null: somebody who has no role here yet. */
  readonly member: Member | null
  readonly onClose: () => void
}): ReactElement {
  const [run, save, project] = useUnit([dispatch, $peopleSave, $project])
  const [userId, setUserId] = useState(member?.userId ?? null)
  const [role, setRole] = useState<RoleName>(member?.role ?? 'Reviewer')
  const [granted, setGranted] = useState<readonly Capability[]>(member?.granted ?? [])
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const strongest = Math.max(project?.level ?? 0, roleRanks.ProjectManager)
  const roles = roleNames.filter((one) => roleRanks[one] >= strongest)
  const may = grantable(role)
  const send = () => {
    setTried(true)
    if (userId === null) return
    run(saveMember({ formKey: begin(), userId, role, granted: granted.filter((one) => may.includes(one)) }))
  }
  return (
    <Dialog
      open
      title={member === null ? 'Add a person' : `Change ${member.userName}`}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            {member === null ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      {member === null && (
        <Candidates chosen={userId} fault={tried && userId === null} onChoose={setUserId} />
      )}
      <Field label="Role">
        <Select
          value={role}
          choices={roles.map((one) => ({ value: one, label: roleWords(one) }))}
          onChoose={(value) => setRole(roles.find((one) => one === value) ?? role)}
        />
      </Field>
      <Grants may={may} granted={granted} onGrant={setGranted} />
    </Dialog>
  )
}

/** People of the client who have no role here, found by a part of their name or address. */
function Candidates({
  chosen,
  fault,
  onChoose,
}: {
  readonly chosen: number | null
  readonly fault: boolean
  readonly onChoose: (userId: number) => void
}): ReactElement {
  const [query, setQuery] = useState('')
  const answer = useRead(candidates, { query })
  const { value } = answer
  return (
    <>
      <Field label="Find" hint="Name or e-mail address of somebody of the client.">
        <TextInput data-first value={query} onSay={setQuery} maxLength={200} />
      </Field>
      <Missing answer={answer} rows={2} title="People could not be looked up" onRetry={answer.again} />
      {value?.totalCount === 0 && <p>Nobody else of the client is called so.</p>}
      {value !== null && value.totalCount > 0 && (
        <chakra.fieldset maxHeight="200px" overflowY="auto">
          <chakra.legend fontSize="sm" fontWeight={600} mb="1">
            Person
          </chakra.legend>
          {value.data.map(({ userId, userName, userEmail }) => (
            <chakra.label key={userId} display="flex" gap="2" alignItems="center" minHeight="row">
              <input
                type="radio"
                name="person"
                checked={chosen === userId}
                onChange={() => onChoose(userId)}
              />
              {userName}
              <chakra.span color="muted">{userEmail}</chakra.span>
            </chakra.label>
          ))}
          {value.totalCount > value.data.length && (
            <chakra.p fontSize="sm" color="muted">
              {`… ${value.totalCount - value.data.length} more: type more of the name.`}
            </chakra.p>
          )}
        </chakra.fieldset>
      )}
      {fault && <Notice tone="danger">Choose a person.</Notice>}
    </>
  )
}
