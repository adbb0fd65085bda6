/** The frame around every screen of a signed-in user: header, side bar, panel, the screen itself, palette and keys. */
import { chakra } from '@chakra-ui/react'
import { useProvidedScope, useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { tagsEnabled } from '#contracts/project.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import type { Registry } from '#src/commands/registry.ts'
import { enterPath, noteActivity, setTheme } from '#src/commands/shell.ts'
import { $ailing } from '#src/stores/logState.ts'
import { $online } from '#src/stores/network.ts'
import type { RootState } from '#src/stores/root.ts'
import type { ProjectionTable } from '#src/stores/runtime.ts'
import { $offer, $project } from '#src/stores/selection.ts'
import { $reviewerMarker, $session, reviewerClass } from '#src/stores/session.ts'
import { $singleKeys, $view, isInspecting, shell, shownPanel } from '#src/stores/shell.ts'
import { useWho } from '../session/who.ts'
import { type Action, useActions, useAllActions } from '../ui/actions.tsx'
import { useKeys } from '../ui/keys.ts'
import { menuList } from '../ui/menu.tsx'
import { part } from '../ui/part.tsx'
import { TypedAhead } from '../ui/typed-ahead.tsx'
import { useTheme } from '../ui/use-theme.ts'
import { Header } from './header.tsx'
import { messageLine } from './message-line.ts'
import { type MenuPlace, type Panel, placesOf, tasksOf } from './places.ts'
import { Sidebar } from './sidebar.tsx'
import { SidebarProvider } from './sidebar-context.tsx'
import { useLeaving } from './use-leaving.ts'
import { showsFrame } from './visibility.ts'

const Palette = part(() => import('./palette.tsx').then((module) => module.Palette), TypedAhead)
const KeyList = part(() => import('./key-list.tsx').then((module) => module.KeyList))
const UnsentDialog = part(() => import('./unsent-dialog.tsx').then((module) => module.UnsentDialog))
const LogBar = part(() => import('./log-bar.tsx').then((module) => module.LogBar))
const OfflineBar = part(() => import('./offline-bar.tsx').then((module) => module.OfflineBar))
const PanelHost = part(() => import('./panel-host.tsx').then((module) => module.PanelHost))
const OfferBar = part(() => import('./offer-bar.tsx').then((module) => module.OfferBar))
const ArchiveBar = part(() => import('./archive-bar.tsx').then((module) => module.ArchiveBar))

/** The panel that stands beside the rail. */
const $panel = $view.map(shownPanel, { skipVoid: false })

/** Addresses that are about the client, whatever project is chosen. */
const ofClient = /^\/(client|project\/Client)/
const aboutForms = /^(coding|codingForms)\./
const aboutTags = /^tags\./
const aboutDocuments = /^(review|coding|codingForms|tags|undo)\./
/** Ms between two beats of activity. */
const beat = 30_000

export function Workspace({
  registry,
  projections,
  places,
  panels,
  children,
}: {
  /** The commands that can be given everywhere, and the states that their labels read. */
  readonly registry: Registry
  readonly projections: ProjectionTable
  readonly places: readonly MenuPlace[]
  readonly panels: readonly Panel[]
  readonly children: ReactNode
}): ReactElement {
  const { pathname } = useLocation()
  const who = useWho()
  const [dialog, setDialog] = useState<'palette' | 'keys' | null>(null)
  const [unsent, offer, ailing, online, shown, project] = useUnit([
    ...([$session, $offer, $ailing, $online, $panel, $project] as const),
  ])
  useViewOfTab(pathname)
  useReviewerMarker()
  useActivity()
  useLeaving()
  const log = useEventLog()
  useGlobalActions(registry, projections, places, {
    palette: () => setDialog('palette'),
    keys: () => setDialog('keys'),
    log,
  })
  useKeys(useAllActions(), useUnit($singleKeys))
  useAtHand()
  const framed = showsFrame(pathname, who)
  return (
    <SidebarProvider>
      <chakra.div display="flex" flexDirection="column" height="var(--window, 100dvh)" minHeight="0">
        <SkipLink />
        {framed && (
          <Header onPalette={() => setDialog('palette')} onKeys={() => setDialog('keys')} onLog={log} />
        )}
        {!online && <OfflineBar />}
        {ailing && <LogBar />}
        {offer !== null && <OfferBar />}
        {project?.archivedAt != null && !ofClient.test(pathname) && <ArchiveBar />}
        <chakra.div ref={messageLine} flexShrink={0} />
        <chakra.div display="flex" flex="1" minHeight="0" position="relative">
          {framed && <Sidebar path={pathname} places={places} panels={panels} />}
          {framed && isInspecting(pathname) && shown !== null && <PanelHost {...shown} panels={panels} />}
          <chakra.main
            id="main"
            // It scrolls: where nothing in it can be focused, the keyboard must reach it all the same.
            tabIndex={0}
            flex="1"
            minWidth="0"
            overflow="auto"
            _focusVisible={{ outlineOffset: '-2px' }}
          >
            {children}
          </chakra.main>
        </chakra.div>
      </chakra.div>
      {dialog === 'palette' && <Palette onClose={() => setDialog(null)} />}
      {dialog === 'keys' && <KeyList open onClose={() => setDialog(null)} />}
      {unsent.unsent !== null && <UnsentDialog {...unsent.unsent} />}
    </SidebarProvider>
  )
}

/**
 * Fetches what may be needed when nothing can be fetched any more. The bars that say so come at once. Dialogs, the palette and
 * menus come later, and only where no service worker has every file of the build.
 */
function useAtHand(): void {
  useEffect(() => {
    // Not before the screen itself stands. What cannot be fetched now is asked for again when it is needed.
    const soon = setTimeout(() => {
      for (const one of [LogBar, OfflineBar]) one.fetch()
    }, 1_000)
    const later = setTimeout(() => {
      if (navigator.serviceWorker?.controller) return
      for (const one of [UnsentDialog, Palette, KeyList]) one.fetch()
      menuList().catch(() => undefined)
    }, 30_000)
    return () => {
      clearTimeout(soon)
      clearTimeout(later)
    }
  }, [])
}

function SkipLink(): ReactElement {
  return (
    <chakra.a
      href="#main"
      position="absolute"
      left="-999px"
      top="0"
      zIndex="toast"
      background="accent"
      color="onAccent"
      px="3"
      py="2"
      _focus={{ left: 0 }}
    >
      Skip to the content
    </chakra.a>
  )
}

/** Says where this tab is; and where tabs show the same view, goes where the leading tab went. */
function useViewOfTab(path: string): void {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  const [view, { following, lead }] = useUnit([$view, shell.$state])
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === path) return
    setSaid(path)
    if (view.path !== path) run(enterPath({ path }))
  }, [path, said, view.path, run])
  useEffect(() => {
    if (following && lead !== '' && view.path !== '' && view.path !== path && said === path) {
      setSaid(view.path)
      void navigate(view.path)
    }
  }, [following, lead, view.path, path, said, navigate])
}

/** A class on the page's body, by which styles and other programs know a reviewer. */
function useReviewerMarker(): void {
  const marked = useUnit($reviewerMarker)
  useEffect(() => {
    document.body.classList.toggle(reviewerClass, marked)
    return () => document.body.classList.remove(reviewerClass)
  }, [marked])
}

function useActivity(): void {
  const run = useUnit(dispatch)
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY
    const act = (event: Event) => {
      if (event.timeStamp - last < beat) return
      last = event.timeStamp
      run(noteActivity({}))
    }
    const kinds = ['pointerdown', 'keydown', 'wheel'] as const
    for (const kind of kinds) addEventListener(kind, act, { passive: true })
    return () => {
      for (const kind of kinds) removeEventListener(kind, act)
    }
  }, [run])
}

function useEventLog(): () => void {
  const navigate = useNavigate()
  const { projectId } = useWho()
  return () => void navigate(projectId === null ? '/client/eventlog' : '/overview/eventlog')
}

/** What can be done everywhere: screens to go to, and every command that needs nothing more to be said. */
function useGlobalActions(
  registry: Registry,
  projections: ProjectionTable,
  menu: readonly MenuPlace[],
  open: { readonly palette: () => void; readonly keys: () => void; readonly log: () => void },
): void {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  const who = useWho()
  const theme = useTheme()
  const scope = useProvidedScope()
  const { pathname } = useLocation()
  const project = useUnit($project)
  const tagged = project === null ? null : tagsEnabled(project.features)
  const goTo = (path: string) => () => void navigate(path)
  const ofProject = who.projectId === null ? [] : placesOf(menu, 'project', who.can)
  const offered: readonly Pick<MenuPlace, 'path' | 'label' | 'icon' | 'keys'>[] = [
    ...ofProject,
    ...ofProject.flatMap((place) => tasksOf(place, who.can).map((task) => ({ ...task, path: place.path }))),
    ...placesOf(menu, 'client', who.accountCan),
  ]
  const places = offered.map(
    ({ path, label, icon, keys }): Action => ({
      id: `go-${path}-${label}`,
      label,
      group: 'Go to',
      keys,
      icon,
      run: goTo(path),
    }),
  )
  const state = (): RootState =>
    Object.fromEntries(
      Object.entries(projections).map(([name, { $state }]) => [
        name,
        scope === null || scope === undefined ? $state.getState() : scope.getState($state as never),
      ]),
    ) as unknown as RootState
  const ready = [...registry.values()].flatMap((def): Action[] => {
    if (def.group === undefined || !def.payload.safeParse({}).success) return []
    // What is about a document is offered where documents are.
    if (aboutDocuments.test(def.type) && !isInspecting(pathname)) return []
    // A project is coded with forms or sorted with tags: the tools of the other are no use in it.
    if (tagged !== null && (tagged ? aboutForms : aboutTags).test(def.type)) return []
    return [
      {
        id: def.type,
        label: def.label({} as never, state(), ''),
        group: def.group,
        keys: def.shortcut,
        run: () => run({ type: def.type, payload: {} }),
      },
    ]
  })
  useActions(
    [
      {
        id: 'palette',
        label: 'Find a command',
        group: 'Help',
        keys: 'Ctrl+K',
        icon: 'search',
        inInputs: true,
        hidden: true,
        run: open.palette,
      },
      {
        id: 'keys',
        label: 'Keys of this screen',
        group: 'Help',
        keys: '?',
        icon: 'keyboard',
        run: open.keys,
      },
      { id: 'event-log', label: 'Event log', group: 'Go to', keys: 'g l', icon: 'log', run: open.log },
      {
        id: 'theme',
        label: theme === 'dark' ? 'Use the light theme' : 'Use the dark theme',
        group: 'View',
        icon: theme === 'dark' ? 'sun' : 'moon',
        run: () => run(setTheme({ theme: theme === 'dark' ? 'light' : 'dark' })),
      },
      {
        id: 'system-theme',
        label: 'Use the system theme',
        group: 'View',
        icon: 'settings',
        run: () => run(setTheme({ theme: 'system' })),
      },
      {
        id: 'settings',
        label: 'Your settings',
        group: 'Account',
        icon: 'settings',
        run: goTo(who.projectId === null ? '/client/usersetpage' : '/overview/usersetpage'),
      },
      ...places,
      ...ready,
    ],
    'frame',
  )
}
