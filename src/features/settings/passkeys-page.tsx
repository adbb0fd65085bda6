/** Keys for other applications: which there are, made and revoked. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { ApiKey } from '#contracts/api-keys.ts'
import { revokeKey } from '#src/commands/account.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { ownKeys } from '#src/reads/account.ts'
import { newKey, onlyOne } from '#src/stores/account.ts'
import { roleWords } from '../people/roles.ts'
import { useCached, useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { day } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { KeyDialog, SecretDialog } from './key-dialogs.tsx'
import { UserSettingPage } from './user-setting-page.tsx'

export function PasskeysPage(): ReactElement {
  const [run, drop] = useUnit([dispatch, newKey.drop])
  const answer = useRead(ownKeys, {})
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const made = useCached(newKey, onlyOne)
  const rows = answer.value?.data ?? null
  const projects = answer.value?.projects ?? []
  const barred = answer.value?.barred === true
  const mayMake = projects.length > 0 && !barred
  return (
    <UserSettingPage name="passkeys">
      <Section
        title="Passkeys for other applications"
        aside={
          mayMake && (
            <Button size="sm" onClick={() => setMaking(true)}>
              Generate Passkey
            </Button>
          )
        }
      >
        <Missing answer={answer} rows={3} title="Your passkeys could not be loaded" onRetry={answer.again} />
        {barred && (
          <Notice tone="danger">
            Your client requires single sign-on: no passkey works for you, and none can be made. They work for
            those whom its administrators name among the exceptions.
          </Notice>
        )}
        {rows?.length === 0 && !barred && (
          <EmptyState icon="lock" title={mayMake ? 'You have no passkey' : 'Passkeys are not for your role'}>
            {mayMake
              ? 'With a passkey another application works in your projects in your name. What it does stands in the history as done by it.'
              : 'Client administrators, project managers and litigation support can have other applications work in their projects.'}
          </EmptyState>
        )}
        {rows !== null && rows.length > 0 && (
          <Table
            label="Passkeys"
            rows={rows}
            keyOf={({ keyId }) => keyId}
            columns={[
              {
                id: 'label',
                head: 'Name',
                cell: (key) => (
                  <>
                    <Foreign text={key.label} />{' '}
                    {!key.inForce && (
                      <Badge tone="neutral">{key.revokedAt === null ? 'ended' : 'revoked'}</Badge>
                    )}
                    <chakra.span display="block" fontSize="xs" color="muted" fontFamily="mono">
                      {key.shown}…
                    </chakra.span>
                  </>
                ),
              },
              { id: 'may', head: 'May do', cell: (key) => mayWords(key) },
              {
                id: 'projects',
                head: 'Projects',
                cell: ({ projects: of }) =>
                  of === null ? (
                    'All of yours'
                  ) : (
                    <Foreign text={of.map(({ projectName }) => projectName).join(', ')} />
                  ),
              },
              {
                id: 'made',
                head: 'Made',
                from: 'md',
                cell: ({ madeAt }) => <chakra.span whiteSpace="nowrap">{day(madeAt)}</chakra.span>,
              },
              {
                id: 'ends',
                head: 'Ends',
                cell: ({ endsAt }) => <chakra.span whiteSpace="nowrap">{day(endsAt)}</chakra.span>,
              },
              {
                id: 'used',
                head: 'Last used',
                cell: ({ usedAt }) => (usedAt === null ? 'Never' : <Ago at={usedAt} />),
              },
              {
                id: 'acts',
                head: <chakra.span srOnly>What can be done</chakra.span>,
                align: 'end',
                cell: (key) =>
                  key.inForce && (
                    <Button
                      size="sm"
                      look="quiet"
                      aria-label={`Revoke ${key.label}`}
                      onClick={() => setRevoking(key)}
                    >
                      Revoke
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Section>
      {making && <KeyDialog projects={projects} onClose={() => setMaking(false)} />}
      {!making && made !== null && <SecretDialog {...made} onClose={() => drop(onlyOne)} />}
      {revoking !== null && (
        <DeleteDialog
          title={`Revoke ${revoking.label}?`}
          act="Revoke"
          onDelete={() => run(revokeKey({ keyId: revoking.keyId }))}
          onClose={() => setRevoking(null)}
        >
          The application that uses it gets in no more, from its next call on. What it has done stays.
        </DeleteDialog>
      )}
    </UserSettingPage>
  )
}

const mayWords = ({ role, readOnly }: ApiKey): string =>
  `${role === null ? 'As you' : `As ${roleWords(role).toLowerCase()}`}${readOnly ? ', only reads' : ''}`
