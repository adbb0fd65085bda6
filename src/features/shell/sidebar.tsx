/** The rail at the left: the main menu, or on review and inspect the panels. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { collapseSidebar, panelNames, setReviewModeClicked, togglePanel } from '#src/commands/shell.ts'
import { type PanelId, panelIds } from '#src/events/catalog/shell.ts'
import { panelGroups } from '#src/stores/shell.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { useWho } from '../ui/who.ts'
import { useSidebar } from './sidebar-context.tsx'
import { clientPlaces, type Place, projectPlaces } from './stages.ts'
import { showsMainMenu } from './visibility.ts'

const panelIcons: Readonly<Record<PanelId, IconName>> = {
  folder: 'folder',
  assistant: 'assistant',
  tags: 'tag',
  keyword: 'keyword',
  production: 'production',
  assignment: 'assignment',
  jobs: 'jobs',
  savedSearch: 'saved',
  codingForms: 'codingForms',
}

export function Sidebar({ path }: { readonly path: string }): ReactElement | null {
  const { menu } = useSidebar()
  if (menu === 'inspect') return <InspectMenu />
  return showsMainMenu(path) ? <MainMenu path={path} /> : null
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
      width={wide ? { base: 'rail', md: '192px' } : 'rail'}
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

function MainMenu({ path }: { readonly path: string }): ReactElement {
  const { collapsed } = useSidebar()
  const who = useWho()
  const run = useUnit(dispatch)
  const inProject = path.startsWith('/overview') || (path.startsWith('/project') && who.projectId !== null)
  const groups = (inProject ? projectPlaces : clientPlaces)
    .map((group) => ({
      ...group,
      places: group.places.filter(
        ({ needs }) => needs === undefined || (inProject ? who.can(needs) : who.accountCan(needs)),
      ),
    }))
    .filter(({ places }) => places.length > 0)
  return (
    <Rail
      label="Main menu"
      wide={!collapsed}
      footFrom="md"
      foot={
        <IconButton
          icon="panel"
          label={collapsed ? 'Widen the menu' : 'Narrow the menu'}
          aria-pressed={collapsed}
          onClick={() => run(collapseSidebar({ collapsed: !collapsed }))}
        />
      }
    >
      {groups.map((group) => (
        <chakra.div key={group.label} mb="2">
          <chakra.div
            display={collapsed ? 'none' : { base: 'none', md: 'block' }}
            px="4"
            pt="1"
            pb="0.5"
            fontSize="xs"
            color="faint"
          >
            {group.label}
          </chakra.div>
          <ul style={{ listStyle: 'none' }}>
            {group.places.map((place) => (
              <li key={place.id}>
                <PlaceLink
                  place={place}
                  narrow={collapsed}
                  onClick={
                    place.id === 'review' ? () => run(setReviewModeClicked({ clicked: true })) : undefined
                  }
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
  onClick,
}: {
  readonly place: Place
  readonly narrow: boolean
  readonly onClick: (() => void) | undefined
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
      <NavLink
        to={place.path}
        end
        aria-label={place.label}
        title={place.label}
        {...(onClick === undefined ? {} : { onClick })}
      >
        <Icon name={place.icon} />
        <chakra.span display={narrow ? 'none' : { base: 'none', md: 'inline' }} whiteSpace="nowrap">
          {place.label}
        </chakra.span>
      </NavLink>
    </chakra.div>
  )
}

function InspectMenu(): ReactElement {
  const { panels } = useSidebar()
  const run = useUnit(dispatch)
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
      {panelGroups.map((group, at) => (
        <chakra.div
          key={group[0] ?? at}
          display="flex"
          flexDirection="column"
          alignItems="center"
          gap="1"
          pb="2"
          mb="2"
          {...(at < panelGroups.length - 1 ? { borderBottomWidth: '1px', borderColor: 'line' } : {})}
        >
          {panelIds
            .filter((id) => group.includes(id))
            .map((id) => (
              <IconButton
                key={id}
                icon={panelIcons[id]}
                label={panelNames[id]}
                aria-pressed={panels[id] !== 'closed'}
                data-panel={id}
                data-state={panels[id]}
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
