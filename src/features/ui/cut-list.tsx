/** Names in a line: of many the first, and how many more there are, which a press shows. */
import { chakra } from '@chakra-ui/react'
import { Fragment, type ReactElement, type ReactNode, useState } from 'react'
import { number } from './format.ts'

export function CutList<T>({
  items,
  of,
  first = 4,
  draw,
}: {
  readonly items: readonly T[]
  /** What they are: 'recipients'. */
  readonly of: string
  /** How many stand there at first. One more than these is shown, too: it takes no more room than saying so. */
  readonly first?: number
  readonly draw: (item: T) => ReactNode
}): ReactElement {
  const [whole, setWhole] = useState(false)
  if (items.length <= first + 1) return joined(items, draw)
  const left = items.length - first
  return (
    <>
      {joined(whole ? items : items.slice(0, first), draw)}{' '}
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

const joined = <T,>(items: readonly T[], draw: (item: T) => ReactNode): ReactElement => (
  <>
    {items.map((item, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same name may stand there twice, and nothing moves
      <Fragment key={at}>
        {at > 0 && '; '}
        {draw(item)}
      </Fragment>
    ))}
  </>
)
