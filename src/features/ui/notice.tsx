import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

const looks = {
  danger: { role: 'alert', icon: 'error', background: 'dangerGround', color: 'dangerInk' },
  ok: { role: 'status', icon: 'ok', background: 'okGround', color: 'okInk' },
} as const

/** What came of what was sent, over the form that it was sent from. */
export function Notice({
  tone,
  onDismiss,
  children,
}: {
  readonly tone: keyof typeof looks
  /** Where given, it can be taken away. */
  readonly onDismiss?: (() => void) | undefined
  readonly children: ReactNode
}): ReactElement {
  const { icon, ...look } = looks[tone]
  return (
    <chakra.div {...look} display="flex" gap="2" px="3" py="2" borderRadius="md">
      <Icon name={icon} />
      <chakra.div flex="1">{children}</chakra.div>
      {onDismiss !== undefined && <IconButton icon="close" label="Dismiss" onClick={onDismiss} />}
    </chakra.div>
  )
}
