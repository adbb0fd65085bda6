/** Charts side by side in twelve columns. What failed for all of them is said once. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { ErrorState } from '../ui/states.tsx'
import type { ChartState } from './chart-card.tsx'

export function ChartGrid({
  state: { failure, onRetry },
  children,
}: {
  readonly state: ChartState
  readonly children: ReactNode
}): ReactElement {
  if (failure !== null)
    return (
      <ErrorState title="The documents could not be counted" message={failure.message} onRetry={onRetry} />
    )
  return (
    <chakra.div display="grid" gridTemplateColumns="repeat(12, 1fr)" gap="3">
      {children}
    </chakra.div>
  )
}
