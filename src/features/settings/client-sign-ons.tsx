/** Single sign-on of all clients, for those who run the system. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { SsoState } from '#contracts/sso.ts'
import { ssoList } from '#src/reads/sso.ts'
import { useRead } from '../ui/answer.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { day } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'

const states: Readonly<Record<SsoState, { readonly tone: Tone; readonly says: string }>> = {
  draft: { tone: 'neutral', says: 'Not tried' },
  tried: { tone: 'info', says: 'Tried, off' },
  on: { tone: 'ok', says: 'On' },
}

export function ClientSignOns(): ReactElement {
  const answer = useRead(ssoList, {})
  const rows = answer.value?.data ?? null
  return (
    <Section title="Single sign-on of clients">
      <Missing answer={answer} rows={2} title="Single sign-on could not be loaded" onRetry={answer.again} />
      {rows?.length === 0 && (
        <chakra.p px="4" py="3" color="muted">
          No client has single sign-on. It is set up on the settings of a client, under Single sign-on.
        </chakra.p>
      )}
      {rows !== null && rows.length > 0 && (
        <Table
          label="Single sign-on of clients"
          rows={rows}
          keyOf={({ companyId }) => companyId}
          columns={[
            { id: 'client', head: 'Client', cell: ({ companyName }) => <Foreign text={companyName} /> },
            {
              id: 'state',
              head: 'State',
              cell: ({ state, forced }) => (
                <Badge tone={states[state].tone}>{forced ? 'Required' : states[state].says}</Badge>
              ),
            },
            { id: 'domains', head: 'Domains', cell: ({ domains }) => <Foreign text={domains.join(', ')} /> },
            {
              id: 'provider',
              head: 'Provider',
              from: 'md',
              cell: ({ providerId }) => <Foreign text={providerId} />,
            },
            {
              id: 'certificate',
              head: 'Certificate ends',
              cell: ({ certificateEndsAt }) => (certificateEndsAt === null ? '' : day(certificateEndsAt)),
            },
            { id: 'changed', head: 'Changed', from: 'md', cell: ({ changedAt }) => day(changedAt) },
          ]}
        />
      )}
    </Section>
  )
}
