/**
 * Short messages: top centre, full width, newest on top, in a line of their own. Errors stay until they are closed, the
 * oldest behind a line that counts them; the rest goes by itself.
 */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { AnimatePresence, usePresence } from 'framer-motion'
import * as m from 'framer-motion/m'
import { type MouseEvent, type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { removeToast } from '#src/commands/toasts.ts'
import type { ToastKind } from '#src/events/catalog/toasts.ts'
import { type Toast, toastCollapse, toastDragPart, toastLife, toasts } from '#src/stores/toasts.ts'
import { IconButton } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useMotion } from '../ui/motion.tsx'
import { watchPointer, whenPointerRests } from '../ui/pointer-rest.ts'
import { currentLine, onLineChange } from './message-line.ts'

const look = {
  success: { icon: 'ok', ink: 'okInk', ground: 'okGround', bar: 'okBar', word: 'Done' },
  info: { icon: 'info', ink: 'infoInk', ground: 'infoGround', bar: 'infoBar', word: 'Note' },
  warning: {
    icon: 'warning',
    ink: 'attentionInk',
    ground: 'attentionGround',
    bar: 'attentionBar',
    word: 'Attention',
  },
  error: { icon: 'error', ink: 'dangerInk', ground: 'dangerGround', bar: 'dangerBar', word: 'Error' },
} as const satisfies Record<ToastKind, { icon: IconName; [part: string]: string }>

export function Toaster(): ReactElement {
  const { shown, folded } = useUnit(toasts.$state)
  const blurred = useWindowBlurred()
  const line = useSyncExternalStore(onLineChange, currentLine)
  useEffect(watchPointer, [])
  const said = (
    <chakra.div
      role="region"
      aria-label="Messages"
      display="flex"
      flexDirection="column"
      // A page without a frame has room for them above its content.
      {...(line === null ? { position: 'fixed', top: '0', left: '0', right: '0', zIndex: 'header' } : {})}
    >
      <AnimatePresence initial={false}>
        {shown.map((toast) => (
          <ToastItem key={toast.toastId} toast={toast} held={blurred} />
        ))}
      </AnimatePresence>
      {folded.length > 0 && (
        <chakra.p
          px="5"
          py="1"
          textAlign="center"
          fontSize="sm"
          color="dangerInk"
          background="dangerGround"
          borderBottomWidth="1px"
          borderColor="dangerBar"
        >
          {counted(folded.length, 'earlier error')}: {folded.length === 1 ? 'it shows' : 'they show'} again
          when one above is closed.
        </chakra.p>
      )}
    </chakra.div>
  )
  return line === null ? said : createPortal(said, line)
}

function ToastItem({ toast, held }: { readonly toast: Toast; readonly held: boolean }): ReactElement {
  const run = useUnit(dispatch)
  const { unmoved, still } = useMotion()
  const box = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState(false)
  const [dragging, setDragging] = useState(false)
  const dragged = useRef(false)
  const byHand = useRef(false)
  const end = () => run(removeToast({ toastId: toast.toastId }))
  const close = () => {
    byHand.current = true
    end()
  }
  useRoom(byHand, still ? 0 : toastCollapse)
  const stays = toast.kind === 'error'
  useCountdown(end, stays || held || hovered || dragging, toast.revision)
  const closeByButton = (event: MouseEvent) => {
    event.stopPropagation()
    // The keyboard goes on to the next message, or into the screen, not to the start of the page.
    const others = [...document.querySelectorAll<HTMLElement>('[data-toast] button')]
    const next = others.find((other) => other !== event.currentTarget) ?? document.getElementById('main')
    next?.focus()
    close()
  }
  const { icon, ink, ground, bar, word } = look[toast.kind]
  return (
    <m.div
      ref={box}
      // Its room is there at once, and goes at once: a page that slides loses the press that meets it.
      initial={unmoved ? false : { opacity: 0 }}
      animate={{ opacity: 1 }}
      exit={{ scaleY: 0, opacity: 0 }}
      transition={{ duration: still ? 0 : toastCollapse / 1000 }}
      drag="x"
      dragSnapToOrigin
      dragMomentum={false}
      onDragStart={() => {
        dragged.current = true
        setDragging(true)
      }}
      onDragEnd={(_, { offset }) => {
        setDragging(false)
        const width = box.current?.offsetWidth ?? 0
        if (width > 0 && Math.abs(offset.x) >= width * toastDragPart) close()
      }}
      onPointerDownCapture={() => {
        dragged.current = false
      }}
      onClick={() => {
        // Letting go of a toast that was dragged is a click to the browser, and none to the person.
        if (!dragged.current) close()
      }}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      style={{ overflow: 'hidden', originY: 0 }}
      data-toast={toast.kind}
    >
      <chakra.div
        role={stays ? 'alert' : 'status'}
        display="flex"
        alignItems="center"
        justifyContent="center"
        gap="2"
        minHeight="32px"
        px="5"
        py="1"
        color={ink}
        background={ground}
        borderBottomWidth="1px"
        borderColor={bar}
        fontSize="md"
        cursor="pointer"
      >
        <Icon name={icon} title={word} />
        <Foreign text={toast.message} />
        {stays && (
          <IconButton icon="close" label="Close the message" color="inherit" onClick={closeByButton} />
        )}
      </chakra.div>
    </m.div>
  )
}

/**
 * Keeps the room of a toast that has gone by itself until the pointer rests: what is below moves up under no press. One that was
 * closed by hand takes its room along.
 */
function useRoom(byHand: { readonly current: boolean }, collapse: number): void {
  const [isPresent, leave] = usePresence()
  useEffect(() => {
    if (isPresent) return
    if (byHand.current) return leave()
    let stop = (): void => {}
    const timer = setTimeout(() => {
      stop = whenPointerRests(leave)
    }, collapse)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isPresent, leave, byHand, collapse])
}

/** Runs out after the toast's life, not counting the time in which it was held; an update starts it anew. */
function useCountdown(done: () => void, held: boolean, revision: number): void {
  const left = useRef(toastLife)
  const finish = useRef(done)
  finish.current = done
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update is what starts the time anew
  useEffect(() => {
    left.current = toastLife
  }, [revision])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update is what starts the time anew
  useEffect(() => {
    if (held) return
    const from = performance.now()
    const timer = setTimeout(() => finish.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (performance.now() - from))
    }
  }, [held, revision])
}

function useWindowBlurred(): boolean {
  const [blurred, setBlurred] = useState(false)
  useEffect(() => {
    const leave = () => setBlurred(true)
    const come = () => setBlurred(false)
    addEventListener('blur', leave)
    addEventListener('focus', come)
    return () => {
      removeEventListener('blur', leave)
      removeEventListener('focus', come)
    }
  }, [])
  return blurred
}
