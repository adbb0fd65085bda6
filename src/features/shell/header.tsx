/** The bar across the top: where one is, what goes on, and who one is. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { logOut } from '#src/commands/session.ts'
import { setFollowing, setTheme } from '#src/commands/shell.ts'
import { projects } from '#src/reads/company.ts'
import { logState } from '#src/stores/logState.ts'
import { $network } from '#src/stores/network.ts'
import { $theme, shell } from '#src/stores/shell.ts'
import { roleWords } from '../people/roles.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Menu } from '../ui/menu.tsx'
import { part } from '../ui/part.tsx'
import { useTheme } from '../ui/use-theme.ts'
import { Notifications } from './notifications.tsx'
import { Switcher } from './switcher.tsx'

const JobsBadge = part(() => import('./jobs-badge.tsx').then((module) => module.JobsBadge))

export function Header({
  onPalette,
  onKeys,
  onLog,
}: {
  readonly onPalette: () => void
  readonly onKeys: () => void
  readonly onLog: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const theme = useTheme()
  const { can } = useWho()
  return (
    <chakra.header
      display="flex"
      alignItems="center"
      gap="1"
      height="topBar"
      flexShrink={0}
      pl="3"
      pr="2"
      background="surface"
      borderBottomWidth="1px"
      borderColor="line"
    >
      <Link
        to="/client"
        aria-label="Affiant: clients and projects"
        style={{ display: 'flex', marginRight: 8 }}
      >
        <img src="/mark.svg" width={22} height={22} alt="" />
      </Link>
      <Switcher />
      <chakra.div flex="1" />
      <Standing />
      <Button
        look="plain"
        size="sm"
        icon="search"
        onClick={onPalette}
        color="faint"
        borderColor="line"
        display={{ base: 'none', md: 'inline-flex' }}
      >
        Find a command
        <Kbd keys="Ctrl+K" />
      </Button>
      {can('job.view') && <JobsBadge />}
      <chakra.span display={{ base: 'none', sm: 'inline-flex' }} gap="1">
        <IconButton icon="log" label="Event log" keys="g l" onClick={onLog} />
        <IconButton
          icon={theme === 'dark' ? 'sun' : 'moon'}
          label={theme === 'dark' ? 'Light theme' : 'Dark theme'}
          onClick={() => run(setTheme({ theme: theme === 'dark' ? 'light' : 'dark' }))}
        />
      </chakra.span>
      <Notifications />
      <Profile onKeys={onKeys} onPalette={onPalette} onLog={onLog} />
    </chakra.header>
  )
}

/** Offline, unsent work, and a log that cannot be kept: said in words, only while it is so. */
function Standing(): ReactElement | null {
  const [{ online, waiting }, { mode }] = useUnit([$network, logState.$state])
  // Whoever only reads asks for nothing of himself: that the server is back is seen by an answer.
  useRead(projects, online ? null : {}, { every: 5_000 })
  return (
    <chakra.div display="flex" gap="1" role="status" mr="1">
      {!online && (
        <Badge tone="attention" icon="offline">
          Offline
        </Badge>
      )}
      {waiting > 0 && (
        <Badge tone="info" title="Not yet acknowledged by the server; sent by itself as soon as it can be">
          {waiting} unsent
        </Badge>
      )}
      {mode === 'memory' && (
        <Badge
          tone="attention"
          icon="warning"
          title="This browser does not let the page keep its log: what is unsent is lost when the tab is closed"
        >
          In this tab only
        </Badge>
      )}
    </chakra.div>
  )
}

function Profile({
  onKeys,
  onPalette,
  onLog,
}: {
  readonly onKeys: () => void
  readonly onPalette: () => void
  readonly onLog: () => void
}): ReactElement {
  const who = useWho()
  const navigate = useNavigate()
  const { run, state, chosen } = useUnit({ run: dispatch, state: shell.$state, chosen: $theme })
  const theme = useTheme()
  const initials = who.userName
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase()
  return (
    <Menu
      end
      trigger={
        <chakra.button
          type="button"
          // What is seen of it is part of its name, so that it can be called by what is seen.
          aria-label={`Account: ${initials === '' ? '' : `${initials}, `}${who.userName}`}
          width="28px"
          height="28px"
          ml="1"
          borderRadius="full"
          background="accentGround"
          color="accentInk"
          fontSize="xs"
          fontWeight={600}
          display="flex"
          alignItems="center"
          justifyContent="center"
          overflow="hidden"
        >
          {who.photo !== null ? (
            <chakra.img src={who.photo} alt="" width="full" height="full" objectFit="cover" />
          ) : initials === '' ? (
            <Icon name="user" />
          ) : (
            initials
          )}
        </chakra.button>
      }
      head={
        <chakra.div px="2" py="2" borderBottomWidth="1px" borderColor="line" mb="1">
          <chakra.div fontWeight={600} truncate>
            {who.userName}
          </chakra.div>
          <chakra.div color="muted" fontSize="xs" truncate>
            {who.email}
          </chakra.div>
          <chakra.div color="faint" fontSize="xs">
            {roleWords(who.roleName ?? '')} · version {who.version}
          </chakra.div>
        </chakra.div>
      }
      groups={[
        {
          items: [
            {
              id: 'settings',
              label: 'Your settings',
              icon: 'settings',
              run: () =>
                void navigate(who.projectId === null ? '/client/usersetpage' : '/overview/usersetpage'),
            },
            {
              id: 'theme',
              label: theme === 'dark' ? 'Light theme' : 'Dark theme',
              icon: theme === 'dark' ? 'sun' : 'moon',
              run: () => run(setTheme({ theme: theme === 'dark' ? 'light' : 'dark' })),
            },
            {
              id: 'system-theme',
              label: 'System theme',
              icon: 'settings',
              checked: chosen === 'system',
              run: () => run(setTheme({ theme: chosen === 'system' ? theme : 'system' })),
            },
            {
              id: 'following',
              label: 'Same view in all tabs',
              icon: 'external',
              checked: state.following,
              run: () => run(setFollowing({ following: !state.following })),
            },
          ],
        },
        {
          items: [
            { id: 'palette', label: 'Find a command', icon: 'search', keys: 'Ctrl+K', run: onPalette },
            { id: 'keys', label: 'Keys of this screen', icon: 'keyboard', keys: '?', run: onKeys },
            { id: 'log', label: 'Event log', icon: 'log', keys: 'g l', run: onLog },
            {
              id: 'support',
              label: 'Contact support',
              icon: 'help',
              run: () =>
                void navigate(who.projectId === null ? '/client/contactsupport' : '/overview/contactsupport'),
            },
          ],
        },
        { items: [{ id: 'logout', label: 'Log out', icon: 'logout', run: () => run(logOut({})) }] },
      ]}
    />
  )
}
