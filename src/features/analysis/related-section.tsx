/** A list beside a document, under its name and with how many there are. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, type ReactNode, useId } from 'react'
import { number } from '../ui/format.ts'

export function Section({
  title,
  count,
  shown,
  children,
}: {
  readonly title: string
  /** Null where it is not known how many there are. */
  readonly count: number | null
  readonly shown: number
  readonly children: ReactNode
}): ReactElement {
  const id = useId()
  return (
    <chakra.section aria-labelledby={id} pb="4">
      <chakra.h3
        id={id}
        display="flex"
        gap="2"
        fontSize="sm"
        fontWeight={600}
        pb="1"
        borderBottomWidth="1px"
        borderColor="line"
      >
        {title}
        {count !== null && (
          <chakra.span color="faint" fontWeight={400}>
            {shown < count ? `${number(shown)} of ${number(count)}` : number(count)}
          </chakra.span>
        )}
      </chakra.h3>
      <chakra.ul listStyleType="none" pt="1">
        {children}
      </chakra.ul>
    </chakra.section>
  )
}
