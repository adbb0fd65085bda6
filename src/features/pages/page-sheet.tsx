/** One page on its white paper: on its way, there, or with what there is to say instead. */
import { chakra } from '@chakra-ui/react'
import { type CSSProperties, memo, type ReactElement, type ReactNode, useEffect, useState } from 'react'
import type { Turn } from '#src/stores/pages.ts'
import { Button } from '../ui/button.tsx'
import { gap } from './layout.ts'
import type { PageMark } from './page-marks.ts'
import type { PageOver } from './page-over.ts'

/** Pages that are only scrolled past are not asked for; those that a document opens with are, at once. */
const restMs = 120

export const PageSheet = memo(function PageSheet({
  number,
  label,
  count,
  source,
  fault,
  top,
  left,
  width,
  height,
  turn,
  marks,
  Layer,
  atOnce,
  onFailed,
}: {
  readonly number: number
  /** What is stamped on it as its number. */
  readonly label?: string | undefined
  readonly count: number
  readonly source: string
  readonly fault: string | null
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
  readonly turn: Turn
  readonly marks?: readonly PageMark[] | undefined
  readonly Layer?: PageOver['Layer'] | undefined
  /** Nobody has scrolled to it. */
  readonly atOnce: boolean
  readonly onFailed: () => void
}): ReactElement {
  const [wanted, setWanted] = useState(atOnce)
  const [state, setState] = useState<'coming' | 'there' | 'failed'>('coming')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  const sideways = turn % 180 !== 0
  const onPaper = {
    position: 'absolute',
    width: sideways ? height : width,
    height: sideways ? width : height,
    left: '50%',
    top: '50%',
    transform: `translate(-50%, -50%) rotate(${turn}deg)`,
  } as const
  const name = `Page ${number} of ${count}`
  return (
    <chakra.figure position="absolute" style={{ top, left, width, height: height + gap }} data-page={number}>
      <chakra.div
        position="relative"
        overflow="hidden"
        // Paper is white by day and by night.
        background="#fff"
        color="#475061"
        boxShadow="0 0 0 1px rgba(20,25,36,.16)"
        style={{ width, height }}
        aria-busy={fault === null && state === 'coming'}
      >
        {fault !== null ? (
          <Slip>{fault}</Slip>
        ) : state === 'failed' ? (
          <Slip>
            This page could not be loaded.
            <Button
              size="sm"
              mt="3"
              onClick={() => {
                setState('coming')
              }}
            >
              Try again
            </Button>
          </Slip>
        ) : (
          wanted && (
            <>
              {state === 'coming' && <Slip>Page {number} is being drawn</Slip>}
              <img
                src={source}
                alt={name}
                draggable={false}
                onLoad={() => setState('there')}
                onError={() => {
                  setState('failed')
                  onFailed()
                }}
                style={{ ...onPaper, maxWidth: 'none' }}
              />
              {marks !== undefined && state === 'there' && <Marks marks={marks} style={onPaper} />}
              {Layer != null && (
                <div style={onPaper}>
                  <Layer page={number - 1} width={onPaper.width} height={onPaper.height} turn={turn} />
                </div>
              )}
            </>
          )
        )}
      </chakra.div>
      <chakra.figcaption textAlign="center" fontSize="xs" color="muted" lineHeight={`${gap}px`}>
        {number}
        {label !== undefined && (
          <chakra.span fontFamily="mono" color="ink" ms="2">
            {label}
          </chakra.span>
        )}
      </chakra.figcaption>
    </chakra.figure>
  )
})

/** Beneath what is read by assistive technology: the bars below the pages say what is marked. */
function Marks({
  marks,
  style,
}: {
  readonly marks: readonly PageMark[]
  readonly style: CSSProperties
}): ReactElement {
  return (
    // Paper is white in both themes: what lies on it lets the letters through.
    <div aria-hidden style={{ ...style, pointerEvents: 'none', mixBlendMode: 'multiply' }}>
      {marks.map(({ key, left, top, right, bottom, style: look, number }) => (
        <div
          key={key}
          data-mark={key}
          style={{
            ...look,
            position: 'absolute',
            left: `${left / 100}%`,
            top: `${top / 100}%`,
            width: `${(right - left) / 100}%`,
            height: `${(bottom - top) / 100}%`,
          }}
        >
          {number !== undefined && (
            <span style={{ position: 'absolute', left: '100%', top: '-0.6em', fontSize: 9, fontWeight: 700 }}>
              {number}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

function Slip({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <chakra.div
      role="note"
      height="full"
      display="flex"
      flexDirection="column"
      alignItems="center"
      justifyContent="center"
      textAlign="center"
      px="4"
      fontSize="sm"
    >
      {children}
    </chakra.div>
  )
}
