/** What is asked before a person of a client is changed. Each says what stands by now where somebody else was first. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { ClientPerson } from '#contracts/client-people.ts'
import { type Capability, grantable, type RoleName, roleNames, roleRanks } from '#contracts/permission.ts'
import { changePerson, giveProjectRole, takeProjectRole } from '#src/commands/client-people.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { projectRoles } from '#src/reads/client-people.ts'
import { $clientPeopleSave } from '#src/stores/client-people.ts'
import { useFormSave } from '../fields/form-save.ts'
import { Grants } from '../people/grants.tsx'
import { roleWords } from '../people/roles.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { counted } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Missing } from '../ui/states.tsx'
import { accountWords } from './words.ts'

interface Props {
  readonly companyId: number
  /** As they stand by now. */
  readonly person: ClientPerson
  readonly onClose: () => void
}

function Frame({
  title,
  button,
  danger = false,
  sending,
  refusal,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string
  readonly button: string
  readonly danger?: boolean
  readonly sending: boolean
  readonly refusal: ReactNode
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}): ReactElement {
  return (
    <Dialog
      open
      size="sm"
      title={title}
      onClose={onClose}
      onSubmit={onSubmit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={sending}>
            {button}
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        {children}
      </chakra.div>
    </Dialog>
  )
}

/** What somebody else has made of it meanwhile, beside what is asked here. */
const withBoth = (refusal: string | null, isOther: boolean, stands: string, yours: string): ReactNode =>
  refusal === null ? null : (
    <>
      {refusal}
      {isOther && (
        <div>{`It stands at “${stands}” now; yours is “${yours}”. Save again to put yours in its place.`}</div>
      )}
    </>
  )

export function AccountRoleDialog({ companyId, person, onClose }: Props): ReactElement {
  const [run, save] = useUnit([dispatch, $clientPeopleSave])
  const { rank } = useWho()
  const [seen] = useState(person)
  const [role, setRole] = useState<RoleName>(person.role)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const strongest = Math.max(rank, roleRanks.ClientAdmin)
  const offered = roleNames.filter(
    (one) => roleRanks[one] >= strongest && (one === 'ClientAdmin' || one === 'Default' || one === seen.role),
  )
  return (
    <Frame
      title={`Account role of ${person.userName}`}
      button="Save"
      sending={sending}
      refusal={withBoth(
        refusal,
        person.version !== seen.version,
        accountWords(person.role),
        accountWords(role),
      )}
      onClose={onClose}
      onSubmit={() =>
        run(
          changePerson({ formKey: begin(), companyId, userId: person.userId, version: person.version, role }),
        )
      }
    >
      <Field
        label="Account role"
        hint="Members do what their roles in projects allow. Administrators of the client manage its people and all of its projects."
      >
        <Select
          value={role}
          choices={offered.map((value) => ({ value, label: accountWords(value) }))}
          onChoose={(value) => setRole(offered.find((one) => one === value) ?? role)}
        />
      </Field>
    </Frame>
  )
}

export function ActiveDialog({ companyId, person, onClose }: Props): ReactElement {
  const [run, save] = useUnit([dispatch, $clientPeopleSave])
  const [seen] = useState(person)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const active = !seen.active
  const word = (on: boolean) => (on ? 'active' : 'deactivated')
  return (
    <Frame
      title={`${active ? 'Activate' : 'Deactivate'} ${person.userName}?`}
      button={active ? 'Activate' : 'Deactivate'}
      danger={!active}
      sending={sending}
      refusal={withBoth(refusal, person.version !== seen.version, word(person.active), word(active))}
      onClose={onClose}
      onSubmit={() =>
        run(
          changePerson({
            formKey: begin(),
            companyId,
            userId: person.userId,
            version: person.version,
            active,
          }),
        )
      }
    >
      <p>
        {active
          ? `They can sign in again, with the roles that they had: ${counted(person.projects.length, 'project')}.`
          : 'They are signed out at once and cannot sign in. Batches that they hold go back, and what they have running and may not be left to run stops. What they coded stays, under their name.'}
      </p>
      {!active && person.openInvitations > 0 && (
        <p>
          {`${counted(person.openInvitations, 'invitation')} of theirs stay open. Take back in the list of people what is not to be used.`}
        </p>
      )}
    </Frame>
  )
}

type Role = ClientPerson['projects'][number]

export function ProjectRoleDialog({
  companyId,
  person,
  given,
  onClose,
}: Props & {
  /** Null: a project in which they have none yet. */
  readonly given: Role | null
}): ReactElement {
  const { userId } = person
  const [run, save] = useUnit([dispatch, $clientPeopleSave])
  const answer = useRead(projectRoles, given === null ? { companyId, userId } : null)
  const free = (answer.value ?? []).filter((one) => one.role === null)
  const [seen] = useState(person)
  const [projectId, setProjectId] = useState(given?.projectId ?? null)
  const [role, setRole] = useState<RoleName>(given?.role ?? 'Reviewer')
  const [granted, setGranted] = useState<readonly Capability[]>(given?.granted ?? [])
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const roles = roleNames.filter((one) => roleRanks[one] >= roleRanks.ProjectManager)
  const may = grantable(role)
  const now = person.projects.find((one) => one.projectId === projectId)
  return (
    <Frame
      title={given === null ? `Add ${person.userName} to a project` : `Role in ${given.projectName}`}
      button={given === null ? 'Add' : 'Save'}
      sending={sending}
      refusal={withBoth(
        refusal,
        person.version !== seen.version,
        now === undefined ? 'no role' : roleWords(now.role),
        roleWords(role),
      )}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (projectId === null) return
        run(
          giveProjectRole({
            ...{ formKey: begin(), companyId, userId, version: person.version, projectId, role },
            granted: granted.filter((one) => may.includes(one)),
          }),
        )
      }}
    >
      {given === null && (
        <>
          <Missing answer={answer} rows={1} title="Projects could not be loaded" onRetry={answer.again} />
          {answer.value !== null && free.length === 0 && projectId === null && (
            <p>They have a role in every project of the client already.</p>
          )}
          {free.length > 0 && (
            <Field label="Project" required error={tried && projectId === null ? 'Choose a project.' : null}>
              <Select
                data-first
                value={projectId === null ? '' : String(projectId)}
                placeholder="Choose a project"
                choices={free.map((one) => ({ value: String(one.projectId), label: one.projectName }))}
                onChoose={(value) => setProjectId(Number(value))}
              />
            </Field>
          )}
        </>
      )}
      <Field label="Role">
        <Select
          value={role}
          choices={roles.map((value) => ({ value, label: roleWords(value) }))}
          onChoose={(value) => setRole(roles.find((one) => one === value) ?? role)}
        />
      </Field>
      <Grants may={may} granted={granted} onGrant={setGranted} />
    </Frame>
  )
}

export function TakeRoleDialog({
  companyId,
  person,
  given: { projectId, projectName },
  onClose,
}: Props & { readonly given: Role }): ReactElement {
  const [run, save] = useUnit([dispatch, $clientPeopleSave])
  const [seen] = useState(person)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const now = person.projects.find((one) => one.projectId === projectId)
  return (
    <Frame
      title={`Remove ${person.userName} from ${projectName}?`}
      button="Remove"
      danger
      sending={sending}
      refusal={withBoth(
        refusal,
        person.version !== seen.version,
        now === undefined ? 'no role' : roleWords(now.role),
        'no role',
      )}
      onClose={onClose}
      onSubmit={() =>
        run(
          takeProjectRole({
            ...{ formKey: begin(), companyId, userId: person.userId, version: person.version, projectId },
          }),
        )
      }
    >
      <p>
        They are signed out and do not see the project any more. Batches that they hold go back. What they
        coded stays, under their name.
      </p>
    </Frame>
  )
}
