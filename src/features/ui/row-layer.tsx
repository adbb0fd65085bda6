/** What a scroller of equal rows holds: as high as all of them, the drawn ones moved to where the eye is. */
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
    <div style={{ height: rows.height, position: 'relative' }}>
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
