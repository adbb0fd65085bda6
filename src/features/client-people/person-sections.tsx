/** One person of a client: the account, roles in projects, groups, sessions, and what was changed about them. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ClientPerson, PersonAct } from '#contracts/client-people.ts'
import { actOnPerson } from '#src/commands/client-people.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { person as personRead } from '#src/reads/client-people.ts'
import { capabilityWords } from '../people/capability-words.ts'
import { roleWords } from '../people/roles.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { dayAndTime } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { AccountRoleDialog, ActiveDialog, ProjectRoleDialog, TakeRoleDialog } from './person-dialogs.tsx'
import { accountWords, changeWords } from './words.ts'

type Role = ClientPerson['projects'][number]
type Asked =
  | { readonly what: 'role' | 'active' | 'add' }
  | { readonly what: 'projectRole' | 'takeRole'; readonly role: Role }
  | { readonly what: 'act'; readonly act: Exclude<PersonAct, 'endSession' | 'unlock'> }

export function PersonSections({
  companyId,
  userId,
  backTo,
}: {
  readonly companyId: number
  readonly userId: number
  readonly backTo: string
}): ReactElement {
  const answer = useRead(personRead, { companyId, userId })
  const { value } = answer
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const all = { companyId, person: value, onClose: close } as const
  return (
    <>
      <Link to={backTo}>Back to all people</Link>
      <Missing answer={answer} rows={8} title="The person could not be loaded" onRetry={answer.again} />
      {value !== null && (
        <>
          <Account companyId={companyId} person={value} onAsk={setAsked} />
          <Projects person={value} onAsk={setAsked} />
          {value.groups.length > 0 && <Groups person={value} />}
          <Sessions companyId={companyId} person={value} onAsk={setAsked} />
          <Changes person={value} />
        </>
      )}
      {all.person !== null && asked?.what === 'role' && <AccountRoleDialog {...all} person={all.person} />}
      {all.person !== null && asked?.what === 'active' && <ActiveDialog {...all} person={all.person} />}
      {all.person !== null && asked?.what === 'add' && (
        <ProjectRoleDialog {...all} person={all.person} given={null} />
      )}
      {all.person !== null && asked?.what === 'projectRole' && (
        <ProjectRoleDialog {...all} person={all.person} given={asked.role} />
      )}
      {all.person !== null && asked?.what === 'takeRole' && (
        <TakeRoleDialog {...all} person={all.person} given={asked.role} />
      )}
      {all.person !== null && asked?.what === 'act' && (
        <ActDialog {...all} person={all.person} act={asked.act} />
      )}
    </>
  )
}

interface Part {
  readonly person: ClientPerson
  readonly onAsk: (asked: Asked) => void
}

function Account({ companyId, person, onAsk }: Part & { readonly companyId: number }): ReactElement {
  const run = useUnit(dispatch)
  const { userId, active, locked, secondStep, secondStepRequired, changeable } = person
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['E-mail', <Foreign key="email" text={person.userEmail} />],
    ['Account role', accountWords(person.role)],
    [
      'State',
      <chakra.span key="state" display="inline-flex" gap="2">
        {active ? 'Active' : <Badge tone="attention">deactivated</Badge>}
        {locked && <Badge tone="danger">locked after wrong passwords</Badge>}
      </chakra.span>,
    ],
    [
      'Second step',
      secondStep
        ? 'Authenticator set up'
        : secondStepRequired
          ? 'To be set up at the next sign-in'
          : 'None; none is asked for',
    ],
    ['Last seen', person.lastSeenAt === null ? 'Never signed in' : <Ago key="seen" at={person.lastSeenAt} />],
    ['Account since', dayAndTime(person.createdAt)],
  ]
  return (
    <Section
      title={person.userName}
      aside={
        changeable && (
          <chakra.div display="flex" gap="2" flexWrap="wrap" justifyContent="flex-end" py="1">
            {locked && (
              <Button size="sm" onClick={() => run(actOnPerson({ companyId, userId, act: 'unlock' }))}>
                Unlock
              </Button>
            )}
            <Button size="sm" onClick={() => onAsk({ what: 'role' })}>
              Change role
            </Button>
            {secondStep && (
              <Button size="sm" onClick={() => onAsk({ what: 'act', act: 'newSecondStep' })}>
                New second step
              </Button>
            )}
            <Button size="sm" look={active ? 'danger' : 'plain'} onClick={() => onAsk({ what: 'active' })}>
              {active ? 'Deactivate' : 'Activate'}
            </Button>
          </chakra.div>
        )
      }
    >
      <chakra.dl>
        {facts.map(([name, value]) => (
          <chakra.div
            key={name}
            display="grid"
            gridTemplateColumns={{ base: '1fr', sm: '180px 1fr' }}
            px="4"
            py="1.5"
            borderTopWidth="1px"
            borderColor="line"
            _first={{ borderTopWidth: '0' }}
          >
            <chakra.dt color="faint">{name}</chakra.dt>
            <chakra.dd minWidth="0">{value}</chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      {!changeable && (
        <chakra.p px="4" py="2" color="muted" fontSize="sm" borderTopWidth="1px" borderColor="line">
          You cannot change this person: nobody changes themselves, or somebody of their own rank or a
          stronger one.
        </chakra.p>
      )}
    </Section>
  )
}

/** In the place of a table without rows. */
const Quiet = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <chakra.p px="4" py="3" color="muted">
    {children}
  </chakra.p>
)

function Projects({ person, onAsk }: Part): ReactElement {
  const { projects, changeable } = person
  return (
    <Section
      title="Roles in projects"
      aside={
        changeable && (
          <Button size="sm" onClick={() => onAsk({ what: 'add' })}>
            Add to a project
          </Button>
        )
      }
    >
      {projects.length === 0 ? (
        <Quiet>
          {person.role === 'ClientAdmin'
            ? 'None. An administrator of the client manages all of its projects without one.'
            : 'None. They see nothing until they are added to a project.'}
        </Quiet>
      ) : (
        <Table
          label="Roles in projects"
          rows={projects}
          keyOf={({ projectId }) => projectId}
          columns={[
            { id: 'project', head: 'Project', cell: ({ projectName }) => <Foreign text={projectName} /> },
            { id: 'role', head: 'Role', cell: ({ role }) => roleWords(role) },
            {
              id: 'granted',
              head: 'Granted beside the role',
              from: 'lg',
              cell: ({ granted }) => granted.map((one) => capabilityWords[one]).join(', '),
            },
            {
              id: 'since',
              head: 'Since',
              from: 'md',
              cell: ({ since, givenBy }) => (
                <>
                  {since === null ? '' : dayAndTime(since)}
                  {givenBy !== null && (
                    <>
                      {', by '}
                      <Foreign text={givenBy} />
                    </>
                  )}
                </>
              ),
            },
            {
              id: 'acts',
              head: <chakra.span srOnly>What can be done</chakra.span>,
              align: 'end',
              cell: (role) =>
                changeable && (
                  <>
                    <Button
                      size="sm"
                      look="quiet"
                      aria-label={`Change the role in ${role.projectName}`}
                      onClick={() => onAsk({ what: 'projectRole', role })}
                    >
                      Change
                    </Button>
                    <Button
                      size="sm"
                      look="quiet"
                      aria-label={`Remove from ${role.projectName}`}
                      onClick={() => onAsk({ what: 'takeRole', role })}
                    >
                      Remove
                    </Button>
                  </>
                ),
            },
          ]}
        />
      )}
    </Section>
  )
}

const Groups = ({ person: { groups } }: { readonly person: ClientPerson }): ReactElement => (
  <Section title="Securable groups">
    <Table
      label="Securable groups"
      rows={groups}
      keyOf={({ projectId, groupName }) => `${projectId} ${groupName}`}
      columns={[
        { id: 'group', head: 'Group', cell: ({ groupName }) => <Foreign text={groupName} /> },
        { id: 'project', head: 'Project', cell: ({ projectName }) => <Foreign text={projectName} /> },
      ]}
    />
  </Section>
)

function Sessions({ companyId, person, onAsk }: Part & { readonly companyId: number }): ReactElement {
  const run = useUnit(dispatch)
  const { userId, sessions, changeable } = person
  return (
    <Section
      title="Open sessions"
      aside={
        changeable &&
        sessions.length > 0 && (
          <Button size="sm" onClick={() => onAsk({ what: 'act', act: 'endSessions' })}>
            End all
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <Quiet>Not signed in at the moment.</Quiet>
      ) : (
        <Table
          label="Open sessions"
          rows={sessions}
          keyOf={({ sessionKey }) => sessionKey}
          columns={[
            { id: 'from', head: 'Signed in', cell: ({ startedAt }) => dayAndTime(startedAt) },
            { id: 'seen', head: 'Last seen', cell: ({ seenAt }) => <Ago at={seenAt} /> },
            { id: 'ip', head: 'From', from: 'sm', cell: ({ ip }) => ip },
            {
              id: 'acts',
              head: <chakra.span srOnly>What can be done</chakra.span>,
              align: 'end',
              cell: ({ sessionKey, startedAt }) =>
                changeable && (
                  <Button
                    size="sm"
                    look="quiet"
                    aria-label={`End the session of ${dayAndTime(startedAt)}`}
                    onClick={() => run(actOnPerson({ companyId, userId, act: 'endSession', sessionKey }))}
                  >
                    End
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Section>
  )
}

function Changes({ person: { changes } }: { readonly person: ClientPerson }): ReactElement {
  return (
    <Section title="What was changed">
      {changes.length === 0 ? (
        <Quiet>Nothing was changed yet.</Quiet>
      ) : (
        <Table
          label="What was changed"
          rows={changes.map((one, nth) => ({ ...one, nth }))}
          keyOf={({ nth }) => nth}
          columns={[
            { id: 'at', head: 'When', cell: ({ at }) => dayAndTime(at) },
            {
              id: 'what',
              head: 'What',
              cell: ({ action, from, to }) =>
                `${changeWords(action)}${from === null && to === null ? '' : ': '}${[from, to]
                  .flatMap((role) => (role === null ? [] : [roleWords(role)]))
                  .join(' → ')}`,
            },
            {
              id: 'where',
              head: 'Project',
              from: 'md',
              cell: ({ projectName }) => projectName !== null && <Foreign text={projectName} />,
            },
            {
              id: 'who',
              head: 'By',
              from: 'sm',
              cell: ({ by }) => (by === null ? 'Command line or invitation' : <Foreign text={by} />),
            },
          ]}
        />
      )}
    </Section>
  )
}

const actWords = {
  endSessions: {
    title: (name: string) => `Sign ${name} out everywhere?`,
    does: 'All their sessions end at once. What they have not sent yet stays in their browser, and goes out when they sign in again.',
    button: 'End all sessions',
  },
  newSecondStep: {
    title: (name: string) => `Ask ${name} for a new second step?`,
    does: 'Their authenticator and their recovery codes do not work any more, and their sessions end. Where a second step is asked for, they set up another one at the next sign-in.',
    button: 'Ask for a new one',
  },
} as const

function ActDialog({
  companyId,
  person,
  act,
  onClose,
}: {
  readonly companyId: number
  readonly person: ClientPerson
  readonly act: keyof typeof actWords
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const { title, does, button } = actWords[act]
  return (
    <Dialog
      open
      size="sm"
      title={title(person.userName)}
      onClose={onClose}
      onSubmit={() => {
        run(actOnPerson({ companyId, userId: person.userId, act }))
        onClose()
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger">
            {button}
          </Button>
        </>
      }
    >
      <p>{does}</p>
    </Dialog>
  )
}
