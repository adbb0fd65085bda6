/** Guards at work: what stands behind one shows, or one is sent elsewhere. */

import { combine } from 'effector'
import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Skeleton } from '../features/ui/states.tsx'
import { $selection } from '../stores/selection.ts'
import { $session } from '../stores/session.ts'
import { $tabId } from '../stores/tab.ts'
import { type Guard, isSettled, standingOf } from './guards.ts'

const $standing = combine($session, $selection, $tabId, standingOf)
const $settled = $session.map(isSettled)

export function Guarded({ by, children }: { readonly by: Guard; readonly children?: ReactNode }): ReactNode {
  const [standing, settled] = useUnit([$standing, $settled])
  const { pathname } = useLocation()
  if (!settled) return <Skeleton rows={8} />
  const verdict = by(standing, pathname)
  return 'redirect' in verdict ? <Navigate to={verdict.redirect} replace /> : children
}
