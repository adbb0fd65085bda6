/** Above the search, while it looks inside something: what that is, and the way back to all documents. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { search } from '#src/commands/review-list.ts'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

export function ListStrip({
  label,
  icon,
  keys,
  children,
}: {
  readonly label: string
  readonly icon: IconName
  /** Of the way back. */
  readonly keys?: string
  readonly children: ReactNode
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <chakra.div
      role="group"
      aria-label={label}
      display="flex"
      alignItems="center"
      gap="2"
      minHeight="32px"
      pl="3"
      pr="1"
      fontSize="sm"
      background="selected"
      borderBottomWidth="1px"
      borderColor="line"
      flexShrink={0}
    >
      <chakra.span color="accentInk" display="inline-flex">
        <Icon name={icon} size={14} />
      </chakra.span>
      {children}
      <Button
        size="sm"
        look="quiet"
        {...(keys === undefined ? {} : { keys })}
        onClick={() => run(search({ queryString: '', batchId: null, openAt: 0 }))}
      >
        All documents
      </Button>
    </chakra.div>
  )
}
