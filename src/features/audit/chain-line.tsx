/** In a line of its own screen: how far the project's audit trail was verified, and the button that verifies it now. */
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { lookUpVerification, verifyChain } from '#src/commands/audit.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import type { Failure } from '#src/stores/answers.ts'
import { chainKey, chainStandings } from '#src/stores/audit.ts'
import { $online } from '#src/stores/network.ts'
import { useAnswer, usePoll } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { dayAndTime, number, percent } from '../ui/format.ts'

/** What was known when it was asked for: until that changes, the answer is still to come. */
interface Asked {
  readonly verifiedAt: string | null
  readonly failure: Failure | null
}

export function ChainLine({ projectId }: { readonly projectId: number }): ReactElement {
  const { run, online } = useUnit({ run: dispatch, online: $online })
  const { value: standing, failure } = useAnswer(chainStandings, chainKey(projectId))
  const last = standing?.last ?? null
  const running = standing?.running ?? null
  const verifiedAt = last?.verifiedAt ?? null
  const [asked, setAsked] = useState<Asked | null>(null)
  const awaited = asked !== null && asked.verifiedAt === verifiedAt && asked.failure === failure
  const busy = running !== null || awaited
  usePoll(online ? lookUpVerification({ projectId }) : null, busy ? 1_000 : 30_000)
  return (
    <span role="status" style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
      {busy ? (
        <Badge tone="info">
          {running === null || running.total === 0
            ? 'Verifying the chain'
            : `Verifying the chain, ${percent(running.rows, running.total)}`}
        </Badge>
      ) : failure !== null ? (
        <Badge tone="attention" icon="warning" title={failure.message}>
          Chain not verified
        </Badge>
      ) : last === null ? (
        <Badge title="Every act in this project is a row that is linked to the one before it.">
          Chain not verified yet
        </Badge>
      ) : last.firstBroken === null ? (
        <Badge tone="ok" icon="ok" title={`The head is ${last.head}`}>
          Chain verified to row {number(last.rows)}, {dayAndTime(last.verifiedAt)}
        </Badge>
      ) : (
        <Badge tone="danger" icon="error" title={last.reason ?? ''}>
          Chain broken at row {number(last.firstBroken)}
        </Badge>
      )}
      <Button
        size="sm"
        look="quiet"
        busy={busy && online}
        disabled={!online}
        onClick={() => {
          setAsked({ verifiedAt, failure })
          run(verifyChain({ projectId }))
        }}
      >
        Verify
      </Button>
    </span>
  )
}
