/** How the list of this address is shown: Inspect and Review each in their own way, kept while one goes to and fro. */
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { dispatch } from '../../commands/dispatch.ts'
import { setListMode } from '../../commands/shell.ts'
import { $columns } from '../../stores/list-shape.ts'
import { $listModes, isFullScreen, listOf } from '../../stores/shell.ts'
import { useActions } from '../ui/actions.tsx'
import { IconButton } from '../ui/button.tsx'

export function useListMode() {
  const { pathname } = useLocation()
  const of = listOf(pathname)
  return { of, pathname, ...useUnit($listModes)[of] }
}

/**
 * Who left a list in full screen comes back to it so, and an address in full screen says it for its list. `alone`: a window that
 * was pulled out is neither.
 */
export function useKeptFullScreen(alone: boolean): void {
  const { of, pathname, fullScreen } = useListMode()
  const isLeft = useLocation().state === left
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  // Only an address that is come to is looked at.
  const kept = useRef(fullScreen)
  kept.current = fullScreen
  useEffect(() => {
    if (alone || isLeft || isFullScreen(pathname) === kept.current) return
    if (isFullScreen(pathname)) run(setListMode({ of, fullScreen: true }))
    else void navigate(fullScreenOf(of), { replace: true })
  }, [alone, isLeft, pathname, of, run, navigate])
}

/** Said with an address that is come to by leaving full screen: what is kept may not have changed yet. */
const left = 'leftFullScreen'

const fullScreenOf = (of: string): string => `/overview/${of}-fullscreen`

export function ListModes(): ReactElement {
  const { of, pathname, mode } = useListMode()
  const { columns, run } = useUnit({ columns: $columns, run: dispatch })
  const navigate = useNavigate()
  const full = isFullScreen(pathname)
  const turn = () => {
    run(setListMode({ of, fullScreen: !full }))
    // In its place: going back leads to where one came from.
    if (full) void navigate(`/overview/${of}`, { replace: true, state: left })
    else void navigate(fullScreenOf(of), { replace: true })
  }
  const other = mode === 'compact' ? 'columns' : 'compact'
  const turnMode = () => run(setListMode({ of, mode: other }))
  const fullLabel = full ? 'Leave full screen' : 'Full screen'
  const modeLabel = other === 'compact' ? 'Show compact rows' : 'Show the columns'
  const hasColumns = columns.length > 0
  useActions([
    { id: 'full-screen', label: fullLabel, group: 'Documents', keys: 'o w', run: turn },
    ...(hasColumns
      ? [{ id: 'list-mode', label: modeLabel, group: 'Documents', keys: 'o l', run: turnMode }]
      : []),
  ])
  return (
    <>
      {hasColumns && <IconButton size="sm" icon="menu" label={modeLabel} keys="o l" onClick={turnMode} />}
      <IconButton size="sm" icon="expand" label={fullLabel} keys="o w" onClick={turn} />
    </>
  )
}
