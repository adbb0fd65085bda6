/** The route table: every address, its guard and its screen. */
import { lazy, type ReactElement, Suspense } from 'react'
import { Outlet, type RouteObject, useRoutes } from 'react-router-dom'
import { Skeleton } from '../features/ui/states.tsx'
import { type Load, lazily } from './chunk.ts'
import { Failing } from './error-page.tsx'
import { Guarded } from './guard.tsx'
import { type Guard, protectedGuard, publicGuard, termsGuard, unknownGuard } from './guards.ts'
import { publicPaths, publicScreens, sections } from './sections.ts'

// The frame of the workspace is of no use to anybody who has not signed in.
const Frame = lazy(async () => ({ default: (await import('./frame.tsx')).Frame }))

/** Callback pages stand for themselves: the provider sends people there whoever is signed in. */
const anyone: Guard = () => ({ show: true })

const guards: Readonly<Record<keyof typeof publicPaths, Guard>> = {
  signIn: publicGuard,
  invited: publicGuard,
  sso: publicGuard,
  reset: publicGuard,
  cloudCallback: anyone,
  officeCallback: anyone,
  terms: termsGuard,
}

const routeTable: RouteObject[] = [
  ...(Object.keys(publicPaths) as (keyof typeof publicPaths)[]).map(
    (name): RouteObject => ({
      path: publicPaths[name],
      caseSensitive: true,
      element: <Guarded by={guards[name]}>{screen(publicScreens[name])}</Guarded>,
    }),
  ),
  {
    element: (
      <Guarded by={protectedGuard}>
        <Suspense fallback={<Skeleton rows={8} />}>
          <Frame>
            <Outlet />
          </Frame>
        </Suspense>
      </Guarded>
    ),
    children: sections.map(
      ({ path, screen: load }): RouteObject => ({ path, caseSensitive: true, element: screen(load) }),
    ),
  },
  { path: '*', element: <Guarded by={unknownGuard} /> },
]

/** Every screen of the product, whatever the address. */
export function Screens(): ReactElement {
  return <Failing>{useRoutes(routeTable)}</Failing>
}

/** A screen that fails leaves the frame around it standing. */
function screen(load: Load): ReactElement {
  const Screen = lazily(load)
  return (
    <Failing>
      <Suspense fallback={<Skeleton rows={8} />}>
        <Screen />
      </Suspense>
    </Failing>
  )
}
