import { chakra } from '@chakra-ui/react'
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './kbd.tsx'

/** Ms that the pointer rests before the tooltip shows. */
const rest = 400
const gap = 6

interface TooltipPosition {
  readonly x: number
  readonly y: number
  readonly above: boolean
}

interface Hooks {
  readonly 'aria-describedby'?: string
  readonly onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerDown?: (event: PointerEvent<HTMLElement>) => void
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void
}

/**
 * More about what is under the pointer or has the focus. Never the only place where something needed is said. Light on
 * purpose: a table has hundreds of them, and none costs anything until it shows.
 */
export function Tooltip({
  text,
  keys,
  children,
}: {
  readonly text: ReactNode
  readonly keys?: string | undefined
  readonly children: ReactElement<Hooks>
}): ReactElement {
  const [place, setPlace] = useState<TooltipPosition | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const id = useId()
  const own = children.props

  const show = (target: HTMLElement, after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const box = target.getBoundingClientRect()
      const above = box.bottom > innerHeight - 48
      setPlace({ x: box.left + box.width / 2, y: above ? box.top - gap : box.bottom + gap, above })
    }, after)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setPlace(null)
  }
  useEffect(() => {
    if (place === null) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setPlace(null)
    }
    addEventListener('keydown', onKey)
    addEventListener('scroll', hideNow, true)
    function hideNow() {
      setPlace(null)
    }
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('scroll', hideNow, true)
    }
  }, [place])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <>
      {cloneElement(children, {
        ...(place === null ? {} : { 'aria-describedby': id }),
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event)
          if (event.pointerType === 'mouse') show(event.currentTarget, rest)
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event)
          hide()
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event)
          hide()
        },
        onFocus: (event) => {
          own.onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0)
        },
        onBlur: (event) => {
          own.onBlur?.(event)
          hide()
        },
      })}
      {place !== null &&
        createPortal(
          <chakra.div
            id={id}
            role="tooltip"
            position="fixed"
            zIndex="tooltip"
            pointerEvents="none"
            px="2"
            py="1"
            maxWidth="320px"
            fontSize="xs"
            borderRadius="sm"
            background="ink"
            color="surface"
            boxShadow="pop"
            style={{
              left: Math.min(Math.max(place.x, 60), innerWidth - 60),
              top: place.y,
              transform: `translate(-50%, ${place.above ? '-100%' : '0'})`,
            }}
          >
            {text}
            {keys !== undefined && <Kbd keys={keys} inverse />}
          </chakra.div>,
          document.body,
        )}
    </>
  )
}
