/** Goes through the documents of a production or an export, page by page of their places. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { Button } from '../ui/button.tsx'

/** Documents of one answer: behind a shorter one nothing comes. */
const pageLength = 200

interface Pages {
  readonly earlier: (() => void) | null
  readonly later: (() => void) | null
}

export function usePlaces(): {
  /** The documents behind this place are shown. */
  readonly after: number
  readonly pagesOf: (value: { readonly data: readonly { readonly place: number }[] } | null) => Pages
} {
  /** Behind which places the pages before this one began; none: this is the first. */
  const [path, setPath] = useState<readonly number[]>([])
  return {
    after: path.at(-1) ?? 0,
    pagesOf: (value) => {
      const last = value?.data.at(-1)?.place
      const hasMore = last !== undefined && value?.data.length === pageLength
      return {
        earlier: path.length === 0 ? null : () => setPath(path.slice(0, -1)),
        later: hasMore ? () => setPath([...path, last]) : null,
      }
    },
  }
}

export function PlacePages({
  title,
  earlier,
  later,
}: Pages & { /** Of what. */ readonly title: string }): ReactElement | null {
  if (earlier === null && later === null) return null
  return (
    <chakra.nav aria-label={`Pages of: ${title}`} display="flex" gap="2" px="4" py="2">
      <Button size="sm" disabled={earlier === null} onClick={() => earlier?.()}>
        Earlier
      </Button>
      <Button size="sm" disabled={later === null} onClick={() => later?.()}>
        Later
      </Button>
    </chakra.nav>
  )
}
