/** What words the document's pane shows: its header's fields, its text or message, cells, values. Read again as it is drawn anew. */
import { type RefObject, useEffect, useState } from 'react'
import { type ReadForHits, readForHits } from '#query/hits.ts'
import { lastNodeBefore, type Piece, readText } from '../viewer/marks.ts'
import type { Place } from './sets.ts'

/** Words that belong together: no phrase reaches from one stretch into another. */
export interface Drawn {
  /** Names of the query's fields that it shows; none for the document's own text. */
  readonly fields: readonly string[]
  readonly words: ReadForHits
  readonly rangeOf: (place: Place) => Range | null
}

/** Wait for what is drawn in several steps. */
const restMs = 50

export function useDrawn(body: RefObject<Element | null>): readonly Drawn[] {
  const [drawn, setDrawn] = useState<readonly Drawn[]>([])
  useEffect(() => {
    const element = body.current
    if (element === null) return
    const head = element.parentElement?.querySelector('header[data-document-head]')
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(look, restMs)
    })
    const what = { childList: true, subtree: true, characterData: true, attributeFilter: ['style'] }
    const look = () => {
      observer.disconnect()
      observer.observe(element, what)
      if (head) observer.observe(head, what)
      const roots = [...(head ? marked(head) : []), ...marked(element)]
      const frame = shownFrame(element)
      if (frame !== null) observer.observe(frame, what)
      setDrawn([...roots.map(read), ...(frame === null ? [] : [read(frame)])])
    }
    look()
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [body])
  return drawn
}

const marked = (within: Element): Element[] => [...within.querySelectorAll('[data-words]')]

/** The body of the message's frame, where it shows one. */
function shownFrame(body: Element): Element | null {
  for (const frame of body.querySelectorAll('iframe'))
    if (frame.style.display !== 'none') return frame.contentDocument?.body ?? null
  return null
}

function read(root: Element): Drawn {
  const { text, nodes } = readText(root)
  const fields = root.getAttribute('data-words')?.split(' ').filter(Boolean) ?? []
  let words: ReadForHits | undefined
  return {
    fields,
    get words() {
      words ??= readForHits(text)
      return words
    },
    rangeOf: (place) => rangeIn(root, nodes, place),
  }
}

function rangeIn(root: Element, nodes: readonly Piece[], { start, end }: Place): Range | null {
  const first = nodes[lastNodeBefore(nodes, start + 1)]
  const last = nodes[lastNodeBefore(nodes, end)]
  if (first === undefined || last === undefined) return null
  const range = root.ownerDocument.createRange()
  range.setStart(first.node, Math.min(start - first.start, first.node.data.length))
  range.setEnd(last.node, Math.min(end - last.start, last.node.data.length))
  return range
}
