import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Icon } from '../ui/icon.tsx'

/** What stands here is of an earlier look. */
export const Stale = ({ message }: { readonly message: string }): ReactElement => (
  <chakra.p role="status" color="attentionInk" display="flex" gap="2" alignItems="center">
    <Icon name="warning" />
    These are the figures of the last look; the newest could not be loaded. {message}
  </chakra.p>
)
