/** One setting in a list of them: its name, what it is, a note below, and what can be done. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { Foreign } from '../ui/foreign.tsx'

export function SettingRow({
  name,
  note,
  act,
  children,
}: {
  readonly name: string
  /** May say what people wrote. */
  readonly note?: string
  readonly act?: ReactNode
  readonly children: ReactNode
}): ReactElement {
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: '1fr', sm: '220px 1fr' }}
      px="4"
      py="1.5"
      borderTopWidth="1px"
      borderColor="line"
      _first={{ borderTopWidth: '0' }}
    >
      <chakra.dt color="faint">{name}</chakra.dt>
      <chakra.dd display="flex" gap="3" alignItems="flex-start" flexWrap="wrap">
        <chakra.div flex="1" minWidth="180px">
          {children}
          {note !== undefined && (
            <chakra.div fontSize="xs" color="faint">
              <Foreign text={note} />
            </chakra.div>
          )}
        </chakra.div>
        {act}
      </chakra.dd>
    </chakra.div>
  )
}
