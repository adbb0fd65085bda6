/** The way through the places of one set after the other, by keyboard and by the bar. */

import { useUnit } from 'effector-react'
import { useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { switchHighlights } from '#src/commands/highlights.ts'
import { useActions } from '../ui/actions.tsx'
import type { ShownSet } from './sets.ts'

export interface Steps {
  /** The set that is gone through; null before any is. */
  readonly chosen: number | null
  /** Which of its places is looked at; null: none yet. */
  readonly at: number | null
  readonly go: (highlightSetId: number, index: number) => void
  readonly step: (by: 1 | -1) => void
  readonly turn: (highlightSetIds: readonly number[], off: boolean) => void
}

interface At {
  readonly about: unknown
  readonly chosen: number | null
  readonly at: number | null
}

/** `about`: what the places stand in; in another one the way begins anew with the same set. */
export function useSteps(
  sets: readonly ShownSet[],
  countOf: (highlightSetId: number) => number,
  about: unknown,
  onGo?: (highlightSetId: number, index: number) => void,
): Steps {
  const run = useUnit(dispatch)
  const [state, setState] = useState<At>({ about, chosen: null, at: null })
  const at = state.about === about ? state.at : null
  const there = sets.filter(({ off, highlightSetId }) => !off && countOf(highlightSetId) > 0)
  const kept = there.find(({ highlightSetId }) => highlightSetId === state.chosen) ?? there[0]
  const chosen = kept?.highlightSetId ?? null
  const go = (highlightSetId: number, index: number) => {
    setState({ about, chosen: highlightSetId, at: index })
    onGo?.(highlightSetId, index)
  }
  const step = (by: 1 | -1) => {
    if (chosen === null) return
    const count = countOf(chosen)
    const from = chosen === state.chosen && at !== null ? at : by === 1 ? -1 : 0
    go(chosen, (from + by + count) % count)
  }
  const nextSet = () => {
    const index = there.findIndex(({ highlightSetId }) => highlightSetId === chosen)
    const next = there[(index + 1) % Math.max(1, there.length)]
    if (next !== undefined) go(next.highlightSetId, 0)
  }
  const turn = (ids: readonly number[], off: boolean) =>
    run(switchHighlights({ highlightSetIds: [...ids], off }))
  const all = sets.map(({ highlightSetId }) => highlightSetId)
  const anyOn = sets.some(({ off }) => !off)
  const group = 'Documents'
  useActions([
    ...(there.length > 0
      ? [
          { id: 'next-highlight', label: 'Next highlight of the set', group, keys: 'h', run: () => step(1) },
          {
            ...{ id: 'previous-highlight', label: 'Previous highlight of the set', group },
            ...{ keys: 'Shift+H', run: () => step(-1) },
          },
          { id: 'next-set', label: 'Next highlight set', group, keys: 'Shift+S', run: nextSet },
        ]
      : []),
    {
      ...{ id: 'turn-highlights', label: anyOn ? 'Turn all highlights off' : 'Turn all highlights on' },
      ...{ group, keys: 'Shift+D', run: () => turn(all, anyOn) },
    },
  ])
  return { chosen, at: chosen === state.chosen ? at : null, go, step, turn }
}
