/** One thing to choose by, with its name above unless that stands there already. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'

export function Chooser({
  title,
  named = true,
  aside,
  children,
}: {
  readonly title: string
  readonly named?: boolean
  readonly aside?: ReactNode
  readonly children: ReactNode
}): ReactElement {
  return (
    <chakra.fieldset
      px="4"
      py="2"
      minWidth="0"
      borderBottomWidth="1px"
      borderColor="line"
      _last={{ borderBottomWidth: '0' }}
    >
      <chakra.legend srOnly>{title}</chakra.legend>
      {(named || aside) && (
        <chakra.div display="flex" alignItems="center" minHeight="24px" pb="1">
          <chakra.span aria-hidden flex="1" fontSize="xs" fontWeight={600} color="faint">
            {named && title}
          </chakra.span>
          {aside}
        </chakra.div>
      )}
      {children}
    </chakra.fieldset>
  )
}
