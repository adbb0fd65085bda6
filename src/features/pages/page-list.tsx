/** Page images below each other; only those in view are there. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import {
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { pathOf } from '#contracts/call.ts'
import { type PageImage, pageBytes } from '#contracts/pages.ts'
import { producedPageBytes, receivedPageBytes } from '#contracts/produced-pages.ts'
import { burnedPage } from '#contracts/redactions.ts'
import { withAreas } from '#src/areas/lazy.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { chooseZoom, turnPages } from '#src/commands/pages.ts'
import { documentPages, producedPages, receivedPages } from '#src/reads/pages.ts'
import { $pagesView, type SoughtPage, type Turn, type Zoom } from '#src/stores/pages.ts'
import { useWho } from '../session/who.ts'
import { useActions } from '../ui/actions.tsx'
import { part } from '../ui/part.tsx'
import { type Layout, layOut, margin, pageAt, zoomedBy } from './layout.ts'
import type { PageMark } from './page-marks.ts'
import type { PageOver } from './page-over.ts'
import { PageSheet } from './page-sheet.tsx'
import type { Rect } from './page-words.ts'
import { PagesBar } from './pages-bar.tsx'

const RedactTerms = part(
  withAreas(['termRedaction', 'keywords'], () =>
    import('../term-redaction/redact-terms.tsx').then((module) => module.RedactTerms),
  ),
)

/** Pages drawn beyond those in view, on either side. */
const beyond = 1

const turns: Readonly<Record<Turn, Turn>> = { 0: 90, 90: 180, 180: 270, 270: 0 }

/** Pages as a production has them. */
export interface Produced {
  readonly productionId: number
  /** The number of each page. */
  readonly numbers: readonly string[]
}

export function PageList({
  documentId,
  projectId,
  images,
  small,
  marks = noMarks,
  target = null,
  over = null,
  chooser,
  produced = null,
  received = false,
}: {
  readonly documentId: number
  readonly projectId: number
  readonly images: readonly PageImage[]
  /** Not blown up to the width of the pane. */
  readonly small: boolean
  /** By page, from 0. */
  readonly marks?: ReadonlyMap<number, readonly PageMark[]>
  /** What is brought into view, whenever it is another one. */
  readonly target?: Rect | null
  readonly over?: PageOver | null
  /** Chooses whose pages are shown. */
  readonly chooser?: ReactNode
  readonly produced?: Produced | null
  /** They are the images that came with the document. */
  readonly received?: boolean
}): ReactElement {
  const { view, run } = useUnit({ view: $pagesView, run: dispatch })
  const turn = view.turned?.documentId === documentId ? view.turned.turn : 0
  const { zoom } = view
  const { can } = useWho()
  const [redacting, setRedacting] = useState(false)
  const { scroller, pane, top, onScroll } = useScroller()
  const layout = useMemo(() => layOut(images, { zoom, turn, small }, pane), [images, zoom, turn, small, pane])
  useKeptPlace(scroller, layout)
  useTarget(scroller, layout, target, turn)
  useTarget(scroller, layout, over?.goTo ?? null, turn)
  const { sought } = view
  useSought(
    scroller,
    layout,
    // Before it is known how wide the pane is, there is nothing to scroll.
    pane.width > 0 && sought?.documentId === documentId && sought.productionId === produced?.productionId
      ? sought
      : null,
  )
  // What is looked at: the page a third down the pane.
  const current = pageAt(layout, top + pane.height / 3)
  const onLookedAt = over?.onPage
  useEffect(() => onLookedAt?.(current, turn), [onLookedAt, current, turn])
  const first = Math.max(0, pageAt(layout, top) - beyond)
  const last = Math.min(images.length - 1, pageAt(layout, top + pane.height) + beyond)
  const onPage = useCallback(
    (page: number) => {
      const placed = layout.pages[page - 1]
      if (placed !== undefined) scroller.current?.scrollTo({ top: placed.top - margin / 2 })
    },
    [layout, scroller],
  )
  const onZoom = useCallback((to: Zoom) => run(chooseZoom({ zoom: to })), [run])
  const onStep = (by: 1 | -1): void => {
    onZoom(zoomedBy(layout.scale, by))
  }
  const onTurn = (): void => {
    run(turnPages({ documentId, turn: turns[turn] }))
  }
  // Why a page does not come the server says where it says what there is.
  const burned = over?.burned ?? null
  const productionId = produced?.productionId ?? null
  const onBurnFailed = burned?.onFailed
  const onFailed = useCallback(() => {
    if (received) run(receivedPages.request({ documentId }))
    else if (productionId !== null) run(producedPages.request({ documentId, productionId }))
    else if (onBurnFailed === undefined) run(documentPages.request({ documentId }))
    else onBurnFailed()
  }, [run, documentId, productionId, received, onBurnFailed])
  const mayRedact = can('redaction.draw') && produced === null && !received
  const group = 'Pages'
  useActions([
    { id: 'page-after', label: 'Page after', group, keys: 'n', run: () => onPage(current + 2) },
    { id: 'page-before', label: 'Page before', group, keys: 'p', run: () => onPage(current) },
    { id: 'larger', label: 'Larger', group, keys: '+', run: () => onStep(1) },
    { id: 'smaller', label: 'Smaller', group, keys: '-', run: () => onStep(-1) },
    { id: 'fit-width', label: 'Fit to the width', group, keys: 'z w', run: () => onZoom('width') },
    { id: 'fit-page', label: 'Fit the whole page', group, keys: 'z p', run: () => onZoom('page') },
    { id: 'own-size', label: 'Own size', group, keys: 'z 1', run: () => onZoom(1) },
    ...(mayRedact
      ? [{ id: 'redact-terms', label: 'Redact terms in the document', group, run: () => setRedacting(true) }]
      : []),
    { id: 'turn', label: 'Turn to the right', group, keys: 'z r', run: onTurn },
  ])
  const width = Math.max(pane.width, layout.width)
  return (
    <>
      <PagesBar
        page={current + 1}
        count={images.length}
        zoom={zoom}
        scale={layout.scale}
        onPage={onPage}
        onZoom={onZoom}
        onStep={onStep}
        onTurn={onTurn}
        tools={over?.tools}
        images={chooser}
        stamped={produced?.numbers[current]}
        onRedactTerms={mayRedact ? () => setRedacting(true) : null}
      />
      {over?.under}
      {redacting && <RedactTerms documentId={documentId} count={1} onClose={() => setRedacting(false)} />}
      <chakra.div
        ref={scroller}
        onScroll={onScroll}
        flex="1"
        minHeight="0"
        overflow="auto"
        background="canvas"
        tabIndex={0}
        role="region"
        aria-label="Page images"
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <div style={{ position: 'relative', height: layout.height, width }}>
          {pane.width > 0 &&
            layout.pages.slice(first, last + 1).map((placed, at) => {
              const page = first + at
              return (
                <PageSheet
                  // A page that is burned is another image, which is waited for.
                  key={`${page} ${burned?.revision ?? ''} ${received ? 'received' : (productionId ?? '')}`}
                  number={page + 1}
                  label={produced?.numbers[page]}
                  count={images.length}
                  source={
                    received
                      ? receivedAddress(documentId, page + 1, projectId)
                      : productionId === null
                        ? addressOf(documentId, page + 1, projectId, burned?.revision ?? null)
                        : producedAddress(productionId, documentId, page + 1, projectId)
                  }
                  fault={images[page]?.fault ?? null}
                  top={placed.top}
                  left={Math.max(margin, Math.round((width - placed.width) / 2))}
                  width={placed.width}
                  height={placed.height}
                  turn={turn}
                  marks={marks.get(page)}
                  Layer={over?.Layer}
                  atOnce={top === 0}
                  onFailed={onFailed}
                />
              )
            })}
        </div>
      </chakra.div>
    </>
  )
}

const noMarks: ReadonlyMap<number, readonly PageMark[]> = new Map()

/** `revision`: of the redactions that are burned in; null: the page as it is. */
function addressOf(documentId: number, page: number, projectId: number, revision: number | null): string {
  const path = pathOf(revision === null ? pageBytes : burnedPage)
    .replace(':documentId', String(documentId))
    .replace(':page', String(page))
  return `${path}?projectId=${projectId}${revision === null ? '' : `&revision=${revision}`}`
}

function producedAddress(productionId: number, documentId: number, page: number, projectId: number): string {
  const path = pathOf(producedPageBytes)
    .replace(':productionId', String(productionId))
    .replace(':documentId', String(documentId))
    .replace(':page', String(page))
  return `${path}?projectId=${projectId}`
}

function receivedAddress(documentId: number, page: number, projectId: number): string {
  const path = pathOf(receivedPageBytes)
    .replace(':documentId', String(documentId))
    .replace(':page', String(page))
  return `${path}?projectId=${projectId}`
}

function useScroller() {
  const scroller = useRef<HTMLDivElement>(null)
  const [pane, setPane] = useState({ width: 0, height: 0 })
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = (): void => setPane({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    look()
    return () => observer.disconnect()
  }, [])
  const onScroll = useCallback(() => setTop(scroller.current?.scrollTop ?? 0), [])
  return { scroller, pane, top, onScroll }
}

/** What is on the upper third of a page that is shown upright stands in the upper third of the pane, too. */
function useTarget(
  scroller: { readonly current: HTMLDivElement | null },
  layout: Layout,
  target: Rect | null,
  turn: Turn,
): void {
  const last = useRef<Rect | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    const placed = target === null ? undefined : layout.pages[target.page]
    if (element === null || placed === undefined || last.current === target || target === null) return
    last.current = target
    const along = { 0: target.top, 90: target.left, 180: 10_000 - target.bottom, 270: 10_000 - target.right }
    const top = placed.top + (along[turn] / 10_000) * placed.height
    element.scrollTo({ top: top - element.clientHeight / 3 })
  }, [scroller, layout, target, turn])
}

/** The page that was sought stands at the top, once for each time that it is sought. */
function useSought(
  scroller: { readonly current: HTMLDivElement | null },
  layout: Layout,
  sought: SoughtPage | null,
): void {
  const last = useRef<SoughtPage | null>(null)
  useLayoutEffect(() => {
    const placed = sought === null ? undefined : layout.pages[sought.page - 1]
    if (scroller.current === null || placed === undefined || last.current === sought) return
    last.current = sought
    scroller.current.scrollTo({ top: placed.top - margin / 2 })
  }, [scroller, layout, sought])
}

/** Zoomed or turned, one stays on the page that one was on. */
function useKeptPlace(scroller: { readonly current: HTMLDivElement | null }, layout: Layout): void {
  const before = useRef(layout)
  useLayoutEffect(() => {
    const element = scroller.current
    const was = before.current
    before.current = layout
    if (element === null || was === layout) return
    const page = pageAt(was, element.scrollTop)
    const [old, now] = [was.pages[page], layout.pages[page]]
    if (old === undefined || now === undefined) return
    const share = (element.scrollTop - old.top) / Math.max(1, old.height)
    element.scrollTop = now.top + Math.max(-margin, share * now.height)
  }, [layout, scroller])
}
