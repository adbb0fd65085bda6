/** A page as it is shown: cut to its crop box, turned as it says, measured from its upper left corner. */
import type { Pointer } from './engine.ts'
import type { PdfFile } from './pdf-file.ts'

/** In points (1/72 inch), from the upper left corner of the page as it is shown: times dpi / 72 it is in pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface PageSpace {
  readonly width: number
  readonly height: number
  /** From the page's own coordinates, which grow to the right and upwards before it is turned. */
  toShown(left: number, bottom: number, right: number, top: number): Box
}

export function pageSpace({ engine }: PdfFile, page: Pointer): PageSpace {
  const { api } = engine
  const [x0, y1, x1, y0] = engine.withMemory(16, (at) => {
    api.FPDF_GetPageBoundingBox(page, at)
    return [
      engine.float32(at),
      engine.float32(at + 4),
      engine.float32(at + 8),
      engine.float32(at + 12),
    ] as const
  })
  const quarterTurns = api.FPDFPage_GetRotation(page) & 3
  const place = (x: number, y: number): readonly [number, number] => {
    if (quarterTurns === 1) return [y - y0, x - x0]
    if (quarterTurns === 2) return [x1 - x, y - y0]
    if (quarterTurns === 3) return [y1 - y, x1 - x]
    return [x - x0, y1 - y]
  }
  return {
    width: api.FPDF_GetPageWidthF(page),
    height: api.FPDF_GetPageHeightF(page),
    toShown: (left, bottom, right, top) => {
      const [ax, ay] = place(left, bottom)
      const [bx, by] = place(right, top)
      return {
        left: Math.min(ax, bx),
        top: Math.min(ay, by),
        right: Math.max(ax, bx),
        bottom: Math.max(ay, by),
      }
    },
  }
}
