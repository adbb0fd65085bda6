/** The period as columns of changes, with what else happened, and the playheads over it. */
import { chakra } from '@chakra-ui/react'
import { type PointerEvent, type ReactElement, useMemo, useRef, useState } from 'react'
import type { Mark } from '#contracts/reconstruct.ts'
import type { Density } from '#src/stores/reconstruct-cache.ts'
import { exactTime } from '../ui/format.ts'
import { useMedia } from '../ui/use-media.ts'
import { Handle, type Moving } from './handle.tsx'
import { instantAt, isWithin, outlineOf, type Span, shareOf, ticksOf } from './scale.ts'

export const markWords: Readonly<Record<Mark['kind'], string>> = {
  import: 'Import ended',
  job: 'Job ended',
}

export function Columns({
  density,
  span,
  faint = false,
}: {
  readonly density: Density
  readonly span: Span
  readonly faint?: boolean
}): ReactElement {
  const { from, binMs, counts } = density
  const path = useMemo(
    () => outlineOf(span, Date.parse(from), binMs, counts, Math.max(1, ...counts)),
    [span, from, binMs, counts],
  )
  return (
    <svg
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      aria-hidden="true"
      style={{ position: 'absolute', inset: 0, width: '100%', height: '100%', display: 'block' }}
    >
      <path d={path} fill="var(--af-colors-accent)" opacity={faint ? 0.55 : 0.85} />
    </svg>
  )
}

export function Track({
  density,
  span,
  stale,
  playhead,
  playheadWords,
  other,
  onPoint,
}: {
  readonly density: Density
  readonly span: Span
  readonly stale: boolean
  readonly playhead: Moving
  readonly playheadWords: string
  readonly other: Moving | null
  /** Where the pointer rests; null: nowhere. */
  readonly onPoint: (at: number | null) => void
}): ReactElement {
  const area = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<'playhead' | 'other' | null>(null)
  const narrow = useMedia('(max-width: 899px)')
  const ticks = useMemo(
    () => ticksOf(span, narrow ? 5 : 10).map((tick) => ({ ...tick, share: shareOf(span, tick.at) * 100 })),
    [span, narrow],
  )
  const atPointer = (event: PointerEvent): number => {
    const box = area.current?.getBoundingClientRect()
    return box === undefined || box.width === 0
      ? span.to
      : instantAt(span, (event.clientX - box.left) / box.width)
  }
  const moverOf = (which: 'playhead' | 'other'): Moving => (which === 'other' && other ? other : playhead)
  const near = (at: number): 'playhead' | 'other' =>
    other !== null &&
    Math.abs(at - other.at) < Math.min(Math.abs(at - playhead.at), (span.to - span.from) / 60)
      ? 'other'
      : 'playhead'
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    const at = atPointer(event)
    const which = near(at)
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld(which)
    moverOf(which).move(at, false)
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const at = atPointer(event)
    onPoint(at)
    if (held !== null) moverOf(held).move(at, false)
  }
  const release = (event: PointerEvent<HTMLDivElement>) => {
    if (held === null) return
    setHeld(null)
    moverOf(held).move(atPointer(event), true)
    // The keys go on where the hand has been.
    area.current?.querySelector<HTMLElement>(`[data-head=${held}]`)?.focus()
  }
  return (
    <chakra.div px="3">
      <chakra.div
        ref={area}
        position="relative"
        height="76px"
        background="sunken"
        borderWidth="1px"
        borderColor="line"
        borderRadius="md"
        cursor="crosshair"
        touchAction="none"
        data-testid="track"
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        onPointerLeave={() => onPoint(null)}
      >
        <chakra.div
          position="absolute"
          inset="14px 0 0 0"
          opacity={stale ? 0.6 : 1}
          transition="opacity 120ms"
        >
          <Columns density={density} span={span} />
        </chakra.div>
        {ticks.map(({ at, label, share }) => (
          <chakra.span
            key={at}
            position="absolute"
            top="0"
            bottom="0"
            width="0"
            borderLeftWidth="1px"
            borderColor="line"
            style={{ left: `${share}%` }}
            aria-hidden
          >
            <chakra.span
              position="absolute"
              top="100%"
              mt="3px"
              fontSize="xs"
              color="faint"
              whiteSpace="nowrap"
              pointerEvents="none"
              // In the middle below the middle, at an end within the end: a tick may stand at the very edge.
              style={{ transform: `translateX(-${share}%)` }}
            >
              {label}
            </chakra.span>
          </chakra.span>
        ))}
        <Marks marks={density.marks} span={span} />
        {other !== null && <Between span={span} a={playhead.at} b={other.at} />}
        {other !== null && (
          <Head
            span={span}
            moving={other}
            letter="B"
            label="Second playhead"
            outside={!isWithin(span, other.at)}
          />
        )}
        <Head
          span={span}
          moving={playhead}
          letter={other === null ? '' : 'A'}
          label="Playhead"
          words={playheadWords}
          outside={!isWithin(span, playhead.at)}
        />
      </chakra.div>
      <chakra.div height="20px" />
    </chakra.div>
  )
}

function Head({
  span,
  moving,
  letter,
  label,
  words,
  outside,
}: {
  readonly span: Span
  readonly moving: Moving
  readonly letter: 'A' | 'B' | ''
  readonly label: string
  readonly words?: string | undefined
  /** It stands before or after the period: it is drawn at the edge, with an arrow. */
  readonly outside: boolean
}): ReactElement {
  const colour = letter === 'B' ? 'attentionBar' : 'ink'
  const sign = outside ? (moving.at < span.from ? '‹' : '›') : letter
  return (
    <Handle
      span={span}
      at={moving.at}
      label={label}
      words={words}
      onMove={moving.move}
      name={letter === 'B' ? 'other' : 'playhead'}
    >
      <chakra.span
        position="absolute"
        left="7px"
        top="0"
        bottom="0"
        width="0"
        borderLeftWidth="2px"
        borderStyle={letter === 'B' ? 'dashed' : 'solid'}
        borderColor={colour}
        opacity={outside ? 0.5 : 1}
      />
      <chakra.span
        position="absolute"
        left="0"
        top="-5px"
        width="16px"
        height="16px"
        borderRadius="full"
        background={letter === 'B' ? 'attentionGround' : 'ink'}
        borderWidth="2px"
        borderColor={colour}
        color={letter === 'B' ? 'attentionInk' : 'surface'}
        fontSize="10px"
        lineHeight="12px"
        fontWeight={700}
        textAlign="center"
        aria-hidden
      >
        {sign}
      </chakra.span>
    </Handle>
  )
}

/** What lies between the two playheads. */
function Between({
  span,
  a,
  b,
}: {
  readonly span: Span
  readonly a: number
  readonly b: number
}): ReactElement {
  const [left, right] = [shareOf(span, Math.min(a, b)), shareOf(span, Math.max(a, b))]
  return (
    <chakra.span
      position="absolute"
      top="0"
      bottom="0"
      background="accent"
      opacity={0.12}
      pointerEvents="none"
      style={{ left: `${left * 100}%`, width: `${(right - left) * 100}%` }}
      aria-hidden
    />
  )
}

/** Pointing says what it was; all of them stand in the table of the time line. */
function Marks({ marks, span }: { readonly marks: readonly Mark[]; readonly span: Span }): ReactElement {
  return (
    <>
      {marks
        .filter(({ at }) => isWithin(span, Date.parse(at)))
        .map(({ at, kind, jobId, title, state }) => (
          <chakra.span
            key={jobId}
            position="absolute"
            top="3px"
            width="8px"
            height="8px"
            marginLeft="-4px"
            transform="rotate(45deg)"
            background={kind === 'import' ? 'okBar' : 'infoBar'}
            title={`${markWords[kind]}: ${title} (${state}), ${exactTime(at)}`}
            style={{ left: `${shareOf(span, Date.parse(at)) * 100}%` }}
            aria-hidden
          />
        ))}
    </>
  )
}
