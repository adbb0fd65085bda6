/** The choice of documents that all screens of early data assessment share, and changing it. */
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import type { ChosenDocuments } from '#contracts/filter.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { chooseDocuments } from '#src/commands/filter.ts'
import { toggled } from '#src/events/filter/choice.ts'
import { filter } from '#src/stores/filter.ts'

export interface Chosen {
  readonly of: ChosenDocuments
  readonly choose: (next: ChosenDocuments) => void
  /** Chooses a value of a field, or puts it back. */
  readonly toggle: (field: string, value: string) => void
}

export function useChosen(): Chosen {
  const { of, run } = useUnit({ of: filter.$state, run: dispatch })
  return useMemo(() => {
    const choose = (next: ChosenDocuments) => run(chooseDocuments(next))
    return { of, choose, toggle: (field, value) => choose(toggled(of, field, value)) }
  }, [of, run])
}
