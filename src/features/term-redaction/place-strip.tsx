/** A place as a strip of its page, with what would be covered: cut out of the page image, which is fetched once it is near. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { pathOf } from '#contracts/call.ts'
import { pageBytes } from '#contracts/pages.ts'
import { pageParts } from '#contracts/redactions.ts'
import { boxesIn } from '../redaction/geometry.ts'

const percent = (part: number): string => `${(part / pageParts) * 100}%`

export function PlaceStrip({
  projectId,
  documentId,
  page,
  boxes,
}: {
  readonly projectId: number
  readonly documentId: number
  /** From 1. */
  readonly page: number
  /** As of a redaction. */
  readonly boxes: readonly number[]
}): ReactElement | null {
  const all = boxesIn(boxes)
  const [first] = all
  if (first === undefined) return null
  const path = pathOf(pageBytes).replace(':documentId', String(documentId)).replace(':page', String(page))
  return (
    <chakra.div
      aria-hidden="true"
      data-strip
      position="relative"
      height="52px"
      marginBlock="1"
      overflow="hidden"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      background="#fff"
    >
      {/* Its middle is the middle of the place: shares of a transform are of the page itself. */}
      <chakra.div
        position="absolute"
        top="50%"
        width="full"
        style={{ transform: `translateY(-${percent((first.top + first.bottom) / 2)})` }}
      >
        <chakra.img
          src={`${path}?projectId=${projectId}`}
          alt=""
          loading="lazy"
          decoding="async"
          display="block"
          width="full"
        />
        {all.map(({ left, top, right, bottom }) => (
          <chakra.div
            key={`${left} ${top}`}
            position="absolute"
            background="rgba(26,86,196,.22)"
            boxShadow="0 0 0 1.5px #1a56c4"
            style={{
              ...{ left: percent(left), top: percent(top) },
              ...{ width: percent(right - left), height: percent(bottom - top) },
            }}
          />
        ))}
      </chakra.div>
    </chakra.div>
  )
}
