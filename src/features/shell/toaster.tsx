/**
 * Short messages: top centre, full width, newest on top. Below the top bar, whose controls stay in sight; what is pressed
 * beside the words goes to what lies beneath.
 */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { AnimatePresence } from 'framer-motion'
import * as m from 'framer-motion/m'
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { removeToast } from '#src/commands/toasts.ts'
import type { ToastKind } from '#src/events/catalog/toasts.ts'
import { type Toast, toastCollapse, toastDragPart, toastLife, toasts } from '#src/stores/toasts.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useMotion } from '../ui/motion.tsx'

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
  const { shown } = useUnit(toasts.$state)
  const blurred = useWindowBlurred()
  const top = useBelowTopBar(shown)
  return (
    <chakra.div
      role="region"
      aria-label="Messages"
      position="fixed"
      style={{ top }}
      left="0"
      right="0"
      zIndex="toast"
      pointerEvents="none"
      display="flex"
      flexDirection="column"
      alignItems="stretch"
    >
      <AnimatePresence initial={false}>
        {shown.map((toast) => (
          <ToastItem key={toast.toastId} toast={toast} held={blurred} />
        ))}
      </AnimatePresence>
    </chakra.div>
  )
}

/** Where the top bar that is in view ends: some screens have none, and one that is hidden ends nowhere. */
function useBelowTopBar(shown: readonly Toast[]): number {
  const [end, setEnd] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for anew with every message
  useLayoutEffect(() => {
    const bars = document.querySelectorAll('[data-top-bar]')
    setEnd(Math.max(0, ...[...bars].map((bar) => bar.getBoundingClientRect().bottom)))
  }, [shown])
  return end
}

function ToastItem({ toast, held }: { readonly toast: Toast; readonly held: boolean }): ReactElement {
  const run = useUnit(dispatch)
  const { unmoved, still } = useMotion()
  const box = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState(false)
  const [dragging, setDragging] = useState(false)
  const dragged = useRef(false)
  const close = () => run(removeToast({ toastId: toast.toastId }))
  useCountdown(close, held || hovered || dragging, toast.revision)
  const { icon, ink, ground, bar, word } = look[toast.kind]
  return (
    <m.div
      ref={box}
      initial={unmoved ? false : { height: 0, opacity: 0 }}
      animate={{ height: 'auto', opacity: 1 }}
      exit={{ height: 0, opacity: 0 }}
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
      style={{ overflow: 'hidden' }}
      data-toast={toast.kind}
    >
      <chakra.div
        role={toast.kind === 'error' ? 'alert' : 'status'}
        display="flex"
        alignItems="center"
        justifyContent="center"
        minHeight="32px"
        px="5"
        color={ink}
        background={ground}
        borderBottomWidth="1px"
        borderColor={bar}
        fontSize="md"
      >
        <chakra.span
          display="inline-flex"
          alignItems="center"
          gap="2"
          px="3"
          py="1"
          pointerEvents="auto"
          cursor="pointer"
          data-words
        >
          <Icon name={icon} title={word} />
          <span>{toast.message}</span>
        </chakra.span>
      </chakra.div>
    </m.div>
  )
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
