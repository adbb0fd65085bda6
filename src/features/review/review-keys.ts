/** The keys of the review screen: every one is a command, listed under `?` and in the palette. */
import { useUnit } from 'effector-react'
import { useRef } from 'react'
import { pick, pickAll, pickPage, reverseBulk, turnPanel } from '../../commands/bulk.ts'
import { chooseByKey } from '../../commands/coding.ts'
import { save, saveAndNext } from '../../commands/coding-saves.ts'
import type { CommandInput } from '../../commands/define.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { choosePane, next, previous } from '../../commands/review.ts'
import { $lastBulk } from '../../stores/bulk.ts'
import { $formView } from '../../stores/coding-view.ts'
import { $currentDocument, $isLast, $shown, type Pane } from '../../stores/review.ts'
import { type BatchActName, batchActList } from '../assignments/batch-acts.ts'
import { broughtIntoView } from '../coding-form/form-focus.ts'
import { useUndo } from '../coding-form/use-undo.ts'
import { useWho } from '../session/who.ts'
import { type Action, useActions } from '../ui/actions.tsx'
import { hasSheets } from '../viewer/panes.ts'
import { scrollDocument, scrollsDocument } from '../viewer/scroll-document.ts'
import { useKeysInOrder } from './keys-in-order.ts'

const views: readonly (readonly [Pane, string, string])[] = [
  ['document', 'Show the document', 'v d'],
  ['pages', 'Show the pages', 'v p'],
  ['text', 'Show the text', 'v t'],
  ['sheet', 'Show the sheets', 'v s'],
  ['metadata', 'Show the metadata', 'v m'],
  ['related', 'Show related documents', 'v r'],
  ['history', 'Show the history', 'v h'],
]

const figures = ['2', '3', '4', '5', '6', '7', '8', '9']

/**
 * `onBatch`: does something with batches. `panes`: how the keyboard gets to the search, to the list and into the form, and how
 * what is picked comes into view; null where none is in this window.
 */
export function useReviewKeys(
  codes: boolean,
  onBatch: (act: BatchActName) => void,
  panes: Readonly<Record<'search' | 'list' | 'form' | 'picks', () => void>> | null,
): void {
  const { run, document, bulk, shown, form, isLast } = useUnit({
    run: dispatch,
    bulk: $lastBulk,
    document: $currentDocument,
    shown: $shown,
    form: $formView,
    isLast: $isLast,
  })
  const { current } = shown
  const undoing = useUndo(current?.documentId ?? null)
  const { can } = useWho()
  const mayBulk = can('coding.bulk')
  // A key is about the document that is on the screen when it is pressed, whatever has been asked for since.
  const documentId = current?.documentId
  const unseen = document === null
  const inOrder = useKeysInOrder({
    documentId,
    position: current?.position ?? null,
    opening: (shown.list?.opening ?? null) !== null,
    ready: !unseen && !(codes && form?.status === 'loading'),
    failed: shown.failed !== null,
  })
  // When its turn comes, another document may be on the screen than when it was pressed.
  const now = { documentId, unseen, isLast, undoing }
  const onScreen = useRef(now)
  onScreen.current = now
  const moving: Action[] = [
    {
      id: 'next',
      label: 'Next document',
      group: 'Documents',
      keys: 'j',
      run: () =>
        inOrder(
          () => run(next({})),
          () => 1,
        ),
    },
    {
      id: 'previous',
      label: 'Previous document',
      group: 'Documents',
      keys: 'k',
      run: () =>
        inOrder(
          () => run(previous({})),
          () => -1,
        ),
    },
    {
      id: 'scroll-down',
      label: 'Scroll the document down',
      group: 'Documents',
      keys: 'Space',
      alsoKeys: ['PageDown'],
      hidden: true,
      when: scrollsDocument,
      run: () => scrollDocument(1),
    },
    {
      id: 'scroll-up',
      label: 'Scroll the document up',
      group: 'Documents',
      keys: 'Shift+Space',
      alsoKeys: ['PageUp'],
      hidden: true,
      when: scrollsDocument,
      run: () => scrollDocument(-1),
    },
    ...(panes === null
      ? []
      : [
          { id: 'find', label: 'Go to the search', group: 'Documents', keys: '/', run: panes.search },
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
        run: () => run(choosePane({ pane, ofSheets: hasSheets(document) })),
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
        // After the last one there is nowhere to go.
        inOrder(
          () => run(saveAndNext({ documentId: onScreen.current.documentId })),
          () => (onScreen.current.isLast ? 0 : 1),
        )
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
        inOrder(() => run(save({ documentId: onScreen.current.documentId })))
      },
    },
    {
      id: 'choose',
      label: 'Choose a value of the field',
      group: 'Coding',
      keys: '1',
      alsoKeys: figures,
      keysShown: '1–9',
      hidden: true,
      run: (pressed) =>
        inOrder(() => {
          const { documentId, unseen } = onScreen.current
          run(chooseByKey({ documentId, unseen, key: Number(pressed), hidden: broughtIntoView() }))
        }),
    },
  ]
  const inView = (command: CommandInput) => () => {
    run(command)
    panes?.picks()
  }
  const many: Action[] =
    panes === null || !mayBulk
      ? []
      : [
          { id: 'pick', label: 'Select the document', group: 'Bulk', keys: 'x', run: inView(pick({})) },
          {
            id: 'pick-page',
            label: 'Select the page, then the one after',
            group: 'Bulk',
            keys: 'Shift+P',
            run: inView(pickPage({})),
          },
          {
            id: 'pick-all',
            label: 'Select all documents of the result',
            group: 'Bulk',
            keys: 'Shift+X',
            run: inView(pickAll({})),
          },
          {
            id: 'bulk',
            label: 'Mass edit',
            group: 'Bulk',
            keys: 'b',
            run: () => run(turnPanel({ open: true })),
          },
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
            // Right after a change of many, that is what was done last.
            run:
              bulk !== null && bulk.kind !== 'undo'
                ? inView(reverseBulk({ kind: 'undo' }))
                : () => inOrder(() => onScreen.current.undoing.undo()),
          },
          {
            id: 'redo',
            label: 'Redo',
            group: 'Coding',
            keys: 'Ctrl+Shift+Z',
            alsoKeys: ['Ctrl+Y'],
            icon: 'redo',
            run:
              bulk?.kind === 'undo'
                ? inView(reverseBulk({ kind: 'redo' }))
                : () => inOrder(() => onScreen.current.undoing.redo()),
          },
        ]
  const batches =
    panes === null
      ? []
      : batchActList.flatMap(([act, { label, keys, needs }]): Action[] =>
          needs === undefined || can(needs)
            ? [{ id: `batch-${act}`, label, group: 'Batches', keys, run: () => onBatch(act) }]
            : [],
        )
  useActions([
    ...moving,
    ...(codes && can('coding.save') ? coding : []),
    ...many,
    ...batches,
    ...backAndForth,
  ])
}

/** What is still being typed is said before it is saved: leaving the input says it. One goes on where one was. */
function sayTyped(): void {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || !activeElement.closest('input, textarea')) return
  activeElement.blur()
  activeElement.focus()
}
