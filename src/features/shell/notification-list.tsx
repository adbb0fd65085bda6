/** The notifications, open: the newest first. */
import { chakra, Menu, Portal } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { clearNotifications, seeNotifications } from '#src/commands/toasts.ts'
import type { ToastKind } from '#src/events/catalog/toasts.ts'
import { toasts } from '#src/stores/toasts.ts'
import { Foreign } from '../ui/foreign.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { menuRecipe } from '../ui/menu-recipe.ts'
import type { Opened } from '../ui/on-demand.tsx'
import { Ago } from '../ui/time.tsx'

const look = {
  success: { icon: 'ok', ink: 'okInk', word: 'Done' },
  info: { icon: 'info', ink: 'infoInk', word: 'Note' },
  warning: { icon: 'warning', ink: 'attentionInk', word: 'Attention' },
  error: { icon: 'error', ink: 'dangerInk', word: 'Error' },
} as const satisfies Record<ToastKind, { icon: IconName; [part: string]: string }>

export function NotificationList({ trigger, begins }: Opened): ReactElement {
  const [{ notifications, unseen }, run] = useUnit([toasts.$state, dispatch])
  const [open, setOpen] = useState(true)
  useEffect(() => {
    if (open && unseen > 0) run(seeNotifications({}))
  }, [open, unseen, run])
  return (
    <Menu.Root
      recipe={menuRecipe}
      positioning={{ placement: 'bottom-end', gutter: 4 }}
      open={open}
      // The one that can be chosen, where there is one.
      {...(begins !== null && { defaultHighlightedValue: notifications.length === 0 ? 'none' : 'clear' })}
      onOpenChange={(change) => setOpen(change.open)}
      lazyMount
      unmountOnExit
    >
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content width="360px" maxHeight="420px">
            {notifications.length === 0 ? (
              // A menu that holds no item is none: whoever hears it would hear nothing.
              <Menu.Item value="none" disabled>
                Nothing yet. What the product tells you in passing can be read again here.
              </Menu.Item>
            ) : (
              <>
                {notifications.map((notification) => {
                  const { icon, ink, word } = look[notification.kind]
                  return (
                    <chakra.div key={notification.toastId} display="flex" gap="2" px="2" py="1.5">
                      <chakra.span color={ink} pt="1px">
                        <Icon name={icon} title={word} />
                      </chakra.span>
                      <chakra.div flex="1" minWidth="0">
                        <div>
                          <Foreign text={notification.message} />
                        </div>
                        <chakra.div fontSize="xs" color="faint">
                          {notification.detail === undefined ? '' : `${notification.detail} · `}
                          <Ago at={notification.at} />
                        </chakra.div>
                      </chakra.div>
                    </chakra.div>
                  )
                })}
                <Menu.Separator />
                <Menu.Item value="clear" onClick={() => run(clearNotifications({}))}>
                  Clear the list
                </Menu.Item>
              </>
            )}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
