/** Looking for something inside the document in view: its key, and whether it is open. */
import { useState } from 'react'
import type { Pane } from '../../stores/review.ts'
import { useActions } from '../ui/actions.tsx'

const texts: ReadonlySet<Pane> = new Set<Pane>(['document', 'text', 'metadata'])

/** A spreadsheet has its own way to find in all its sheets; pages are pictures. */
export const canFindInside = (pane: Pane): boolean => texts.has(pane)

/** `asked`: how often it was asked for; 0 where it is closed. */
export function useFindInside(pane: Pane): { readonly asked: number; readonly close: () => void } {
  const [asked, setAsked] = useState(0)
  // What is shown next may be searched again: the bar must not come back unasked, and take the keyboard.
  if (asked > 0 && !canFindInside(pane)) setAsked(0)
  useActions(
    canFindInside(pane)
      ? [
          {
            id: 'find-inside',
            label: 'Find in this document',
            group: 'Documents',
            icon: 'search',
            keys: 'Ctrl+F',
            inInputs: true,
            run: () => setAsked((times) => times + 1),
          },
        ]
      : [],
  )
  return {
    asked,
    close: () => {
      setAsked(0)
      document.querySelector<HTMLElement>('[data-document-shown]')?.focus()
    },
  }
}
