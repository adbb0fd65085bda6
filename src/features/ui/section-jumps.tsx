/** On a long page: the names of its sections at its top, which stay there; each leads to its section's heading. */
import { chakra } from '@chakra-ui/react'
import {
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

interface Target {
  readonly title: string
  readonly element: HTMLElement
}
type Enter = (target: Target) => () => void

const Entering = createContext<Enter | null>(null)

/** Px that are kept free above a section that was jumped to: the names stand there. */
const barHeight = 40

/** Draws the names above the sections; those that come and go are named while they are there. */
export function SectionJumps({ children }: { readonly children: ReactNode }): ReactElement {
  const [targets, setTargets] = useState<readonly Target[]>([])
  const enter = useCallback<Enter>((target) => {
    setTargets((before) => [...before, target].sort(inOrder))
    return () => setTargets((before) => before.filter((one) => one !== target))
  }, [])
  const bar = useRef<HTMLElement>(null)
  const [current, jump] = useCurrent(targets, bar)
  return (
    <Entering value={enter}>
      <chakra.nav
        ref={bar}
        aria-label="Sections of this page"
        position="sticky"
        top="0"
        zIndex="1"
        display="flex"
        alignItems="center"
        gap="1"
        mb="3"
        overflowX="auto"
        background="canvas"
        borderBottomWidth="1px"
        borderColor="line"
        style={{ height: barHeight }}
      >
        {targets.map((target) => (
          <chakra.button
            key={target.title}
            type="button"
            aria-current={target === current ? 'location' : undefined}
            onClick={() => jump(target)}
            height="28px"
            px="2"
            fontSize="sm"
            borderRadius="md"
            whiteSpace="nowrap"
            flexShrink={0}
            color="muted"
            _hover={{ background: 'hover' }}
            _focusVisible={{ outlineOffset: '-2px' }}
            css={{ '&[aria-current]': { color: 'accentInk', background: 'selected' } }}
          >
            {target.title}
          </chakra.button>
        ))}
      </chakra.nav>
      {children}
    </Entering>
  )
}

/** For a section: it is named where the page names its sections. Answers how it stands when it is jumped to. */
export function useJumpTarget(
  ref: RefObject<HTMLElement | null>,
  title: string | undefined,
): { readonly scrollMarginTop: number } | undefined {
  const enter = useContext(Entering)
  useEffect(() => {
    const element = ref.current
    if (enter === null || element === null || title === undefined) return
    return enter({ title, element })
  }, [enter, ref, title])
  return useMemo(() => (enter === null ? undefined : { scrollMarginTop: barHeight + 8 }), [enter])
}

/**
 * The last section that begins above the reading line. One that was jumped to is it as long as its heading is in view: the last
 * ones of a page never reach the line.
 */
function useCurrent(
  targets: readonly Target[],
  bar: RefObject<HTMLElement | null>,
): readonly [Target | undefined, (to: Target) => void] {
  const [passed, setPassed] = useState<Target | undefined>(undefined)
  const jumped = useRef<Target | undefined>(undefined)
  useEffect(() => {
    const look = () => {
      const line = (bar.current?.getBoundingClientRect().bottom ?? 0) + 16
      const to = jumped.current
      if (to !== undefined && targets.includes(to) && isInView(to, line)) return setPassed(to)
      jumped.current = undefined
      setPassed(targets.findLast(({ element }) => element.getBoundingClientRect().top <= line) ?? targets[0])
    }
    look()
    // Whatever scrolls around it: scrolling is told to no one but who listens on the way down.
    document.addEventListener('scroll', look, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', look, { capture: true })
  }, [targets, bar])
  const jump = (to: Target) => {
    jumped.current = to
    setPassed(to)
    to.element.scrollIntoView({ block: 'start' })
    to.element.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }
  return [passed, jump]
}

function isInView({ element }: Target, line: number): boolean {
  const { top } = element.getBoundingClientRect()
  return top >= line - 16 && top < window.innerHeight
}

const inOrder = (a: Target, b: Target): number =>
  a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
