/** The whole product as it stood, under a bar that says so. Nothing done in it is recorded or sent. */
import { chakra } from '@chakra-ui/react'
import { Provider, useUnit } from 'effector-react'
import { type MouseEvent, type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPath, type Navigator, Router, type To } from 'react-router-dom'
import { keptIndex } from '../features/timeline/kept-index.ts'
import { PastBar } from '../features/timeline/past-bar.tsx'
import { ActionsProvider } from '../features/ui/actions.tsx'
import { $session } from '../stores/session.ts'
import { type Past, type PastMoment, type PastView, pastLeft } from '../stores/timeline.ts'
import { Screens } from './table.tsx'

export function PastWindow({
  past,
  standing: opened,
}: {
  readonly past: Past
  readonly standing: PastView
}): ReactElement {
  const [left, { isAuth }] = useUnit([pastLeft, $session])
  const [standing, setStanding] = useState(opened)
  const [path, setPath] = useState(opened.path)
  const index = keptIndex(past.source.log(standing.log))
  const [refused, refuse] = useRefusals(past)
  const go = useGoing(past, (to) => {
    setStanding(to)
    setPath(to.path)
  })
  const { log, seq, tabId } = standing
  const leave = useCallback(() => {
    past.close()
    left()
  }, [past, left])
  useEffect(() => {
    // Who is signed out here sees nothing of it any more.
    if (!isAuth) leave()
  }, [isAuth, leave])

  const step = useCallback(
    (by: 1 | -1) => {
      const to = index?.next(seq, by) ?? null
      if (to !== null) go({ log, seq: to, tabId })
    },
    [index, seq, log, tabId, go],
  )
  usePastKeys(step, leave)

  const navigator = useMemo(
    (): Navigator => ({
      createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
      // One goes elsewhere by moving through time; what a guard does about who was signed in is part of the screen.
      push: refuse,
      replace: (to: To) => setPath(typeof to === 'string' ? to : createPath(to)),
      go: refuse,
    }),
    [refuse],
  )
  return (
    <chakra.div
      position="fixed"
      inset="0"
      zIndex="1"
      display="flex"
      flexDirection="column"
      background="canvas"
      data-testid="past"
      css={edge}
    >
      <PastBar
        standing={standing}
        index={index}
        imported={past.source.imported?.name ?? null}
        refused={refused}
        onGo={(to) => go({ log, seq: to, tabId })}
        onTab={(to) => go({ log, seq, tabId: to })}
        onLeave={leave}
      />
      <chakra.div
        flex="1"
        minHeight="0"
        overflow="auto"
        onClickCapture={(event) => keepFromLeaving(event, refuse)}
        onAuxClickCapture={(event) => keepFromLeaving(event, refuse)}
      >
        <Provider value={past.scope}>
          <ActionsProvider>
            <Router location={path} navigator={navigator}>
              <Screens />
            </Router>
          </ActionsProvider>
        </Provider>
      </chakra.div>
    </chakra.div>
  )
}

/** A link leads out of the past; one that downloads would even be put on the record. */
function keepFromLeaving(event: MouseEvent, refuse: () => void): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (link === null || link.getAttribute('href')?.startsWith('#') !== false) return
  event.preventDefault()
  event.stopPropagation()
  refuse()
}

/** The frame of the workspace is as high as what the bar and the edge leave. */
const edge = {
  '--window': '100%',
  border: '4px solid',
  borderColor: 'attentionInk',
  // The present behind it has a content of the same name.
  '& a[href="#main"]': { display: 'none' },
} as const

/** Goes where it was last told to, one move at a time: a slider is faster than folding. */
function useGoing(past: Past, came: (standing: PastView) => void): (to: PastMoment) => void {
  const wanted = useRef<PastMoment | null>(null)
  const going = useRef(false)
  const tell = useRef(came)
  tell.current = came
  return useCallback(
    (to) => {
      wanted.current = to
      const next = (): void => {
        const place = wanted.current
        wanted.current = null
        going.current = place !== null
        if (place === null) return
        past.go(place).then(
          (standing) => {
            if (wanted.current === null) tell.current(standing)
            next()
          },
          () => next(),
        )
      }
      if (!going.current) next()
    },
    [past],
  )
}

/** Ms for which it is said that nothing can be done here. */
const saidFor = 4_000

function useRefusals(past: Past): [boolean, () => void] {
  const [count, setCount] = useState(0)
  const [shown, setShown] = useState(false)
  const refuse = useCallback(() => setCount((before) => before + 1), [])
  useEffect(() => past.onRefused(refuse), [past, refuse])
  useEffect(() => {
    if (count === 0) return
    setShown(true)
    const timer = setTimeout(() => setShown(false), saidFor)
    return () => clearTimeout(timer)
  }, [count])
  return [shown, refuse]
}

/** Escape returns, whatever the screen of the past would do with it; the brackets step. */
function usePastKeys(step: (by: 1 | -1) => void, leave: () => void): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const writing =
        event.target instanceof HTMLElement &&
        event.target.closest('input:not([type=range]), textarea, select') !== null
      if (document.querySelector('[aria-modal=true]:not([hidden])') !== null) return
      if (event.key === 'Escape') leave()
      else if (!writing && event.key === '[') step(-1)
      else if (!writing && event.key === ']') step(1)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    const back = () => leave()
    addEventListener('keydown', press, true)
    addEventListener('popstate', back)
    return () => {
      removeEventListener('keydown', press, true)
      removeEventListener('popstate', back)
    }
  }, [step, leave])
}
