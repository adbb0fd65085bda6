/** Reconciliation as an equation: what came in, and the parts that it became. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { number } from '../ui/format.ts'

export interface Term {
  /** Below zero it is taken away. */
  readonly value: number
  readonly label: string
  readonly danger?: boolean
}

export function Equation({
  label,
  whole,
  parts,
}: {
  readonly label: string
  readonly whole: Term
  readonly parts: readonly Term[]
}): ReactElement {
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="baseline"
      rowGap="3"
      columnGap="3"
      px="4"
      py="4"
      aria-label={label}
      role="group"
    >
      <Figure {...whole} strong />
      <Sign>=</Sign>
      {parts.map((part, at) => (
        <chakra.span key={part.label} display="inline-flex" alignItems="baseline" gap="3">
          {at > 0 && <Sign>{part.value < 0 ? '−' : '+'}</Sign>}
          <Figure {...part} />
        </chakra.span>
      ))}
    </chakra.div>
  )
}

function Figure({
  value,
  label,
  strong = false,
  danger = false,
}: Term & { readonly strong?: boolean }): ReactElement {
  return (
    <chakra.span
      display="inline-flex"
      flexDirection="column"
      color={danger ? 'dangerInk' : value === 0 && !strong ? 'faint' : 'ink'}
    >
      <chakra.span fontSize="lg" fontWeight={strong ? 600 : 400} lineHeight="20px">
        {number(Math.abs(value))}
      </chakra.span>
      <chakra.span fontSize="xs" color={danger ? 'dangerInk' : 'faint'}>
        {label}
      </chakra.span>
    </chakra.span>
  )
}

function Sign({ children }: { readonly children: string }): ReactElement {
  return (
    <chakra.span fontSize="lg" color="faint">
      {children}
    </chakra.span>
  )
}
