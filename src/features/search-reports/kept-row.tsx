/** What is kept, by rows: each has a name, what it is, who made it and when; the whole of it opens it. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'

/** A row may take itself away: the keyboard goes on in the list. */
export const KeptList = ({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}): ReactElement => (
  <chakra.ul
    ref={useKeptFocus<HTMLUListElement>()}
    aria-label={label}
    tabIndex={-1}
    outline="none"
    listStyleType="none"
  >
    {children}
  </chakra.ul>
)

export function KeptRow({
  name,
  mono = false,
  figure,
  lines,
  current = false,
  onOpen,
  remove,
}: {
  readonly name: string
  /** It is a query. */
  readonly mono?: boolean
  /** Documents. */
  readonly figure: ReactNode
  readonly lines: readonly ReactNode[]
  readonly current?: boolean
  readonly onOpen: () => void
  /** The name of the button and what it does; null: it is not offered. */
  readonly remove: { readonly label: string; readonly run: () => void } | null
}): ReactElement {
  return (
    <chakra.li
      borderBottomWidth="1px"
      borderColor="line"
      px="1"
      py="1"
      display="flex"
      alignItems="flex-start"
    >
      <chakra.button
        type="button"
        aria-current={current}
        onClick={onOpen}
        flex="1"
        minWidth="0"
        textAlign="start"
        px="2"
        py="1"
        borderRadius="sm"
        background={current ? 'selected' : 'transparent'}
        _hover={{ background: current ? 'selected' : 'hover' }}
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <chakra.span display="flex" alignItems="center" gap="2">
          <chakra.span
            flex="1"
            minWidth="0"
            truncate
            fontSize="sm"
            title={name}
            {...(mono ? { fontFamily: 'mono' } : { fontWeight: 600 })}
          >
            {name}
          </chakra.span>
          <chakra.span fontSize="sm" color="muted" fontVariantNumeric="tabular-nums">
            {figure}
          </chakra.span>
        </chakra.span>
        {lines.map((line, at) => (
          <chakra.span
            // biome-ignore lint/suspicious/noArrayIndexKey: each line has its place
            key={at}
            display="block"
            fontSize="xs"
            color={at === 0 ? 'muted' : 'faint'}
            truncate
          >
            {line}
          </chakra.span>
        ))}
      </chakra.button>
      {remove !== null && <IconButton size="sm" icon="close" label={remove.label} onClick={remove.run} />}
    </chakra.li>
  )
}
