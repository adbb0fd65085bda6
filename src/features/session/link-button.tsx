import { chakra } from '@chakra-ui/react'
import type { ComponentProps, ReactElement } from 'react'

/** Looks like a link and stays on the page. */
export function LinkButton(props: ComponentProps<typeof chakra.button>): ReactElement {
  return (
    <chakra.button
      type="button"
      fontSize="xs"
      color="accentInk"
      borderRadius="sm"
      _hover={{ textDecoration: 'underline' }}
      {...props}
    />
  )
}
