/** What was said in passing, to read again. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { toasts } from '#src/stores/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { OnDemand } from '../ui/on-demand.tsx'

const notificationList = () =>
  import('./notification-list.tsx').then(({ NotificationList }) => NotificationList)

export function Notifications(): ReactElement {
  const { unseen } = useUnit(toasts.$state)
  const name = unseen > 0 ? `Notifications, ${unseen} new` : 'Notifications'
  return (
    <OnDemand
      load={notificationList}
      trigger={
        <Button look="quiet" size="icon" aria-label={name} title={name} position="relative">
          <Icon name="bell" />
          {unseen > 0 && (
            <chakra.span
              aria-hidden
              position="absolute"
              top="3px"
              right="3px"
              width="8px"
              height="8px"
              borderRadius="full"
              background="accent"
              boxShadow="0 0 0 2px var(--af-colors-surface)"
            />
          )}
        </Button>
      }
      props={{}}
    />
  )
}
