/** The people of the project: what each is in it, and what it grants them beside the role. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { Member } from '#contracts/members.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { removeMember } from '#src/commands/people.ts'
import { members } from '#src/reads/people.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { capabilityWords } from './capability-words.ts'
import { InviteMemberDialog } from './invite-member-dialog.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { roleWords } from './roles.ts'

export function MembersSection(): ReactElement {
  const run = useUnit(dispatch)
  const may = useWho().can('user.manage')
  const answer = useRead(members, {})
  const rows = answer.value?.data ?? null
  const [changing, setChanging] = useState<Member | 'new' | null>(null)
  const [inviting, setInviting] = useState(false)
  const [removing, setRemoving] = useState<Member | null>(null)
  return (
    <Section
      title="People"
      aside={
        may &&
        rows !== null && (
          <>
            <Button size="sm" onClick={() => setInviting(true)}>
              Invite somebody new
            </Button>
            <Button size="sm" onClick={() => setChanging('new')}>
              Add a person
            </Button>
          </>
        )
      }
    >
      <Missing answer={answer} rows={3} title="The people could not be loaded" onRetry={answer.again} />
      {rows?.length === 0 && (
        <EmptyState icon="users" title="Nobody has a role in this project yet">
          Add the people who review it. Administrators of the client see it without a role.
        </EmptyState>
      )}
      {rows !== null && rows.length > 0 && (
        <Table
          label="People of the project"
          rows={rows}
          keyOf={({ userId }) => userId}
          columns={[
            {
              id: 'name',
              head: 'Name',
              cell: ({ userName, active }) => (
                <>
                  <Foreign text={userName} /> {!active && <Badge tone="attention">disabled</Badge>}
                </>
              ),
            },
            {
              id: 'email',
              head: 'E-mail',
              from: 'md',
              cell: ({ userEmail }) => <Foreign text={userEmail} />,
            },
            { id: 'role', head: 'Role', cell: ({ role }) => roleWords(role) },
            {
              id: 'granted',
              head: 'Granted beside the role',
              from: 'lg',
              cell: ({ granted }) => granted.map((one) => capabilityWords[one]).join(', '),
            },
            {
              id: 'acts',
              head: <chakra.span srOnly>What can be done</chakra.span>,
              align: 'end',
              cell: (member) =>
                may &&
                member.changeable && (
                  <>
                    <Button
                      size="sm"
                      look="quiet"
                      aria-label={`Change ${member.userName}`}
                      onClick={() => setChanging(member)}
                    >
                      Change
                    </Button>
                    <Button
                      size="sm"
                      look="quiet"
                      aria-label={`Remove ${member.userName}`}
                      onClick={() => setRemoving(member)}
                    >
                      Remove
                    </Button>
                  </>
                ),
            },
          ]}
        />
      )}
      {changing !== null && (
        <MemberDialog member={changing === 'new' ? null : changing} onClose={() => setChanging(null)} />
      )}
      {inviting && <InviteMemberDialog onClose={() => setInviting(false)} />}
      {removing !== null && (
        <Dialog
          open
          size="sm"
          title={`Remove ${removing.userName}?`}
          onClose={() => setRemoving(null)}
          onSubmit={() => {
            run(removeMember({ userId: removing.userId }))
            setRemoving(null)
          }}
          actions={
            <>
              <Button onClick={() => setRemoving(null)}>Cancel</Button>
              <Button type="submit" look="danger">
                Remove
              </Button>
            </>
          }
        >
          <p>
            They are signed out and do not see the project any more. Batches that they hold go back. What they
            coded stays, under their name.
          </p>
        </Dialog>
      )}
    </Section>
  )
}
