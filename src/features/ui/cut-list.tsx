/** Names in a line: of many the first, and how many more there are, which a press shows. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { number } from './format.ts'

export function CutList({
  items,
  of,
  first = 4,
}: {
  readonly items: readonly string[]
  /** What they are: 'recipients'. */
  readonly of: string
  /** How many stand there at first. One more than these is shown, too: it takes no more room than saying so. */
  readonly first?: number
}): ReactElement {
  const [whole, setWhole] = useState(false)
  if (items.length <= first + 1) return <>{items.join('; ')}</>
  const left = items.length - first
  return (
    <>
      {(whole ? items : items.slice(0, first)).join('; ')}{' '}
      <chakra.button
        type="button"
        aria-expanded={whole}
        aria-label={whole ? `Show fewer ${of}` : `Show ${number(left)} more ${of}`}
        onClick={() => setWhole(!whole)}
        color="accentInk"
        whiteSpace="nowrap"
        textDecoration="underline"
        borderRadius="sm"
      >
        {whole ? 'show fewer' : `… ${number(left)} more`}
      </chakra.button>
    </>
  )
}
