/** The composition root of the browser: opens the workspace of this tab, and renders it. */
import { ChakraProvider } from '@chakra-ui/react'
import { createWatch, scopeBind } from 'effector'
import { Provider } from 'effector-react'
import { LazyMotion, MotionConfig } from 'framer-motion'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { browserPorts } from './app/browser.ts'
import { type Workspace, openWorkspace } from './app/workspace.ts'
import { areas } from './areas.ts'
import { createThemeMirror } from './effects/storage/theme.ts'
import { Toaster } from './features/shell/toaster.tsx'
import { ActionsProvider } from './features/ui/actions.tsx'
import { system } from './features/ui/system.ts'
import { routeTable } from './routes/table.tsx'
import { $analyze, $chosenTheme } from './stores/shell.ts'
import { logReaderGiven } from './stores/timeline.ts'

const motion = () => import('./features/ui/motion-features.ts').then(({ domMax }) => domMax)

async function start(): Promise<void> {
  const browser = browserPorts(window)
  const workspace = await openWorkspace({
    ...browser,
    areas,
    fetch: window.fetch.bind(window),
    xhr: () => new XMLHttpRequest(),
    onFault: (fault) => window.console.error(fault),
  })
  const { app } = workspace
  mirrorLook(workspace)
  scopeBind(logReaderGiven, { scope: app.scope })({
    latest: async (kind, limit) => {
      const log = app.log(kind)
      if (log === null) return []
      return log.read({ after: Math.max(0, (await log.head()) - limit), limit })
    },
    follow: (listener) => app.onCommitted((envelopes) => listener(envelopes)),
  })
  watchActivity(workspace)

  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no place for the program')
  const router = createBrowserRouter(routeTable(areas.registry))
  createRoot(root).render(
    <StrictMode>
      <Provider value={app.scope}>
        <ChakraProvider value={system}>
          <MotionConfig reducedMotion="user">
            <LazyMotion features={motion} strict>
              <ActionsProvider>
                <RouterProvider router={router} />
                <Toaster />
              </ActionsProvider>
            </LazyMotion>
          </MotionConfig>
        </ChakraProvider>
      </Provider>
    </StrictMode>,
  )
}

/** The theme is a class of the page, kept for the next first paint; the analysis flag stands in browser storage. */
function mirrorLook({ app, storages }: Workspace): void {
  const theme = createThemeMirror(browserPorts(window).storage.local)
  createWatch({
    unit: $chosenTheme,
    scope: app.scope,
    fn: (chosen) => {
      if (chosen === null) return
      document.documentElement.className = chosen
      theme.set(chosen)
    },
  })
  createWatch({
    unit: $analyze,
    scope: app.scope,
    fn: (flag) => {
      if (flag !== null) storages.analyze.set(flag)
    },
  })
}

/** Signs of life of the person, for the clock that ends an idle session. */
function watchActivity({ idle }: Workspace): void {
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
    window.addEventListener(kind, idle.active, { passive: true })
  }
}

start().catch((fault: unknown) => {
  window.console.error(fault)
  const root = document.getElementById('root')
  if (root) root.textContent = 'The program could not start. Load the page again; if it stays so, tell support.'
})
