/**
 * Around a scroller whose rows are moved into view in a layer of their own: that layer would cover the scroller's ring,
 * so the ring is drawn here, above it.
 */
import { Box, type BoxProps } from '@chakra-ui/react'
import type { ReactElement } from 'react'

export function FocusFrame({ children, ...place }: BoxProps): ReactElement {
  return (
    <Box {...place} position="relative" css={styles}>
      {children}
    </Box>
  )
}

const styles = {
  '& > :focus-visible': { outline: 'none' },
  '&:has(> :focus-visible)::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    pointerEvents: 'none',
    outline: '2px solid',
    outlineColor: 'focus',
    outlineOffset: '-2px',
  },
} as const
