/** The composition root of the browser: the sign-in page first where nobody is signed in, then the workspace. */
import { createWatch } from 'effector'
import { Provider } from 'effector-react'
import { type ReactElement, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Workspace } from './app/core.ts'
import { leavingKey } from './app/leaving-record.ts'
import { loadAgainOnce } from './app/load-again.ts'
import { pagePorts } from './app/page.ts'
import { beginsAtGate, standAtGate } from './app/session-kept.ts'
import { createThemeMirror } from './effects/storage/theme.ts'
import { wearThemes } from './features/ui/worn-theme.ts'
import { isChunkFault } from './routes/chunk.ts'
import { holdBuild, keepSite } from './worker/register.ts'

const page = pagePorts(window)

const show = (root: Root, { app }: Workspace, tree: ReactElement): void =>
  root.render(
    <StrictMode>
      <Provider value={app.scope} key={app.clientId}>
        {tree}
      </Provider>
    </StrictMode>,
  )

const workspaceParts = () =>
  Promise.all([
    import('./app/workspace.ts'),
    import('./app/browser.ts'),
    import('./areas.ts'),
    import('./routes/desk.tsx'),
    import('./stores/shell.ts'),
    import('./app/timeline.ts'),
  ])

async function start(): Promise<void> {
  const place = document.getElementById('root')
  if (place === null) throw new Error('The page has no place for the program')
  holdBuild(window)
  const root = createRoot(place)
  // A logout that this browser did not live to finish is finished first, before anything is read.
  if (page.storage.local.getItem(leavingKey) !== null) {
    const [{ finishLeft }, { browserPorts }] = await Promise.all([
      import('./app/leaving-finish.ts'),
      import('./app/browser.ts'),
    ])
    await finishLeft(browserPorts(window, page))
  }
  if (beginsAtGate(window.location.pathname, page.storage)) await signInFirst(root)
  const [{ openWorkspace }, { browserPorts }, { areas }, { Desk }, shell, { openTimeline }] =
    await workspaceParts()
  const workspace = await openWorkspace({ ...browserPorts(window, page), areas })
  mirrorLook(workspace, shell)
  openTimeline(workspace, { ...page, who: areas.who })
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
    window.addEventListener(kind, workspace.idle.active, { passive: true })
  }
  // A file that is let go of beside the place for it would take the whole page away, with all that is being sent.
  for (const kind of ['dragover', 'drop'] as const) {
    window.addEventListener(kind, (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    })
  }
  show(root, workspace, <Desk />)
  // Who only looks at the sign-in page fetches nothing more.
  page.idle(() => keepSite(window))
}

/** Whatever the address, the sign-in page. */
async function signInFirst(root: Root): Promise<void> {
  const leave = standAtGate(window, page.storage)
  const [{ openGate, throughTheGate }, { Gate }] = await Promise.all([
    import('./app/gate.ts'),
    import('./routes/gate.tsx'),
  ])
  const gate = await openGate(page)
  // The workspace arrives while the password is being typed.
  window.addEventListener('input', () => void workspaceParts().catch(() => undefined), { once: true })
  show(root, gate, <Gate />)
  await throughTheGate(gate)
  leave()
  await gate.close()
}

/** The theme is a class of the page, kept for the next first paint. */
function mirrorLook({ app }: Workspace, shell: typeof import('./stores/shell.ts')): void {
  const theme = createThemeMirror(page.storage.local)
  const wear = wearThemes(window)
  createWatch({
    unit: shell.$chosenTheme,
    scope: app.scope,
    fn: (chosen) => {
      if (chosen === null) return
      wear(chosen)
      theme.set(chosen)
    },
  })
}

start().catch((fault: unknown) => {
  window.console.error(fault)
  if (isChunkFault(fault) && loadAgainOnce(window)) return
  const place = document.getElementById('root')
  if (place)
    place.textContent = 'The program could not start. Load the page again; if it stays so, tell support.'
})
