/** Work of the pool for a test: reads a PDF and draws its first page. */
import type { Tools } from '#server/jobs/protocol.ts'
import { identify } from '#server/processing/identify/identify.ts'
import { defaultLimits } from '#server/processing/limits.ts'
import { encodePage } from '#server/processing/pdf/encode-page.ts'
import { withPdf } from '#server/processing/pdf/pdf-file.ts'
import { readPdf } from '#server/processing/pdf/read-pdf.ts'
import { renderPage, viewerDpi } from '#server/processing/pdf/render-page.ts'

export interface ReadPdf {
  readonly bytes: Uint8Array
}
export interface PdfRead {
  readonly text: string | null
  readonly code: string | null
  readonly image: string | null
  readonly pid: number
}

export async function work({ bytes }: ReadPdf, tools: Tools): Promise<PdfRead> {
  tools.at('a.pdf')
  const file = Buffer.from(bytes)
  const kind = identify(file, 'a.pdf')
  try {
    const { text } = await readPdf(file, kind, { limits: defaultLimits, passwords: [], name: 'a.pdf' })
    const image = await withPdf(file, [], (pdf) => renderPage(pdf, 0, viewerDpi))
    const encoded = image === null ? null : await encodePage(image)
    return { text, code: null, image: encoded?.mimeType ?? null, pid: process.pid }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { text: null, code, image: null, pid: process.pid }
  }
}
