/** From hit to hit by the keyboard, where there are any. */
import { useActions } from '../ui/actions.tsx'

export function useHitKeys(there: boolean, onStep: (by: 1 | -1) => void): void {
  const group = 'Documents'
  useActions(
    there
      ? [
          { id: 'next-hit', label: 'Next hit', group, keys: 'Enter', run: () => onStep(1) },
          { id: 'previous-hit', label: 'Previous hit', group, keys: 'Shift+Enter', run: () => onStep(-1) },
        ]
      : [],
  )
}
