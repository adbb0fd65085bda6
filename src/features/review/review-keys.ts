/** The keys of the review screen: every one is a command, listed under `?` and in the palette. */
import { useUnit } from 'effector-react'
import { chooseByKey } from '../../commands/coding.ts'
import { save, saveAndNext } from '../../commands/coding-saves.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { choosePane, next, previous } from '../../commands/review.ts'
import { $current, type Pane } from '../../stores/review.ts'
import { useUndo } from '../coding-form/use-undo.ts'
import { type Action, useActions } from '../ui/actions.tsx'

const views: readonly (readonly [Pane, string, string])[] = [
  ['document', 'Show the document', 'v d'],
  ['text', 'Show the text', 'v t'],
  ['metadata', 'Show the metadata', 'v m'],
  ['history', 'Show the history', 'v h'],
]

/** `panes`: how the keyboard gets to the list and into the form; null where neither is in this window. */
export function useReviewKeys(
  codes: boolean,
  panes: { readonly list: () => void; readonly form: () => void } | null,
): void {
  const { run, current } = useUnit({ run: dispatch, current: $current })
  const undoing = useUndo(current?.documentId ?? null)
  const moving: Action[] = [
    { id: 'next', label: 'Next document', group: 'Documents', keys: 'j', run: () => run(next({})) },
    {
      id: 'previous',
      label: 'Previous document',
      group: 'Documents',
      keys: 'k',
      run: () => run(previous({})),
    },
    {
      id: 'find',
      label: 'Go to the search',
      group: 'Documents',
      keys: '/',
      run: () => document.querySelector<HTMLInputElement>('[data-shortcut="/"]')?.focus(),
    },
    ...(panes === null
      ? []
      : [
          { id: 'to-list', label: 'Go to the list', group: 'Documents', keys: 'l', run: panes.list },
          {
            id: 'to-form',
            label: codes ? 'Go to the coding form' : 'Go to the tags',
            group: codes ? 'Coding' : 'Tags',
            keys: 'c',
            run: panes.form,
          },
        ]),
    ...views.map(
      ([pane, label, keys]): Action => ({
        id: pane,
        label,
        group: 'Documents',
        keys,
        run: () => run(choosePane({ pane })),
      }),
    ),
  ]
  const coding: Action[] = [
    {
      id: 'save-next',
      label: 'Save and next',
      group: 'Coding',
      keys: 'Ctrl+Enter',
      inInputs: true,
      run: () => {
        sayTyped()
        run(saveAndNext({}))
      },
    },
    {
      id: 'save',
      label: 'Save the coding',
      group: 'Coding',
      keys: 'Ctrl+S',
      alsoKeys: ['s'],
      inInputs: true,
      run: () => {
        sayTyped()
        run(save({}))
      },
    },
    ...Array.from(
      { length: 9 },
      (_, index): Action => ({
        id: `choose-${index + 1}`,
        label: `Choose value ${index + 1} of the field`,
        group: 'Coding',
        keys: String(index + 1),
        hidden: true,
        run: () => run(chooseByKey({ key: index + 1 })),
      }),
    ),
  ]
  const backAndForth: Action[] =
    current === null
      ? []
      : [
          {
            id: 'undo',
            label: 'Undo',
            group: 'Coding',
            keys: 'Ctrl+Z',
            icon: 'undo',
            run: undoing.undo,
          },
          {
            id: 'redo',
            label: 'Redo',
            group: 'Coding',
            keys: 'Ctrl+Shift+Z',
            alsoKeys: ['Ctrl+Y'],
            icon: 'redo',
            run: undoing.redo,
          },
        ]
  useActions([...moving, ...(codes ? coding : []), ...backAndForth])
}

/** What is still being typed is said before it is saved: leaving the input says it. One goes on where one was. */
function sayTyped(): void {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || !activeElement.closest('input, textarea')) return
  activeElement.blur()
  activeElement.focus()
}
