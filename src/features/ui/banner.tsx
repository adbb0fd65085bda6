/** Over a form or a list, as wide as that: what holds for all of it, and the ways on. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'

const looks = {
  attention: { role: 'alert', background: 'attentionGround', color: 'attentionInk' },
  accent: { role: 'status', background: 'selected', color: 'accentInk' },
} as const

export function Banner({
  tone = 'attention',
  actions,
  children,
  ...named
}: {
  readonly tone?: keyof typeof looks
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly 'data-testid': string
}): ReactElement {
  return (
    <chakra.div
      {...looks[tone]}
      {...named}
      display="flex"
      flexDirection="column"
      gap="2"
      px="3"
      py="2"
      fontSize="xs"
      borderBottomWidth="1px"
      borderColor="line"
      flexShrink={0}
    >
      {children}
      {actions !== undefined && (
        <chakra.div display="flex" gap="2" flexWrap="wrap">
          {actions}
        </chakra.div>
      )}
    </chakra.div>
  )
}
