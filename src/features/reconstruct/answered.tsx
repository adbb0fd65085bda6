/** In the place of an answer: a skeleton while it has not come, what happened where it could not be had. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import { $online } from '#src/stores/network.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import type { Answered } from './use-answer.ts'

export function AnswerOf<V>({
  answered,
  what,
  rows = 6,
  page,
  wayOut,
  placeholder,
  children,
}: {
  readonly answered: Answered<V>
  /** 'The activity': what could not be read. */
  readonly what: string
  readonly rows?: number
  /** It stands for the whole page, which is called so. */
  readonly page?: string
  /** What else may help, where it could not be had. */
  readonly wayOut?: ReactNode
  /** Instead of some grey lines, while it has not come. */
  readonly placeholder?: ReactNode
  readonly children: (value: V, stale: boolean) => ReactNode
}): ReactElement {
  const online = useUnit($online)
  const { value, stale, failure, again } = answered
  if (value === null) {
    if (!online)
      return (
        <EmptyState page={page !== undefined} icon="offline" title="The record is on the server">
          {what} can be read once the network is back. Your own work goes on without it.
        </EmptyState>
      )
    return failure === null ? (
      <>
        {page !== undefined && <chakra.h1 srOnly>{page}</chakra.h1>}
        {placeholder ?? <Skeleton rows={rows} />}
      </>
    ) : (
      <ErrorState
        page={page !== undefined}
        title={`${what} could not be read`}
        message={failure.message}
        onRetry={again}
        action={wayOut}
      />
    )
  }
  return (
    <chakra.div display="flex" flexDirection="column" height="full" minHeight="0">
      {stale && failure !== null && online && (
        <chakra.div
          role="alert"
          display="flex"
          alignItems="center"
          gap="2"
          px="3"
          py="1"
          fontSize="xs"
          background="dangerGround"
          color="dangerInk"
        >
          <Icon name="error" size={14} />
          <span>{failure.message} What stands below is of the moment before.</span>
          <Button size="sm" onClick={again}>
            Try again
          </Button>
        </chakra.div>
      )}
      <chakra.div
        flex="1"
        minHeight="0"
        position="relative"
        aria-busy={stale || undefined}
        // A line above what is of the moment before: paler words could not be read by everybody. Quick answers show none.
        _before={{
          content: '""',
          position: 'absolute',
          top: '0',
          left: '0',
          right: '0',
          height: '2px',
          background: 'accent',
          opacity: stale ? 1 : 0,
          transition: stale ? 'opacity 120ms 150ms' : 'none',
          pointerEvents: 'none',
          zIndex: 1,
        }}
      >
        {children(value, stale)}
      </chakra.div>
    </chakra.div>
  )
}
