/** The redactions of one page, over its image: drawn, selected, moved and sized by the pointer. */
import { type PointerEvent, type ReactElement, useRef, useState } from 'react'
import type { ShownRedaction } from '#src/events/redaction/document.ts'
import type { PageLayerProps } from '../pages/page-over.ts'
import {
  type Box,
  between,
  boxesIn,
  type Handle,
  handles,
  isDrawn,
  listed,
  moved,
  type Point,
  pointAt,
  sized,
} from './geometry.ts'
import { type RedactingModel, useRedactingModel } from './model.ts'
import { runsOf, wordAt } from './page-steps.ts'
import { inPixels, Shape } from './shape.tsx'

type Drag =
  | { readonly mode: 'box'; readonly from: Point; readonly to: Point }
  | { readonly mode: 'words'; readonly from: number; readonly to: number }
  | { readonly mode: 'move'; readonly key: string; readonly from: Point; readonly boxes: readonly Box[] }
  | {
      readonly mode: 'size'
      readonly key: string
      readonly handle: Handle
      readonly from: Point
      readonly boxes: readonly Box[]
    }

export function RedactionLayer({ page, ...look }: PageLayerProps): ReactElement | null {
  const model = useRedactingModel()
  if (model === null) return null
  return <Layer page={page + 1} model={model} {...look} />
}

const none: readonly ShownRedaction[] = []

function Layer({
  page,
  width,
  height,
  turn,
  model,
}: PageLayerProps & { readonly model: RedactingModel }): ReactElement {
  const { byPage, on, tool, preview, selected, nudged, cursor, ghost } = model
  const frame = useRef<SVGSVGElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  /** What is dragged, where it is now. */
  const [held, setHeld] = useState<readonly Box[] | null>(null)
  const shown = byPage.get(page) ?? none
  const works = on && !preview
  const at = (event: PointerEvent): Point =>
    pointAt(event, frame.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 }, turn)

  const onPointerDown = (event: PointerEvent<SVGSVGElement>): void => {
    if (!works || event.button !== 0 || !(event.target instanceof Element)) return
    const point = at(event)
    const handle = event.target.closest<SVGElement>('[data-handle]')?.dataset.handle
    const key = event.target.closest<SVGElement>('[data-redaction]')?.dataset.redaction
    frame.current?.setPointerCapture?.(event.pointerId)
    if (handle !== undefined && selected !== null) {
      const [x, y] = handle.split(',').map(Number) as [Handle['x'], Handle['y']]
      const boxes = boxesIn(selected.boxes)
      setDrag({ mode: 'size', key: selected.key, handle: { x, y }, from: point, boxes })
      return
    }
    const one = key === undefined ? undefined : shown.find(({ redaction }) => redaction.key === key)
    if (one !== undefined && one.standing !== 'refused' && !(event.altKey || tool === 'words')) {
      model.select(one.redaction.key)
      if (one.redaction.kind !== 'page')
        setDrag({ mode: 'move', key: one.redaction.key, from: point, boxes: boxesIn(one.redaction.boxes) })
      return
    }
    if (tool === 'words' || (tool === 'box' && event.altKey)) {
      const word = wordAt(model.wordsOn(page), point)
      if (word >= 0) setDrag({ mode: 'words', from: word, to: word })
      return
    }
    setDrag({ mode: 'box', from: point, to: point })
  }
  const onPointerMove = (event: PointerEvent<SVGSVGElement>): void => {
    if (drag === null) return
    const point = at(event)
    if (drag.mode === 'box') setDrag({ ...drag, to: point })
    else if (drag.mode === 'words') setDrag({ ...drag, to: wordAt(model.wordsOn(page), point) })
    else setHeld(heldAt(drag, point))
  }
  const onPointerUp = (event: PointerEvent<SVGSVGElement>): void => {
    if (drag === null) return
    const point = at(event)
    setDrag(null)
    setHeld(null)
    if (drag.mode === 'box') {
      const box = between(drag.from, point)
      if (tool === 'page') model.draw(page, 'page', [])
      else if (isDrawn(box)) model.draw(page, tool === 'inverse' ? 'inverse' : 'box', listed([box]))
      else model.select(null)
    } else if (drag.mode === 'words') {
      const boxes = runsOf(spanOf(model.wordsOn(page), drag.from, wordAt(model.wordsOn(page), point)))
      if (boxes.length > 0) model.draw(page, 'words', boxes)
    } else {
      const boxes = listed(heldAt(drag, point))
      if (boxes.join() !== listed(drag.boxes).join()) model.change(drag.key, boxes)
    }
  }
  const onPointerCancel = (): void => {
    setDrag(null)
    setHeld(null)
  }
  const heldKey = drag !== null && 'key' in drag && held !== null ? drag.key : null
  const boxesOf = ({ redaction }: ShownRedaction): readonly number[] =>
    redaction.key === heldKey && held !== null
      ? listed(held)
      : redaction.key === nudged?.key
        ? listed(nudged.boxes)
        : redaction.boxes
  const own = shown.find(({ redaction }) => redaction.key === selected?.key)
  const words = drag?.mode === 'words' ? spanOf(model.wordsOn(page), drag.from, drag.to) : []
  const chosen = cursor?.page === page ? spanOf(model.wordsOn(page), cursor.from, cursor.to) : []
  return (
    <svg
      ref={frame}
      aria-hidden="true"
      data-redaction-layer={page}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      style={{
        display: 'block',
        touchAction: works ? 'none' : undefined,
        pointerEvents: works ? 'auto' : 'none',
        cursor: tool === 'words' ? 'text' : 'crosshair',
        userSelect: 'none',
      }}
    >
      {shown.map((one) => (
        <Shape
          key={one.redaction.key}
          id={one.redaction.key}
          kind={one.redaction.kind}
          boxes={boxesOf(one)}
          label={one.redaction.label}
          standing={one.standing}
          toCheck={one.redaction.toCheck}
          selected={works && one.redaction.key === selected?.key}
          {...{ preview, width, height, turn }}
        />
      ))}
      {works && (
        <>
          {drag?.mode === 'box' && tool !== 'page' && (
            <Outline box={between(drag.from, drag.to)} {...{ width, height }} />
          )}
          {ghost?.page === page && <Outline box={ghost.box} {...{ width, height }} />}
          {boxesIn(runsOf([...words, ...chosen])).map((box) => (
            <Outline key={listed([box]).join()} box={box} {...{ width, height }} />
          ))}
          {own !== undefined && own.redaction.boxes.length === 4 && own.redaction.kind !== 'words' && (
            <Handles boxes={boxesIn(boxesOf(own))} {...{ width, height }} />
          )}
        </>
      )}
    </svg>
  )
}

const heldAt = (drag: Extract<Drag, { readonly key: string }>, { x, y }: Point): readonly Box[] => {
  const by = { x: x - drag.from.x, y: y - drag.from.y }
  return drag.mode === 'move' ? moved(drag.boxes, by) : drag.boxes.map((box) => sized(box, drag.handle, by))
}

const spanOf = <T,>(words: readonly T[], from: number, to: number): readonly T[] =>
  words.slice(Math.min(from, to), Math.max(from, to) + 1)

/** What is about to be redacted. */
function Outline({
  box,
  width,
  height,
}: {
  readonly box: Box
  readonly width: number
  readonly height: number
}): ReactElement {
  return (
    <rect
      data-outline
      {...inPixels(box, width, height)}
      fill="rgba(26,86,196,.18)"
      stroke="#1a56c4"
      strokeWidth={2}
      pointerEvents="none"
    />
  )
}

/** Pixels of what can be seized, and of what is seen of it. */
const seized = 24
const seen = 9

function Handles({
  boxes: [box],
  width,
  height,
}: {
  readonly boxes: readonly Box[]
  readonly width: number
  readonly height: number
}): ReactElement | null {
  if (box === undefined) return null
  const { x, y, width: across, height: down } = inPixels(box, width, height)
  return (
    <>
      {handles.map((handle) => {
        // A little outside, so that a small box can still be seized itself.
        const cx = x + ((handle.x + 1) / 2) * across + handle.x * 8
        const cy = y + ((handle.y + 1) / 2) * down + handle.y * 8
        const name = `${handle.x},${handle.y}`
        const isSlant = handle.x !== 0 && handle.y !== 0
        const cursor = isSlant
          ? handle.x === handle.y
            ? 'nwse-resize'
            : 'nesw-resize'
          : handle.x === 0
            ? 'ns-resize'
            : 'ew-resize'
        return (
          <g key={name} data-handle={name} style={{ cursor }}>
            <rect
              x={cx - seized / 2}
              y={cy - seized / 2}
              width={seized}
              height={seized}
              fill="transparent"
              pointerEvents="all"
            />
            <rect
              x={cx - seen / 2}
              y={cy - seen / 2}
              width={seen}
              height={seen}
              fill="#fff"
              stroke="#1a56c4"
              strokeWidth={1.5}
            />
          </g>
        )
      })}
    </>
  )
}
