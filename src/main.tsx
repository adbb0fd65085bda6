/** The composition root of the browser: opens the workspace of this tab, and renders it. */
import { ChakraProvider } from '@chakra-ui/react'
import { createWatch, scopeBind } from 'effector'
import { Provider, useUnit } from 'effector-react'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { browserPorts } from './app/browser.ts'
import { type Workspace, openWorkspace } from './app/workspace.ts'
import { areas } from './areas.ts'
import { createThemeMirror } from './effects/storage/theme.ts'
import { ActionsProvider } from './features/ui/actions.tsx'
import { system } from './features/ui/system.ts'
import { Screens } from './routes/table.tsx'
import { $analyze, $chosenTheme } from './stores/shell.ts'
import { $everSaid } from './stores/toasts.ts'
import { logReaderGiven } from './stores/timeline.ts'

// Nothing moves and nothing is said in the first moment: motion comes with the first message.
const Messages = lazy(async () => ({ default: (await import('./features/shell/messages.tsx')).Messages }))

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
      if (log === null) return null
      return log.read({ after: Math.max(0, (await log.head()) - limit), limit })
    },
    follow: (listener) => app.onCommitted((envelopes) => listener(envelopes)),
  })
  watchActivity(workspace)

  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no place for the program')
  createRoot(root).render(
    <StrictMode>
      <Provider value={app.scope}>
        <ChakraProvider value={system}>
          <ActionsProvider>
            <BrowserRouter>
              <Screens />
            </BrowserRouter>
            <MessagesWhenSaid />
          </ActionsProvider>
        </ChakraProvider>
      </Provider>
    </StrictMode>,
  )
}

/** Messages, from the first one on. */
function MessagesWhenSaid() {
  const said = useUnit($everSaid)
  return said ? (
    <Suspense>
      <Messages />
    </Suspense>
  ) : null
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
