/**
 * How many of the files in a PDF are there in another copy: a file may have one for each system (`F`, `UF`, `DOS`, `Mac`,
 * `Unix`), and PDFium gives the first of them alone. Its own writing of the document tells: there no object is packed into
 * another one, whatever the document is written in.
 */
import type { PdfFile } from './pdf-file.ts'

export function copiesForOthers(pdf: PdfFile): number {
  const written = rewritten(pdf)
  const objects = objectsOf(written)
  let copies = 0
  for (const [start, end] of objects.values())
    for (const [, own, other] of headOf(written, start, end).matchAll(embeddedFile)) {
      const [from, to] = objects.get(Number(other)) ?? [0, 0]
      const files = [...(own ?? headOf(written, from, to)).matchAll(copy)].map(([, number]) => number)
      copies += Math.max(0, new Set(files).size - 1)
    }
  return copies
}

/** As PDFium writes them: by what stands there, or by the number of its object. */
const embeddedFile = /\/EF\s*(?:<<([^<>]*)>>|(\d+) \d+ R)/g
const copy = /\/(?:F|UF|DOS|Mac|Unix) (\d+) \d+ R/g

/** Empty where it cannot be written. */
function rewritten({ engine, document }: PdfFile): Buffer {
  const { api } = engine
  const writer = engine.run(() => api.PDFiumExt_OpenFileWriter())
  return engine.hold(
    writer,
    (writer) => api.PDFiumExt_CloseFileWriter(writer),
    () => {
      api.PDFiumExt_SaveAsCopy(document, writer)
      const size = api.PDFiumExt_GetFileWriterSize(writer)
      return engine.withMemory(size, (at) => {
        api.PDFiumExt_GetFileWriterData(writer, at, size)
        return Buffer.from(engine.memory.subarray(at, at + size))
      })
    },
  )
}

/** Where the object of each number begins, and where the next one does. */
function objectsOf(written: Buffer): ReadonlyMap<number, readonly [start: number, end: number]> {
  const table = Number(/startxref\s+(\d+)\s/.exec(written.toString('latin1', written.length - 64))?.[1] ?? 0)
  const starts = new Map<number, number>()
  let number = 0
  for (const line of written.toString('latin1', table).split(/\r?\n/)) {
    const [, first] = /^(\d+) \d+ *$/.exec(line) ?? []
    const [, offset, use] = /^(\d{10}) \d{5} ([nf]) *$/.exec(line) ?? []
    if (first !== undefined) number = Number(first)
    if (use === 'n') starts.set(number, Number(offset))
    if (use !== undefined) number++
  }
  const inOrder = [...starts].sort(([, a], [, b]) => a - b)
  return new Map(
    inOrder.map(([number, start], index) => [number, [start, inOrder[index + 1]?.[1] ?? table]] as const),
  )
}

/** An object without the content of its stream. */
function headOf(written: Buffer, start: number, end: number): string {
  const object = written.subarray(start, end)
  const stream = object.indexOf('stream')
  return object.toString('latin1', 0, stream < 0 ? object.length : stream)
}
