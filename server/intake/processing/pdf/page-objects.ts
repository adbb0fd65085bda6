/** What a page draws, one object after the other: also what stands in forms, which programs wrap whole pages in. */
import type { Pointer } from './engine.ts'
import type { PdfFile } from './pdf-file.ts'

/** FPDF_PAGEOBJ_TEXT, FPDF_PAGEOBJ_IMAGE and FPDF_PAGEOBJ_FORM. */
export const textObject = 1
export const imageObject = 3
const formObject = 5

/** Forms that stand in each other. */
const maxDepth = 8

/** Where a point is drawn that an object gives: x is a·x + c·y + e, y is b·x + d·y + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** On the page, in its own coordinates. */
export interface ObjectBounds {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

export interface PageObject {
  readonly object: Pointer
  readonly type: number
  /** Null where it has none. Told when it is asked for: of a page full of letters nobody does. */
  readonly place: ObjectBounds | null
}

/**
 * In the order in which they are drawn; the object is there until the next is asked for. Null at the end where there are more
 * than are looked at: forms count too, or empty ones in each other would take for ever.
 */
export function* pageObjects(pdf: PdfFile, page: Pointer, most: number): Generator<PageObject | null> {
  const { api } = pdf.engine
  const all = api.FPDFPage_CountObjects(page)
  const walk = { left: most }
  for (let index = 0; index < all && walk.left >= 0; index++)
    yield* objectsIn(pdf, api.FPDFPage_GetObject(page, index), [1, 0, 0, 1, 0, 0], 0, walk)
}

function* objectsIn(
  pdf: PdfFile,
  object: Pointer,
  drawn: Matrix,
  depth: number,
  walk: { left: number },
): Generator<PageObject | null> {
  if (--walk.left < 0) return yield null
  const { api } = pdf.engine
  const type = object === 0 ? textObject : api.FPDFPageObj_GetType(object)
  if (type !== formObject || depth >= maxDepth)
    return yield {
      object,
      type,
      get place() {
        return object === 0 ? null : boundsOf(pdf, object, drawn)
      },
    }
  const within = behind(matrixOf(pdf, object), drawn)
  const all = api.FPDFFormObj_CountObjects(object)
  for (let index = 0; index < all && walk.left >= 0; index++)
    yield* objectsIn(pdf, api.FPDFFormObj_GetObject(object, index), within, depth + 1, walk)
}

function boundsOf({ engine }: PdfFile, object: Pointer, drawn: Matrix): ObjectBounds | null {
  const { api } = engine
  const bounds = engine.withMemory(16, (at) =>
    api.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) ? floats(engine, at, 4) : null,
  )
  if (bounds === null) return null
  const [left = 0, bottom = 0, right = 0, top = 0] = bounds
  const [a, b, c, d, e, f] = drawn
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  )
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
}

function matrixOf({ engine }: PdfFile, object: Pointer): Matrix {
  return engine.withMemory(24, (at) => {
    if (!engine.api.FPDFPageObj_GetMatrix(object, at)) return [1, 0, 0, 1, 0, 0]
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = floats(engine, at, 6)
    return [a, b, c, d, e, f]
  })
}

/** The matrix of what is drawn by the first, and that then by the second. */
const behind = ([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix => [
  a * A + b * C,
  a * B + b * D,
  c * A + d * C,
  c * B + d * D,
  e * A + f * C + E,
  e * B + f * D + F,
]

const floats = (engine: PdfFile['engine'], at: Pointer, count: number): number[] =>
  Array.from({ length: count }, (_, n) => engine.float32(at + 4 * n))
