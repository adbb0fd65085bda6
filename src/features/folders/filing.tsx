/** Filing from the keyboard and the palette: what is shown, what is selected, all of the result. */
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { withAreas } from '#src/areas/lazy.ts'
import type { FilingOf } from '#src/commands/folders.ts'
import { pickCount } from '#src/events/bulk/picks.ts'
import { $picks } from '#src/stores/bulk.ts'
import { $list, $shown } from '#src/stores/review.ts'
import { useIsArchived, useWho } from '../session/who.ts'
import { type Action, useActions } from '../ui/actions.tsx'
import { counted } from '../ui/format.ts'
import { part } from '../ui/part.tsx'
import { TypedAhead } from '../ui/typed-ahead.tsx'
import type { FolderFinderProps } from './folder-finder.tsx'

const FolderFinder = part<FolderFinderProps>(
  withAreas(['folders'], () => import('./folder-finder.tsx').then((module) => module.FolderFinder)),
  TypedAhead,
)

export function Filing(): ReactElement | null {
  const { list, picks, shown } = useUnit({ list: $list, picks: $picks, shown: $shown })
  const isArchived = useIsArchived()
  const may = useWho().can('document.search') && !isArchived
  const [of, setOf] = useState<FilingOf | null>(null)
  const total = Math.max(0, list?.totalCount ?? 0)
  const picked = pickCount(picks, total)
  const words: Readonly<Record<FilingOf, string>> = {
    shown: 'the document',
    picked: counted(picked, 'selected document'),
    result: total === 1 ? 'the document of the result' : `all ${counted(total, 'document')} of the result`,
  }
  const action = (which: FilingOf, keys?: string): Action => ({
    id: `file-${which}`,
    label: `File ${words[which]} in a folder …`,
    group: 'Folders',
    icon: 'folder',
    keys,
    run: () => setOf(which),
  })
  useActions(
    may
      ? [
          ...(picked > 0
            ? [action('picked', 'Shift+F')]
            : shown.current === null
              ? []
              : [action('shown', 'Shift+F')]),
          ...(total > 0 ? [action('result')] : []),
        ]
      : [],
  )
  return of === null ? null : <FolderFinder of={of} what={words[of]} onClose={() => setOf(null)} />
}
