/** The keys that redact, as the keyboard and the list of keys know them. */
import type { RedactingView } from '#src/stores/redactions.ts'
import { type Action, useActions } from '../ui/actions.tsx'
import type { useRedacting } from './use-redacting.ts'

const group = 'Redaction'
const arrows = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']
const withKeys = (before: string) => {
  const [keys, ...alsoKeys] = arrows.map((key) => `${before}${key}`)
  return { keys, alsoKeys, keysShown: `${before.replaceAll('+', ' ')}arrows` }
}

/** On the pages, or nowhere in particular: keys of a list, of a bar and of an input are their own. */
const onPages = (target: EventTarget | null): boolean =>
  target === document.body ||
  (target instanceof Element &&
    target.closest('[data-redacting]') !== null &&
    target.closest('[role=toolbar], [data-redaction-list]') === null)

export function useRedactKeys({
  redacting,
  mayDraw,
  view,
  onTool,
  onPreview,
  onEdit,
}: {
  readonly redacting: ReturnType<typeof useRedacting>
  readonly mayDraw: boolean
  readonly view: RedactingView
  readonly onTool: (on: boolean) => void
  readonly onPreview: () => void
  readonly onEdit: () => void
}): void {
  const { onArrow, onEnter, onBox, onRemove, onEscape, onStep, canStep, model } = redacting
  const onArrowKey = (pressed?: string): void => {
    if (pressed !== undefined) onArrow(pressed)
  }
  const onTab =
    (by: 1 | -1): Action['when'] =>
    (target) =>
      target instanceof Element && target.matches('[aria-label="Page images"]') && canStep(by)
  const working: Action[] = [
    {
      ...{ id: 'redact-arrows', group, hidden: true, when: onPages, run: onArrowKey, ...withKeys('') },
      label: 'Go from word to word, or move the box that is new or selected',
    },
    {
      ...{ id: 'redact-shift', group, hidden: true, when: onPages, run: onArrowKey, ...withKeys('Shift+') },
      label: 'Select more words, or size the box',
    },
    {
      ...{ id: 'redact-far', group, hidden: true, when: onPages, run: onArrowKey, ...withKeys('Ctrl+') },
      label: 'Move the box by a large step',
    },
    {
      ...{ id: 'redact-wide', group, hidden: true, when: onPages, run: onArrowKey },
      ...withKeys('Ctrl+Shift+'),
      label: 'Size the box by a large step',
    },
    {
      ...{ id: 'redact-enter', group, hidden: true, keys: 'Enter', when: onPages },
      label: 'Redact the words, place the box, or edit the label',
      run: () => {
        if (!onEnter()) onEdit()
      },
    },
    { id: 'redact-box', group, keys: 'b', when: onPages, label: 'Begin a box by the keyboard', run: onBox },
    {
      ...{ id: 'redact-next', group, hidden: true, keys: 'Tab', when: onTab(1) },
      label: 'Next redaction of the document',
      run: () => onStep(1),
    },
    {
      ...{ id: 'redact-previous', group, hidden: true, keys: 'Shift+Tab', when: onTab(-1) },
      label: 'Redaction before',
      run: () => onStep(-1),
    },
    {
      ...{ id: 'redact-remove', group, keys: 'Delete', label: 'Remove the selected redaction' },
      when: (target) => onPages(target) && model.selected !== null,
      run: onRemove,
    },
    {
      ...{ id: 'redact-stop', group, hidden: true, keys: 'Escape', when: onPages },
      label: 'Let go of what is selected, then put the tool down',
      run: () => {
        if (!onEscape()) onTool(false)
      },
    },
  ]
  useActions([
    ...(mayDraw ? [{ id: 'redact', group, label: 'Redact', keys: 'r', run: () => onTool(!view.on) }] : []),
    {
      id: 'redact-preview',
      group,
      label: 'Show pages as they will leave',
      keys: 'Shift+R',
      run: onPreview,
    },
    ...(mayDraw && view.on && !view.preview ? working : []),
  ])
}
