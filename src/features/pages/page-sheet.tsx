/** One page on its white paper: on its way, there, or with what there is to say instead. */
import { chakra } from '@chakra-ui/react'
import { memo, type ReactElement, type ReactNode, useEffect, useState } from 'react'
import type { Turn } from '#src/stores/pages.ts'
import { Button } from '../ui/button.tsx'
import { gap } from './layout.ts'

/** Pages that are only scrolled past are not asked for; those that a document opens with are, at once. */
const restMs = 120

export const PageSheet = memo(function PageSheet({
  number,
  count,
  source,
  fault,
  top,
  left,
  width,
  height,
  turn,
  atOnce,
  onFailed,
}: {
  readonly number: number
  readonly count: number
  readonly source: string
  readonly fault: string | null
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
  readonly turn: Turn
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
                style={{
                  position: 'absolute',
                  width: sideways ? height : width,
                  height: sideways ? width : height,
                  left: '50%',
                  top: '50%',
                  transform: `translate(-50%, -50%) rotate(${turn}deg)`,
                  maxWidth: 'none',
                }}
              />
            </>
          )
        )}
      </chakra.div>
      <chakra.figcaption textAlign="center" fontSize="xs" color="muted" lineHeight={`${gap}px`}>
        {number}
      </chakra.figcaption>
    </chakra.figure>
  )
})

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
