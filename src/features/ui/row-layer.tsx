/**
 * What a scroller of equal rows holds: as high as all of them, the drawn ones moved to where the eye is. Rows that leave
 * above make the browser no promise of having moved the rest: it would scroll back by their height to hold its anchor in
 * place, which brings them back, and so on in every frame. So nothing in here is an anchor.
 */
import type { ReactElement, ReactNode } from 'react'
import type { RowWindow } from './row-window.ts'

export function RowLayer({
  rows,
  children,
}: {
  readonly rows: Pick<RowWindow, 'height' | 'offset'>
  readonly children: ReactNode
}): ReactElement {
  return (
    <div style={{ height: rows.height, position: 'relative', overflowAnchor: 'none' }}>
      <div
        style={{
          transform: `translateY(${rows.offset}px)`,
          position: 'absolute',
          left: 0,
          right: 0,
          top: 0,
        }}
      >
        {children}
      </div>
    </div>
  )
}
