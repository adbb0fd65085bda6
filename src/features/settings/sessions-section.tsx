/** Where one is signed in: ended one by one, or all but this. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { endSession } from '#src/commands/account.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { ownSessions } from '#src/reads/account.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { dayAndTime } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { browserWords } from './browser-words.ts'

export function SessionsSection(): ReactElement {
  const run = useUnit(dispatch)
  const answer = useRead(ownSessions, {})
  const rows = answer.value?.data ?? null
  return (
    <Section
      title="Open sessions"
      aside={
        (rows?.length ?? 0) > 1 && (
          <Button size="sm" onClick={() => run(endSession({ sessionKey: null }))}>
            End all others
          </Button>
        )
      }
    >
      <Missing
        answer={answer}
        rows={2}
        title="The open sessions could not be loaded"
        onRetry={answer.again}
      />
      {rows !== null && rows.length > 0 && (
        <Table
          label="Open sessions"
          rows={rows}
          keyOf={({ sessionKey }) => sessionKey}
          columns={[
            {
              id: 'browser',
              head: 'Browser',
              cell: ({ agent, current }) => (
                <chakra.span title={agent}>
                  {browserWords(agent)} {current && <Badge tone="ok">this one</Badge>}
                </chakra.span>
              ),
            },
            { id: 'ip', head: 'From', cell: ({ ip }) => <chakra.code fontSize="xs">{ip}</chakra.code> },
            { id: 'begun', head: 'Begun', from: 'sm', cell: ({ begunAt }) => dayAndTime(begunAt) },
            { id: 'seen', head: 'Last seen', cell: ({ seenAt }) => <Ago at={seenAt} /> },
            {
              id: 'acts',
              head: <chakra.span srOnly>What can be done</chakra.span>,
              align: 'end',
              cell: ({ sessionKey, current, agent, begunAt }) =>
                !current && (
                  <Button
                    size="sm"
                    look="quiet"
                    aria-label={`End the session of ${browserWords(agent)}, begun ${dayAndTime(begunAt)}`}
                    onClick={() => run(endSession({ sessionKey }))}
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
