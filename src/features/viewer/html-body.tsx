/**
 * A message's HTML, in a frame that runs nothing and loads nothing: sanitised on the server, sandboxed without scripts,
 * under a policy of its own. `allow-same-origin` lets this side mark hits and hear keys; nothing inside can act.
 */
import { memo, type ReactElement, useEffect, useRef, useState } from 'react'
import { paperMarks } from './highlight-colours.ts'
import { type Hit, markHits } from './marks.ts'
import { useFocusedMark } from './use-focused-mark.ts'

const paper = `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<style>
html{background:#fff;color:#171b24;font:15px/24px system-ui,sans-serif;color-scheme:light}
body{margin:0;padding:16px 20px;max-width:80ch;overflow-wrap:anywhere}
table{max-width:100%}img{max-width:100%;height:auto}a{color:#244cb8;cursor:text;text-decoration:underline dotted}
pre{white-space:pre-wrap;font:13px/20px ui-monospace,monospace}blockquote{margin:0 0 0 4px;padding-left:12px;border-left:3px solid #dce0e8;color:#475061}
${paperMarks}
</style>`

interface Props {
  /** Null: another body is shown. The frame waits out of sight: making one takes longer than writing a message into it. */
  readonly html: string | null
  readonly find: (text: string) => readonly Hit[]
  /** Which hit is looked at; null: none. */
  readonly focused: number | null
  readonly onHits: (terms: readonly number[]) => void
}

export const HtmlBody = memo(function HtmlBody({ html, find, focused, onHits }: Props): ReactElement {
  const frame = useRef<HTMLIFrameElement>(null)
  const [marks, setMarks] = useState(noMarks)
  useFocusedMark(marks, focused)

  const [loaded, setLoaded] = useState(0)
  // Marked anew when the search changes: the frame is written again from the sanitised source, never unwrapped by hand.
  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (!inside || loaded === 0) return
    if (html === null) {
      inside.body.replaceChildren()
      setMarks(noMarks)
      return
    }
    inside.body.innerHTML = html
    inside.documentElement.scrollTop = 0
    const found = markHits(inside.body, find)
    setMarks((before) => (before.length + found.marks.length === 0 ? before : found.marks))
    onHits(found.terms)
  }, [html, find, loaded, onHits])

  const onLoad = () => {
    const element = frame.current
    const inside = element?.contentDocument
    if (!element || !inside) return
    inside.addEventListener('keydown', (event) => passOn(event, element))
    inside.addEventListener('click', stopLinks)
    for (const kind of ['pointerdown', 'pointermove', 'wheel', 'scroll'])
      inside.addEventListener(kind, () => window.dispatchEvent(new Event('frameinput')), { passive: true })
    setLoaded((times) => times + 1)
  }

  return (
    <iframe
      ref={frame}
      title="Message body"
      sandbox="allow-same-origin"
      srcDoc={paper}
      onLoad={onLoad}
      style={{
        border: 0,
        width: '100%',
        height: '100%',
        background: '#fff',
        display: html === null ? 'none' : 'block',
      }}
      data-testid={html === null ? undefined : 'message-body'}
    />
  )
})

const noMarks: readonly HTMLElement[] = []

/** Keys pressed inside the frame count for the application, too. */
function passOn(event: KeyboardEvent, frame: HTMLIFrameElement): void {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event
  const copy = new KeyboardEvent('keydown', {
    key,
    code,
    ctrlKey,
    metaKey,
    shiftKey,
    altKey,
    bubbles: true,
    cancelable: true,
  })
  if (!frame.dispatchEvent(copy)) event.preventDefault()
}

function stopLinks(event: Event): void {
  // Of the frame's realm: its elements are no instances of this window's classes.
  const target = event.target as Partial<Element> | null
  if (target?.closest?.('a')) event.preventDefault()
}
