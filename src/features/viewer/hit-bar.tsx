/** What the search hit in this document: a count a term, its colour with its number, previous and next. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { IconButton } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { hueOf } from './highlight-colours.ts'

interface Props {
  readonly terms: readonly { readonly text: string; readonly count: number }[]
  readonly total: number
  /** There are more than are counted here. */
  readonly more?: boolean
  /** What is said in place of a count that is not known. */
  readonly says?: string
  readonly focused: number | null
  readonly onFocus: (hit: number) => void
  readonly onStep: (by: 1 | -1) => void
  /** The first hit of a term. */
  readonly firstOf: (term: number) => number
}

export function HitBar({
  terms,
  total,
  more = false,
  says = '',
  focused,
  onFocus,
  onStep,
  firstOf,
}: Props): ReactElement {
  const all = more ? `more than ${number(total)}` : number(total)
  return (
    <chakra.div
      role="toolbar"
      aria-label="Hits"
      display="flex"
      alignItems="center"
      gap="2"
      height="32px"
      px="3"
      borderTopWidth="1px"
      borderColor="line"
      background="surface"
      fontSize="xs"
      flexShrink={0}
    >
      <chakra.span role="status" whiteSpace="nowrap">
        {says !== ''
          ? says
          : focused !== null
            ? `Hit ${number(focused + 1)} of ${all}`
            : more
              ? `${all} hits`
              : counted(total, 'hit')}
      </chakra.span>
      <IconButton
        icon="left"
        label="Previous hit"
        keys="Shift+Enter"
        disabled={total === 0}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon="right"
        label="Next hit"
        keys="Enter"
        disabled={total === 0}
        onClick={() => onStep(1)}
      />
      <chakra.div display="flex" gap="1" overflowX="auto" minWidth="0">
        {terms.map((term, index) => (
          <chakra.button
            key={term.text}
            type="button"
            disabled={term.count === 0}
            onClick={() => onFocus(firstOf(index))}
            display="inline-flex"
            alignItems="center"
            gap="1"
            px="2"
            height="22px"
            borderRadius="md"
            whiteSpace="nowrap"
            _hover={{ background: 'hover' }}
            _disabled={{ color: 'faint' }}
          >
            <chakra.span
              aria-hidden
              color="#171b24"
              borderRadius="sm"
              px="1"
              style={{ background: hueOf(index).light, borderBottom: `2px solid ${hueOf(index).line}` }}
            >
              {index + 1}
            </chakra.span>
            {term.text}{' '}
            <b>
              {number(term.count)}
              {more && '+'}
            </b>
          </chakra.button>
        ))}
      </chakra.div>
    </chakra.div>
  )
}
