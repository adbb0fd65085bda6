/** How far the project's audit trail was verified, and what verifies it now. */
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { verifyChain } from '#src/commands/audit.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import type { Failure } from '#src/stores/answers.ts'
import { chainKey, chainStandings } from '#src/stores/audit.ts'
import { $online } from '#src/stores/network.ts'
import { useAnswer } from '../ui/answer.ts'

/** What was known when it was asked for: until that changes, the answer is still to come. */
interface Asked {
  readonly verifiedAt: string | null
  readonly failure: Failure | null
}

export function useVerification(projectId: number) {
  const { run, online } = useUnit({ run: dispatch, online: $online })
  const { value: standing, failure } = useAnswer(chainStandings, chainKey(projectId))
  const [asked, setAsked] = useState<Asked | null>(null)
  const last = standing?.last ?? null
  const running = standing?.running ?? null
  const verifiedAt = last?.verifiedAt ?? null
  const awaited = asked !== null && asked.verifiedAt === verifiedAt && asked.failure === failure
  return {
    last,
    running,
    failure,
    online,
    busy: running !== null || awaited,
    verify: () => {
      setAsked({ verifiedAt, failure })
      run(verifyChain({ projectId }))
    },
  }
}
