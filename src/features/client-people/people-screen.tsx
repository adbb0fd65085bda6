/** The people of a client: a list to search and filter, with those who are invited; or one of them. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { pathOf } from '#contracts/call.ts'
import { exportAccess, peoplePage, shows } from '#contracts/client-people.ts'
import type { Company } from '#contracts/company.ts'
import type { Invitation } from '#contracts/invitations.ts'
import { type RoleName, roleNames, roleRanks } from '#contracts/permission.ts'
import { resendInvitation, revokeInvitation } from '#src/commands/client-people.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { people } from '#src/reads/client-people.ts'
import { projects } from '#src/reads/company.ts'
import { $peopleChanges } from '#src/stores/client-people.ts'
import { ClientSettingPage } from '../settings/client-setting-page.tsx'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, dayAndTime, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Select, TextInput } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonSections } from './person-sections.tsx'
import { accountWords, invitationWords, showWords } from './words.ts'

const peoplePath = '/project/ClientSetting/people'
/** Mails of invitations go out behind the list. */
const refresh = 15_000

export function PeopleScreen(): ReactElement {
  const [params] = useSearchParams()
  // Whoever comes back from a person finds the list as they left it.
  const [kept, setKept] = useState({ of: 0, asked: everybody })
  const userId = Number(params.get('person') ?? '')
  const isPerson = Number.isInteger(userId) && userId > 0
  return (
    <ClientSettingPage name="people">
      {(client) =>
        isPerson ? (
          <PersonSections companyId={client.company_id} userId={userId} backTo={peoplePath} />
        ) : (
          <PeopleList
            client={client}
            asked={kept.of === client.company_id ? kept.asked : everybody}
            setAsked={(asked) => setKept({ of: client.company_id, asked })}
          />
        )
      }
    </ClientSettingPage>
  )
}

type Row = NonNullable<ReturnType<typeof useRows>['value']>['data'][number]

interface Asked {
  readonly query: string
  readonly role: RoleName | null
  readonly projectId: number | null
  readonly show: (typeof shows)[number]
  readonly page: number
}

function useRows(companyId: number, asked: Asked) {
  const changes = useUnit($peopleChanges)
  return useRead(people, { companyId, ...asked }, { every: refresh, asOf: changes })
}

const everybody: Asked = { query: '', role: null, projectId: null, show: 'all', page: 0 }

function PeopleList({
  client: { company_id: companyId },
  asked,
  setAsked,
}: {
  readonly client: Company
  readonly asked: Asked
  readonly setAsked: (asked: Asked) => void
}): ReactElement {
  const go = useNavigate()
  const [inviting, setInviting] = useState(false)
  const [acting, setActing] = useState<Invitation | null>(null)
  const answer = useRows(companyId, asked)
  // What was found before stands until the next answer: rows do not go and come while somebody types.
  const last = useRef(answer.value)
  if (answer.value !== null) last.current = answer.value
  const value = answer.failure === null ? (answer.value ?? last.current) : answer.value
  const ask = (change: Partial<Asked>) => setAsked({ ...asked, page: 0, ...change })
  const isNarrowed =
    asked.query !== '' || asked.role !== null || asked.projectId !== null || asked.show !== 'all'
  return (
    <Section
      title={
        value === null
          ? 'People'
          : isNarrowed
            ? `${counted(value.totalCount, 'person', 'people')} found`
            : counted(value.totalCount, 'person', 'people')
      }
      aside={
        <>
          <Export companyId={companyId} />
          <Button size="sm" icon="plus" look="primary" onClick={() => setInviting(true)}>
            Invite people
          </Button>
        </>
      }
    >
      <Filters companyId={companyId} asked={asked} onAsk={ask} />
      <Missing
        answer={{ ...answer, value }}
        rows={8}
        title="The people could not be loaded"
        onRetry={answer.again}
      />
      {value?.totalCount === 0 && (
        <EmptyState
          icon="users"
          title={isNarrowed ? 'Nobody is like that' : 'This client has no people yet'}
          action={isNarrowed && <Button onClick={() => setAsked(everybody)}>Show everybody</Button>}
        >
          {isNarrowed ? 'Take a filter away, or search for another name.' : 'Invite the first of them.'}
        </EmptyState>
      )}
      {value !== null && value.totalCount > 0 && (
        <Table
          label="People of the client"
          rows={value.data}
          keyOf={keyOf}
          columns={columns}
          onOpen={({ person, invitation }) => {
            if (person !== null) void go(`${peoplePath}?person=${person.userId}`)
            else setActing(invitation)
          }}
        />
      )}
      {value !== null && value.totalCount > peoplePage && (
        <Pages page={asked.page} total={value.totalCount} onPage={(page) => setAsked({ ...asked, page })} />
      )}
      {inviting && <InviteDialog companyId={companyId} onClose={() => setInviting(false)} />}
      {acting !== null && (
        <InvitationDialog companyId={companyId} invitation={acting} onClose={() => setActing(null)} />
      )}
    </Section>
  )
}

const keyOf = ({ person, invitation }: Row): string =>
  person === null ? `i${invitation?.invitationId}` : `p${person.userId}`

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    head: 'Name',
    cell: ({ person, invitation }) => (
      <chakra.span display="inline-flex" gap="2" alignItems="center" flexWrap="wrap">
        <Foreign text={person?.userName ?? (invitation?.name || invitation?.email) ?? ''} />
        {person !== null && !person.active && <Badge tone="attention">deactivated</Badge>}
        {person?.locked && <Badge tone="danger">locked</Badge>}
        {invitation !== null && (
          <Badge tone={invitationWords[invitation.state][1]}>{invitationWords[invitation.state][0]}</Badge>
        )}
        {invitation !== null && invitation.askedAt !== null && (
          <Badge tone="attention">asks for another</Badge>
        )}
        {invitation?.makerLeft && <Badge tone="attention">by somebody deactivated</Badge>}
      </chakra.span>
    ),
  },
  {
    id: 'email',
    head: 'E-mail',
    from: 'md',
    cell: ({ person, invitation }) => <Foreign text={person?.userEmail ?? invitation?.email ?? ''} />,
  },
  {
    id: 'role',
    head: 'Account role',
    cell: ({ person, invitation }) => accountWords(person?.role ?? invitation?.role ?? 'Default'),
  },
  {
    id: 'projects',
    head: 'Projects',
    align: 'end',
    cell: ({ person, invitation }) => number(person?.projectCount ?? invitation?.projects.length ?? 0),
  },
  {
    id: 'secondStep',
    head: 'Second step',
    from: 'lg',
    cell: ({ person }) => (person === null ? '' : person.secondStep ? 'Set up' : 'None'),
  },
  {
    id: 'seen',
    head: 'Last seen',
    align: 'end',
    from: 'sm',
    cell: ({ person }) =>
      person === null ? '' : person.lastSeenAt === null ? 'Never' : <Ago at={person.lastSeenAt} />,
  },
]

function Filters({
  companyId,
  asked,
  onAsk,
}: {
  readonly companyId: number
  readonly asked: Asked
  readonly onAsk: (change: Partial<Asked>) => void
}): ReactElement {
  const own = (useRead(projects, {}, { once: true }).value ?? []).filter((one) => one.companyId === companyId)
  const roles = roleNames.filter((role) => roleRanks[role] >= roleRanks.ClientAdmin)
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr', md: 'minmax(200px, 2fr) 1fr 1fr 1fr' }}
      gap="2"
      px="4"
      py="2"
      borderBottomWidth="1px"
      borderColor="line"
    >
      <TextInput
        type="search"
        aria-label="Find a person"
        placeholder="Name or e-mail address"
        value={asked.query}
        onSay={(query) => onAsk({ query: query.trim() })}
        maxLength={200}
      />
      <Select
        aria-label="State"
        value={asked.show}
        choices={shows.map((value) => ({ value, label: showWords[value] }))}
        onChoose={(value) => onAsk({ show: shows.find((one) => one === value) ?? 'all' })}
      />
      <Select
        aria-label="Role"
        value={asked.role ?? 'any'}
        choices={[
          { value: 'any', label: 'Any role' },
          ...roles.map((value) => ({ value, label: accountWords(value) })),
        ]}
        onChoose={(value) => onAsk({ role: roles.find((one) => one === value) ?? null })}
      />
      <Select
        aria-label="Project"
        value={asked.projectId === null ? 'any' : String(asked.projectId)}
        choices={[
          { value: 'any', label: 'Any project' },
          ...own.map(({ projectId, projectName }) => ({ value: String(projectId), label: projectName })),
        ]}
        onChoose={(value) => onAsk({ projectId: value === 'any' ? null : Number(value) })}
      />
    </chakra.div>
  )
}

function Pages({
  page,
  total,
  onPage,
}: {
  readonly page: number
  readonly total: number
  readonly onPage: (page: number) => void
}): ReactElement {
  const last = Math.ceil(total / peoplePage) - 1
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      justifyContent="flex-end"
      gap="2"
      px="4"
      py="2"
      borderTopWidth="1px"
      borderColor="line"
    >
      <chakra.span color="muted" fontSize="sm">
        {`${number(page * peoplePage + 1)}–${number(Math.min(total, (page + 1) * peoplePage))} of ${number(total)}`}
      </chakra.span>
      <Button size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </chakra.div>
  )
}

const Export = ({ companyId }: { readonly companyId: number }): ReactElement => (
  <chakra.a
    href={`${pathOf(exportAccess)}?companyId=${companyId}`}
    download
    display="inline-flex"
    alignItems="center"
    gap="1.5"
    height="24px"
    px="2"
    borderRadius="md"
    borderWidth="1px"
    borderColor="control"
    background="surface"
    fontSize="sm"
    fontWeight={500}
    color="ink"
    textDecoration="none"
    _hover={{ background: 'hover' }}
  >
    <Icon name="download" size={14} />
    Access review (CSV)
  </chakra.a>
)

/** An open invitation: what it gives, sending it again, taking it back. */
function InvitationDialog({
  companyId,
  invitation,
  onClose,
}: {
  readonly companyId: number
  readonly invitation: Invitation
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const { invitationId, email, name, role, madeAt, madeBy, makerLeft, endsAt, sentAt, askedAt, state } =
    invitation
  const inProjects = invitation.projects.map((one) => `${one.projectName} (${accountWords(one.role)})`)
  const inGroups = invitation.projects.flatMap(({ projectName, groups }) =>
    groups.map((group) => `${group} (${projectName})`),
  )
  const facts: readonly (readonly [string, string])[] = [
    ['Address', email],
    ...(name === '' ? [] : [['Name', name] as const]),
    ['Account role', accountWords(role)],
    ['Projects', inProjects.length === 0 ? 'None yet' : inProjects.join(', ')],
    ...(inGroups.length === 0 ? [] : [['Groups', inGroups.join(', ')] as const]),
    ['Invited', dayAndTime(madeAt)],
    ...(madeBy === null ? [] : [['By', makerLeft ? `${madeBy}, who is deactivated` : madeBy] as const]),
    ['Mail', sentAt === null ? invitationWords[state][0] : `sent ${dayAndTime(sentAt)}`],
    ['Link works until', state === 'revoked' ? 'taken back' : dayAndTime(endsAt)],
    ...(askedAt === null ? [] : [['Asked for another', dayAndTime(askedAt)] as const]),
  ]
  const then = (command: Parameters<typeof run>[0]) => {
    run(command)
    onClose()
  }
  return (
    <Dialog
      open
      title={`Invitation of ${name === '' ? email : name}`}
      onClose={onClose}
      actions={
        <>
          <Button look="danger" onClick={() => then(revokeInvitation({ companyId, invitationId }))}>
            {state === 'revoked' ? 'Take it off the list' : 'Take back'}
          </Button>
          <Button look="primary" onClick={() => then(resendInvitation({ companyId, invitationId }))}>
            Send again
          </Button>
        </>
      }
    >
      <Facts facts={facts} />
      <chakra.p color="muted" mt="3" fontSize="sm">
        Sent again, it has another link that works for seven days; the one before does not work any more.
      </chakra.p>
    </Dialog>
  )
}

const Facts = ({ facts }: { readonly facts: readonly (readonly [string, string])[] }): ReactElement => (
  <chakra.dl display="grid" gridTemplateColumns="140px 1fr" rowGap="1">
    {facts.map(([name, value]) => (
      <chakra.div key={name} display="contents">
        <chakra.dt color="faint">{name}</chakra.dt>
        <chakra.dd minWidth="0" overflowWrap="anywhere">
          <Foreign text={value} />
        </chakra.dd>
      </chakra.div>
    ))}
  </chakra.dl>
)
