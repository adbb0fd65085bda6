/** The route table: every address, its guard and its screen. */
import type { ReactElement } from 'react'
import { Outlet, type RouteObject } from 'react-router-dom'
import type { Registry } from '../commands/registry.ts'
import { Workspace } from '../features/shell/workspace.tsx'
import { Skeleton } from '../features/ui/states.tsx'
import { lazily } from './chunk.ts'
import { ErrorPage } from './error-page.tsx'
import { Guarded } from './guard.tsx'
import { type Guard, protectedGuard, publicGuard, termsGuard, unknownGuard } from './guards.ts'
import { panels } from './panels.ts'
import { publicPaths } from './paths.ts'
import { clientScreens, type Load, overviewScreens, projectScreens, publicScreens } from './screens.ts'

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

export function routeTable(registry: Registry): RouteObject[] {
  return [
    {
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <Skeleton rows={8} />,
      children: [
        ...(Object.keys(publicPaths) as (keyof typeof publicPaths)[]).map((name): RouteObject => ({
          path: publicPaths[name],
          element: <Behind guard={guards[name]} />,
          children: [{ index: true, lazy: lazily(publicScreens[name]), errorElement: <ErrorPage /> }],
        })),
        {
          element: (
            <Guarded by={protectedGuard}>
              <Workspace registry={registry} panels={panels}>
                <Outlet />
              </Workspace>
            </Guarded>
          ),
          children: [
            { path: '/overview', children: screens(overviewScreens) },
            { path: '/client', children: screens(clientScreens) },
            { path: '/project', children: screens(projectScreens) },
          ],
        },
        { path: '*', element: <Guarded by={unknownGuard} /> },
      ],
    },
  ]
}

function Behind({ guard }: { readonly guard: Guard }): ReactElement {
  return (
    <Guarded by={guard}>
      <Outlet />
    </Guarded>
  )
}

/** A screen that fails leaves the frame around it standing. */
const screens = (of: Readonly<Record<string, Load>>): RouteObject[] =>
  Object.entries(of).map(([path, load]) => ({
    ...(path === '' ? { index: true as const } : { path, caseSensitive: true }),
    lazy: lazily(load),
    errorElement: <ErrorPage />,
  }))
