/** Quietly, once the server has been away for a moment: that work goes on, and what becomes of it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { logState } from '#src/stores/logState.ts'
import { $network } from '#src/stores/network.ts'
import { counted } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { useWaited } from '../ui/use-waited.ts'

/** Ms: an answer that was lost once moves nothing on the screen. */
const aMoment = 1_500

export function OfflineBar(): ReactElement | null {
  const [{ waiting }, { mode }] = useUnit([$network, logState.$state])
  const stays = useWaited(aMoment)
  if (!stays) return null
  return (
    <chakra.div
      role="status"
      aria-label="Offline"
      display="flex"
      alignItems="center"
      gap="2"
      px="3"
      py="1"
      fontSize="sm"
      color="muted"
      background="sunken"
      borderBottomWidth="1px"
      borderColor="line"
      flexShrink={0}
    >
      <Icon name="offline" />
      <span>
        {mode === 'memory'
          ? 'Offline: your coding is kept in this tab, and sent when the connection returns. Leave the tab open.'
          : 'Offline: your coding is kept here, and sent when the connection returns.'}
        {waiting > 0 && ` ${counted(waiting, 'change')} not sent yet.`}
      </span>
    </chakra.div>
  )
}
