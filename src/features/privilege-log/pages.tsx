/** Turning the pages of a list that says where its next page begins. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Button } from '../ui/button.tsx'

export function Pages({
  path,
  next,
  onTurn,
}: {
  /** Where the pages up to this one began; none: it is the first. */
  readonly path: readonly number[]
  readonly next: number | null
  readonly onTurn: (path: readonly number[]) => void
}): ReactElement | null {
  if (path.length === 0 && next === null) return null
  return (
    <chakra.nav aria-label="Pages" display="flex" gap="2" px="4" py="2">
      <Button size="sm" disabled={path.length === 0} onClick={() => onTurn(path.slice(0, -1))}>
        Earlier
      </Button>
      <Button size="sm" disabled={next === null} onClick={() => next !== null && onTurn([...path, next])}>
        Later
      </Button>
    </chakra.nav>
  )
}
