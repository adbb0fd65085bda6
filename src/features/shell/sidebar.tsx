/** The rail at the left: the main menu, or on review and inspect the panels. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { closePanels, collapseSidebar, panelNames, togglePanel } from '#src/commands/shell.ts'
import { panelGroups } from '#src/stores/shell.ts'
import { useWho } from '../session/who.ts'
import { type Action, useActions } from '../ui/actions.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { enterPanel, focusPanel } from './panel-focus.ts'
import { type MenuPlace, type Panel, panelsOf, placesOf } from './places.ts'
import { useSidebar } from './sidebar-context.tsx'
import { showsMainMenu } from './visibility.ts'

export function Sidebar({
  path,
  places,
  panels,
}: {
  readonly path: string
  readonly places: readonly MenuPlace[]
  readonly panels: readonly Panel[]
}): ReactElement | null {
  const { menu } = useSidebar()
  if (menu === 'inspect') return <InspectMenu panels={panels} />
  return showsMainMenu(path) ? <MainMenu path={path} places={places} /> : null
}

function Rail({
  label,
  wide,
  children,
  foot,
  footFrom,
}: {
  readonly label: string
  readonly wide: boolean
  readonly children: ReactNode
  readonly foot?: ReactNode
  /** Where the window is too narrow to widen the rail, there is nothing to press. */
  readonly footFrom?: 'md'
}): ReactElement {
  return (
    <chakra.nav
      aria-label={label}
      flexShrink={0}
      width={wide ? { base: 'rail', md: '208px' } : 'rail'}
      height="full"
      background="canvas"
      borderRightWidth="1px"
      borderColor="line"
      display="flex"
      flexDirection="column"
      overflow="hidden"
    >
      <chakra.div flex="1" overflowY="auto" overflowX="hidden" py="2">
        {children}
      </chakra.div>
      {foot !== undefined && (
        <chakra.div
          borderTopWidth="1px"
          borderColor="line"
          p="2"
          display={footFrom === undefined ? 'flex' : { base: 'none', md: 'flex' }}
          justifyContent="center"
        >
          {foot}
        </chakra.div>
      )}
    </chakra.nav>
  )
}

function MainMenu({
  path,
  places,
}: {
  readonly path: string
  readonly places: readonly MenuPlace[]
}): ReactElement {
  const { collapsed } = useSidebar()
  const who = useWho()
  const run = useUnit(dispatch)
  const inProject = path.startsWith('/overview') || (path.startsWith('/project') && who.projectId !== null)
  const all = inProject ? placesOf(places, 'project', who.can) : placesOf(places, 'client', who.accountCan)
  const shown = all.filter(({ under }) => under === undefined)
  return (
    <Rail
      label="Main menu"
      wide={!collapsed}
      footFrom="md"
      foot={
        <IconButton
          icon="panel"
          label={collapsed ? 'Expand menu' : 'Collapse menu'}
          aria-pressed={collapsed}
          onClick={() => run(collapseSidebar({ collapsed: !collapsed }))}
        />
      }
    >
      {[...Map.groupBy(shown, ({ group }) => group)].map(([group, of]) => (
        <chakra.div key={group} mb="2">
          <chakra.div
            display={collapsed ? 'none' : { base: 'none', md: 'block' }}
            px="4"
            pt="1"
            pb="0.5"
            fontSize="xs"
            color="faint"
          >
            {group}
          </chakra.div>
          <ul style={{ listStyle: 'none' }}>
            {of.map((place) => (
              <li key={place.path}>
                <PlaceLink
                  place={place}
                  narrow={collapsed}
                  isAlone={!all.some(({ under }) => under === place.path)}
                />
              </li>
            ))}
          </ul>
        </chakra.div>
      ))}
    </Rail>
  )
}

function PlaceLink({
  place,
  narrow,
  isAlone,
}: {
  readonly place: MenuPlace
  readonly narrow: boolean
  /** It has no pages under it, on which it is the current one too. */
  readonly isAlone: boolean
}): ReactElement {
  return (
    <chakra.div
      css={{
        '& a': {
          display: 'flex',
          alignItems: 'center',
          gap: '3',
          height: '32px',
          mx: '2',
          px: '2',
          borderRadius: 'md',
          color: 'muted',
          textDecoration: 'none',
          position: 'relative',
        },
        '& a:hover': { background: 'hover', color: 'ink' },
        '& a.active': { background: 'selected', color: 'accentInk', fontWeight: 600 },
      }}
    >
      <NavLink to={place.path} end={isAlone} title={place.label}>
        <Icon name={place.icon} />
        <chakra.span flex="1" srOnly={narrow ? true : { base: true, md: false }} whiteSpace="nowrap">
          {place.label}
        </chakra.span>
        {place.keys !== undefined && (
          <chakra.span aria-hidden display={narrow ? 'none' : { base: 'none', md: 'inline' }} opacity={0.7}>
            <Kbd keys={place.keys} />
          </chakra.span>
        )}
      </NavLink>
    </chakra.div>
  )
}

function InspectMenu({ panels: all }: { readonly panels: readonly Panel[] }): ReactElement {
  const { can } = useWho()
  const panels = panelsOf(all, can)
  const { panels: states } = useSidebar()
  const groups = panelGroups
    .map((group) => panels.filter(({ id }) => group.includes(id)))
    .filter((group) => group.length > 0)
  const run = useUnit(dispatch)
  const isOpen = panels.some(({ id }) => states[id] !== 'closed')
  useActions([
    ...panels.map(
      ({ id, icon, keys }): Action => ({
        id: `panel-${id}`,
        label: panelNames[id],
        group: 'Panels',
        keys,
        icon,
        run: () => {
          // Open and elsewhere: the keyboard goes there. Else the key does what the button does.
          if (states[id] === 'open' && focusPanel()) return
          if (states[id] === 'closed') enterPanel()
          run(togglePanel({ panel: id }))
        },
      }),
    ),
    ...(isOpen
      ? [
          {
            id: 'panel-close',
            label: 'Close the panel',
            group: 'Panels',
            keys: 'o x',
            run: () => run(closePanels({})),
          },
        ]
      : []),
  ])
  return (
    <Rail
      label="Panels"
      wide={false}
      foot={
        <Tooltip text="Back to the overview">
          <NavLink to="/overview" aria-label="Back to the overview" style={{ display: 'flex', padding: 6 }}>
            <Icon name="left" />
          </NavLink>
        </Tooltip>
      }
    >
      {groups.map((group, at) => (
        <chakra.div
          key={group[0]?.id ?? at}
          display="flex"
          flexDirection="column"
          alignItems="center"
          gap="1"
          pb="2"
          mb="2"
          {...(at < groups.length - 1 ? { borderBottomWidth: '1px', borderColor: 'line' } : {})}
        >
          {group.map(({ id, icon, keys }) => (
            <IconButton
              key={id}
              icon={icon}
              label={panelNames[id]}
              keys={keys}
              aria-pressed={states[id] !== 'closed'}
              data-panel={id}
              data-state={states[id]}
              height="32px"
              width="32px"
              onClick={() => run(togglePanel({ panel: id }))}
            />
          ))}
        </chakra.div>
      ))}
    </Rail>
  )
}
