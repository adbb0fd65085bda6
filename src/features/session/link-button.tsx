import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'

/** Looks like a link and stays on the page. */
export function LinkButton({
  onClick,
  children,
}: {
  readonly onClick: () => void
  readonly children: ReactNode
}): ReactElement {
  return (
    <chakra.button
      type="button"
      onClick={onClick}
      fontSize="xs"
      color="accentInk"
      borderRadius="sm"
      _hover={{ textDecoration: 'underline' }}
    >
      {children}
    </chakra.button>
  )
}
