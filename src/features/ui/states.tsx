/** What a place shows while it has nothing to show: empty, loading, failed, denied. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { messages } from '#contracts/errors.ts'
import { $online } from '#src/stores/network.ts'
import type { Answer } from './answer.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { useWaited } from './use-waited.ts'

function State({
  icon,
  tone,
  title,
  children,
  action,
  role,
  page = false,
}: {
  readonly page?: boolean | undefined
  readonly icon: IconName
  readonly tone: 'faint' | 'dangerInk' | 'attentionInk'
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly role?: 'alert' | 'status'
}): ReactElement {
  return (
    <chakra.div
      role={role}
      display="flex"
      flexDirection="column"
      alignItems="center"
      textAlign="center"
      gap="1"
      px="6"
      py="12"
      maxWidth="480px"
      mx="auto"
    >
      <chakra.div color={tone} mb="2">
        <Icon name={icon} size={28} />
      </chakra.div>
      <chakra.h2 as={page ? 'h1' : 'h2'} fontSize="md">
        {title}
      </chakra.h2>
      {children !== undefined && <chakra.div color="muted">{children}</chakra.div>}
      {action !== undefined && <chakra.div mt="4">{action}</chakra.div>}
    </chakra.div>
  )
}

/** Says what would be here and how to get it. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  page,
}: {
  readonly icon: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** It stands for the whole page: its title is the page's. */
  readonly page?: boolean
}): ReactElement {
  return (
    <State icon={icon} tone="faint" title={title} action={action} page={page}>
      {children}
    </State>
  )
}

const needsServer = 'It is fetched as soon as the server can be reached.'

/** What the network says when nobody answers: no fault of what was asked for. */
const away: ReadonlySet<string> = new Set([messages.networkError, messages.timedOut])

/** What failed because nobody answered is tried again by itself once somebody does. */
function useAgain(again: (() => void) | undefined): boolean {
  const online = useUnit($online)
  const was = useRef(online)
  const latest = useRef(again)
  latest.current = again
  useEffect(() => {
    if (online && !was.current) latest.current?.()
    was.current = online
  }, [online])
  return online
}

/** Says what happened, what was kept, and what to do. Without the network that is no error: it says so. */
export function ErrorState({
  title,
  message,
  onRetry,
  action,
  page,
}: {
  readonly title: string
  readonly message: string
  readonly onRetry?: (() => void) | undefined
  /** What else may help. */
  readonly action?: ReactNode
  /** It stands for the whole page: its title is the page's. */
  readonly page?: boolean
}): ReactElement {
  const online = useAgain(onRetry)
  if (!online && away.has(message))
    return (
      <State icon="offline" tone="faint" role="status" title={title} action={action} page={page}>
        {needsServer}
      </State>
    )
  return (
    <State
      icon="error"
      page={page}
      tone="dangerInk"
      title={title}
      role="alert"
      action={
        (onRetry || action) && (
          <chakra.div display="flex" gap="2">
            {onRetry && (
              <Button icon="retry" onClick={onRetry}>
                Try again
              </Button>
            )}
            {action}
          </chakra.div>
        )
      }
    >
      {message}
    </State>
  )
}

/** Says who can grant it. */
export function DeniedState({
  what,
  grantedBy,
  action,
  page,
}: {
  readonly what: string
  readonly grantedBy: string
  readonly action?: ReactNode
  /** It stands for the whole page: its title is the page's. */
  readonly page?: boolean
}): ReactElement {
  return (
    <State
      icon="lock"
      page={page}
      tone="attentionInk"
      title={`You have no access to ${what}`}
      role="alert"
      action={action}
    >
      {grantedBy}
    </State>
  )
}

/** Rows from which on there is room to say why nothing comes. */
const roomFor = 5

/** Keeps the layout while something loads; visible after 150 ms. Without the network it says what it waits for. */
export function Skeleton({
  rows = 3,
  height = 12,
}: {
  readonly rows?: number
  readonly height?: number
}): ReactElement {
  const waited = useWaited(150)
  const long = useWaited(1_000)
  const online = useUnit($online)
  if (long && !online && rows >= roomFor)
    return (
      <State icon="offline" tone="faint" role="status" title="This is not on this device">
        {needsServer}
      </State>
    )
  return (
    <chakra.div role="status" aria-label="Loading" display="flex" flexDirection="column" gap="4" p="4">
      {Array.from({ length: rows }, (_, row) => (
        <chakra.div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          key={row}
          borderRadius="sm"
          background={waited ? 'sunken' : 'transparent'}
          style={{ height, width: `${92 - ((row * 17) % 40)}%` }}
        />
      ))}
    </chakra.div>
  )
}

/** What stands in the place of what was asked for and is not there: that it comes, or why it could not be had. */
export function Missing({
  answer: { value, failure },
  rows,
  title,
  onRetry,
}: {
  readonly answer: Answer<unknown>
  /** So high as what comes will be, about. */
  readonly rows: number
  /** Where it could not be had. */
  readonly title: string
  readonly onRetry: () => void
}): ReactElement | null {
  if (value !== null) return null
  return failure === null ? (
    <Skeleton rows={rows} />
  ) : (
    <ErrorState title={title} message={failure.message} onRetry={onRetry} />
  )
}
