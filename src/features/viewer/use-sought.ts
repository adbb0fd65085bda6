/**
 * Shows where the document in view holds what is looked for. It is painted over the text (CSS highlights) and nothing is put
 * into it: the query's marks, and what React has drawn, stay as they are.
 */
import { type RefObject, useEffect, useState } from 'react'
import { soughtHereName, soughtName } from './highlight-colours.ts'
import { lastNodeBefore, type Piece, readText } from './marks.ts'
import { type Folded, fold, placesOf } from './seeking.ts'

/** More are not counted. */
export const mostSought = 5_000

interface Read {
  readonly root: Element
  readonly nodes: readonly Piece[]
  readonly folded: Folded
}

/** The message's frame where it shows one, else the element itself. */
function rootOf(body: Element): Element {
  for (const frame of body.querySelectorAll('iframe')) {
    const inside = frame.contentDocument?.body
    if (frame.style.display !== 'none' && inside) return inside
  }
  return body
}

function read(body: Element): Read {
  const root = rootOf(body)
  const { text, nodes } = readText(root)
  return { root, nodes, folded: fold(text) }
}

/** The places in order, as ranges of the document that is drawn. */
export function useSought(body: RefObject<Element | null>, sought: string): readonly Range[] {
  const [drawn, setDrawn] = useState<Read | null>(null)
  const [ranges, setRanges] = useState<readonly Range[]>([])
  // Read again as soon as something else is drawn: another document, another text, marks of another query.
  useEffect(() => {
    const element = body.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(look, 50)
    })
    const look = () => {
      const next = read(element)
      observer.disconnect()
      const what = { childList: true, subtree: true, characterData: true }
      observer.observe(element, what)
      if (next.root !== element) observer.observe(next.root, what)
      setDrawn(next)
    }
    look()
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [body])
  useEffect(() => {
    setRanges(drawn === null ? [] : rangesOf(drawn, sought))
  }, [drawn, sought])
  return ranges
}

function rangesOf({ root, nodes, folded }: Read, sought: string): readonly Range[] {
  return placesOf(folded, sought, mostSought).flatMap(({ start, end }) => {
    const first = nodes[lastNodeBefore(nodes, start + 1)]
    const last = nodes[lastNodeBefore(nodes, end)]
    if (first === undefined || last === undefined) return []
    const range = root.ownerDocument.createRange()
    range.setStart(first.node, Math.min(start - first.start, first.node.data.length))
    range.setEnd(last.node, Math.min(end - last.start, last.node.data.length))
    return [range]
  })
}

/** Paints them, the one that is looked at otherwise, and brings that into view. */
export function usePainted(ranges: readonly Range[], at: number): void {
  useEffect(() => {
    const here = ranges[at]
    const view = here?.startContainer.ownerDocument?.defaultView as (Window & typeof globalThis) | null
    if (here === undefined || !view) return
    here.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
    scrollTo(here)
    const highlights = view.CSS?.highlights
    // Where the browser cannot paint them, the one that is looked at is selected.
    if (highlights === undefined) {
      const selection = view.getSelection()
      selection?.removeAllRanges()
      selection?.addRange(here)
      return
    }
    highlights.set(soughtName, new view.Highlight(...ranges.filter((range) => range !== here)))
    highlights.set(soughtHereName, new view.Highlight(here))
    return () => {
      highlights.delete(soughtName)
      highlights.delete(soughtHereName)
    }
  }, [ranges, at])
}

const scrolls = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)

/** A range has no way to bring itself into view: the nearest box that scrolls is moved to it. */
export function scrollTo(range: Range): void {
  const { ownerDocument } = range.startContainer
  if (ownerDocument === null) return
  let box = range.startContainer.parentElement
  while (box !== null && !scrolls(box)) box = box.parentElement
  const scroller = box ?? ownerDocument.scrollingElement
  if (scroller === null) return
  const isPage = scroller === ownerDocument.scrollingElement
  const top = isPage ? 0 : scroller.getBoundingClientRect().top
  const place = range.getBoundingClientRect().top - top
  if (place < 0 || place > scroller.clientHeight - 40) scroller.scrollTop += place - scroller.clientHeight / 2
}
