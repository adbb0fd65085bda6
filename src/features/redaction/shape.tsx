/** One redaction on its page: translucent while one works, opaque as it will leave. */
import { memo, type ReactElement } from 'react'
import type { RedactionKind } from '#contracts/redactions.ts'
import type { Standing } from '#src/events/redaction/gestures.ts'
import type { Turn } from '#src/stores/pages.ts'
import { type Box, boxesIn, wholePage } from './geometry.ts'
import { inCorner, inMiddle } from './label-fit.ts'

/** On paper, which is white by day and by night. */
const looks = {
  saved: { fill: 'rgba(20,25,36,.36)', stroke: '#141924', dash: undefined },
  saving: { fill: 'rgba(20,25,36,.24)', stroke: '#141924', dash: '6 4' },
  refused: { fill: 'rgba(178,31,31,.20)', stroke: '#b21f1f', dash: '2 3' },
} as const
const chosen = '#1a56c4'
const doubtful = '#8a5200'

export const Shape = memo(function Shape({
  id,
  kind,
  boxes,
  label,
  standing,
  toCheck,
  selected,
  preview,
  width,
  height,
  turn,
}: {
  readonly id: string
  readonly kind: RedactionKind
  readonly boxes: readonly number[]
  readonly label: string
  readonly standing: Standing
  readonly toCheck: boolean
  readonly selected: boolean
  readonly preview: boolean
  readonly width: number
  readonly height: number
  readonly turn: Turn
}): ReactElement {
  const { fill, stroke, dash } = looks[standing]
  const own = kind === 'page' ? [wholePage] : boxesIn(boxes)
  const paint = preview
    ? { fill: '#000', stroke: '#000', strokeWidth: 0 }
    : {
        fill,
        stroke: selected ? chosen : toCheck ? doubtful : stroke,
        strokeWidth: selected || toCheck ? 2 : 1,
        strokeDasharray: dash,
      }
  const labels = kind === 'inverse' ? [] : own
  return (
    <g data-redaction={id} data-standing={standing} data-selected={selected || undefined}>
      {kind === 'inverse' ? (
        // One path, because what is left open lets the pointer through: a mask would not.
        <path d={allBut(own, width, height)} fillRule="evenodd" {...paint} />
      ) : (
        own.map((box) => <rect key={nameOf(box)} {...inPixels(box, width, height)} {...paint} />)
      )}
      {labels.map((box) => (
        <Label key={nameOf(box)} label={label} {...{ preview, turn, ...inPixels(box, width, height) }} />
      ))}
    </g>
  )
})

function Label({
  label,
  preview,
  turn,
  x,
  y,
  width,
  height,
}: {
  readonly label: string
  readonly preview: boolean
  readonly turn: Turn
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}): ReactElement | null {
  const [across, down] = turn % 180 === 0 ? [width, height] : [height, width]
  const placed = preview ? inMiddle(label, across, down) : inCorner(label, across, down)
  if (placed === null) return null
  const { text, size, plate } = placed
  const [cx, cy] = [x + width / 2, y + height / 2]
  const [left, top] = [cx - across / 2 + plate.x, cy - down / 2 + plate.y]
  return (
    // Read upright, whichever way the page is turned.
    <g transform={`rotate(${-turn} ${cx} ${cy})`} pointerEvents="none">
      {!preview && (
        <rect data-plate x={left} y={top} width={plate.width} height={plate.height} fill="#141924" />
      )}
      <text
        x={left + plate.width / 2}
        y={top + plate.height / 2}
        textAnchor="middle"
        dominantBaseline="central"
        // As a style: the page's own size of letters goes before an attribute.
        style={{ fontSize: size, fontWeight: 600 }}
        fill="#fff"
      >
        {text}
      </text>
    </g>
  )
}

/** The page, and the boxes in it that stay open. */
const allBut = (open: readonly Box[], width: number, height: number): string =>
  [wholePage, ...open]
    .map((box) => {
      const { x, y, width: across, height: down } = inPixels(box, width, height)
      return `M${x} ${y}h${across}v${down}h${-across}z`
    })
    .join('')

export const inPixels = (box: Box, width: number, height: number) => ({
  x: (box.left / 10_000) * width,
  y: (box.top / 10_000) * height,
  width: ((box.right - box.left) / 10_000) * width,
  height: ((box.bottom - box.top) / 10_000) * height,
})

const nameOf = ({ left, top, right, bottom }: Box): string => `${left}-${top}-${right}-${bottom}`
