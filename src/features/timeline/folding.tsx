/** How far a fold has come: shown where it takes more than a second. */
import { type ReactElement, useCallback, useState } from 'react'
import type { Watch } from '../../stores/timeline.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'

export interface FoldingState {
  readonly done: number
  readonly total: number
  /** Ms since it began. */
  readonly taken: number
}

const patience = 1_000

export function useFolding(): [FoldingState | null, (signal?: AbortSignal) => Watch] {
  const [folding, setFolding] = useState<FoldingState | null>(null)
  const watch = useCallback((signal?: AbortSignal): Watch => {
    const begun = performance.now()
    setFolding(null)
    return {
      ...(signal ? { signal } : {}),
      progress: (done, total) => {
        const taken = performance.now() - begun
        if (taken > patience && signal?.aborted !== true) setFolding({ done, total, taken })
      },
    }
  }, [])
  return [folding, watch]
}

export function Folding({
  done,
  total,
  taken,
  what,
}: FoldingState & { readonly what: string }): ReactElement {
  const each = done / (taken / 1_000)
  return (
    <ProgressBar
      label={what}
      now={what}
      done={done}
      all={total}
      rate={each}
      secondsLeft={each > 0 ? (total - done) / each : null}
    />
  )
}
