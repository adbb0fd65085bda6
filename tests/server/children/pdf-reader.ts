/** Work of the pool for a test: reads a PDF and draws its first page. */

import { identify } from '#server/intake/processing/identify/identify.ts'
import { defaultLimits } from '#server/intake/processing/limits.ts'
import { encodePage } from '#server/intake/processing/pdf/encode-page.ts'
import { withPdf } from '#server/intake/processing/pdf/pdf-file.ts'
import { readPdf } from '#server/intake/processing/pdf/read-pdf.ts'
import { renderPage, viewerDpi } from '#server/intake/processing/pdf/render-page.ts'
import type { Tools } from '#server/platform/jobs/protocol.ts'

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
