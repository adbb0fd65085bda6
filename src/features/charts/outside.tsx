/** Documents that a picture by date does not draw: how many, and why; each leads to its documents. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Button } from '../ui/button.tsx'
import { number } from '../ui/format.ts'

export interface Undrawn {
  /** `before Nov 2001`. */
  readonly where: string
  readonly documents: number
}

export function Outside<U extends Undrawn>({
  title,
  outside,
  onTake,
}: {
  readonly title: string
  readonly outside: readonly U[]
  /** Absent: who looks may not see them. */
  readonly onTake?: ((one: U) => void) | undefined
}): ReactElement | null {
  if (outside.length === 0) return null
  return (
    <chakra.div
      role="group"
      aria-label={`${title}: not drawn`}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      pt="2"
      fontSize="xs"
    >
      <chakra.span color="muted">Not drawn:</chakra.span>
      {outside.map((one) => {
        const said = `${number(one.documents)} ${one.where}`
        return onTake === undefined ? (
          <span key={one.where}>{said}</span>
        ) : (
          <Button key={one.where} size="sm" look="quiet" icon="filter" onClick={() => onTake(one)}>
            {said}
          </Button>
        )
      })}
    </chakra.div>
  )
}
