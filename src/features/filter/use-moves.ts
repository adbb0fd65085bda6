/** The promotions and filters of the project, live while one looks. */
import type { StageJob } from '#contracts/stages.ts'
import { moves } from '#src/reads/stages.ts'
import { isLive } from '../jobs/job-state.tsx'
import { useWho } from '../session/who.ts'
import { type Reading, useHeld, useRead } from '../ui/answer.ts'

const pace = { moving: 1_500, resting: 15_000 } as const

export interface Moving {
  /** A job is at work. */
  readonly moving: boolean
  /** Another value whenever documents have been moved. */
  readonly moved: string
}

export function useMoving(): Moving {
  const { value } = useHeld(moves, {})
  return {
    moving: (value ?? []).some(({ state }) => isLive(state)),
    moved: (value ?? [])
      .slice(0, 5)
      .map(({ jobId, moved, state }) => `${jobId}:${moved}:${state}`)
      .join(' '),
  }
}

/** Asks for them as long as the screen stands. */
export function useMoves(): Reading<readonly StageJob[]> {
  const who = useWho()
  const { moving } = useMoving()
  const every = moving ? pace.moving : pace.resting
  return useRead(moves, who.can('collect.view') ? {} : null, { every })
}
