/** In a line of its own screen: how far the project's audit trail was verified, and the button that verifies it now. */
import type { ReactElement } from 'react'
import { lookUpVerification } from '#src/commands/audit.ts'
import { usePoll } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { counted, dayAndTime, number, percent } from '../ui/format.ts'
import { useVerification } from './use-verification.ts'

export function ChainLine({ projectId }: { readonly projectId: number }): ReactElement {
  const { last, running, failure, online, busy, verify } = useVerification(projectId)
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
      ) : last.firstBroken === null && last.differences.count > 0 ? (
        <Badge tone="danger" icon="error" title={last.differences.first.join('\n')}>
          {counted(last.differences.count, 'difference')} from the chain
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
      <Button size="sm" look="quiet" busy={busy && online} disabled={!online} onClick={verify}>
        Verify
      </Button>
    </span>
  )
}
