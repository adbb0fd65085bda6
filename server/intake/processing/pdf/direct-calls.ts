/**
 * Functions of PDFium that are called for each letter or object of a page. They take and give numbers alone; the module puts
 * three calls, and lists of what they take, around each, which cost more than the work itself.
 */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'

const giveNumbers = [
  'FPDFPageObj_CountMarks',
  'FPDFPageObj_GetType',
  'FPDFPage_CountObjects',
  'FPDFPage_GetObject',
  'FPDFTextObj_GetTextRenderMode',
  'FPDFText_CountChars',
  'FPDFText_GetTextObject',
  'FPDFText_GetUnicode',
] as const satisfies readonly (keyof WrappedPdfiumModule)[]

const giveBooleans = [
  'FPDFPageObj_GetBounds',
  'FPDFText_GetCharBox',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetLooseCharBox',
] as const satisfies readonly (keyof WrappedPdfiumModule)[]

/** The module with these functions called as they are. */
export function callingDirectly(module: WrappedPdfiumModule): WrappedPdfiumModule {
  const exported: Readonly<Record<string, unknown>> = { ...module.pdfium.wasmExports }
  const direct: Record<string, (...given: number[]) => number | boolean> = {}
  for (const name of giveNumbers) direct[name] = own(exported, name)
  for (const name of giveBooleans) {
    const call = own(exported, name)
    // None takes more than six.
    direct[name] = (a = 0, b = 0, c = 0, d = 0, e = 0, f = 0) => call(a, b, c, d, e, f) !== 0
  }
  return { ...module, ...direct }
}

function own(exported: Readonly<Record<string, unknown>>, name: string): (...given: number[]) => number {
  const found = exported[name]
  if (typeof found !== 'function') throw new Error(`The program that reads PDF files has no ${name}.`)
  return found as (...given: number[]) => number
}
