/** The keys that redact cells, as the keyboard and the list of keys know them. */
import { type Action, useActions } from '../ui/actions.tsx'

const group = 'Redaction'

const inGrid = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=grid]') !== null

export function useRedactSheetKeys({
  maySee,
  mayDraw,
  isOn,
  onTool,
  onPreview,
  onCover,
  onRemove,
}: {
  readonly maySee: boolean
  readonly mayDraw: boolean
  /** The tool is held, and the file itself is in view. */
  readonly isOn: boolean
  readonly onTool: (on: boolean) => void
  readonly onPreview: () => void
  readonly onCover: () => void
  /** Null: nothing that is selected is redacted. */
  readonly onRemove: (() => void) | null
}): void {
  const working: Action[] = [
    {
      ...{ id: 'redact-cells', group, keys: 'Enter', when: inGrid },
      label: 'Redact what is selected',
      run: onCover,
    },
    {
      ...{ id: 'redact-remove', group, keys: 'Delete', label: 'Remove the selected redaction' },
      when: (target) => onRemove !== null && inGrid(target),
      run: () => onRemove?.(),
    },
    {
      ...{ id: 'redact-stop', group, hidden: true, keys: 'Escape', when: inGrid },
      label: 'Put the tool down',
      run: () => onTool(false),
    },
  ]
  useActions([
    ...(mayDraw ? [{ id: 'redact', group, label: 'Redact', keys: 'r', run: () => onTool(!isOn) }] : []),
    ...(maySee
      ? [
          {
            ...{ id: 'redact-preview', group, keys: 'Shift+R' },
            label: 'Show the redacted copy',
            run: onPreview,
          },
        ]
      : []),
    ...(mayDraw && isOn ? working : []),
  ])
}
