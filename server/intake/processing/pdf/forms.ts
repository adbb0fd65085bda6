/** Forms of a document: PDFium's own, and the data of those made of XML (XFA), which no page shows. */
import { walkXml } from '../documents/xml.ts'
import { storable } from '../text.ts'
import type { Pointer } from './engine.ts'
import type { PdfFile } from './pdf-file.ts'

/** Works with the handle of the document's form; 0 where it has none. */
export function withForm<T>({ engine, document }: PdfFile, work: (form: Pointer) => T): T {
  const { api } = engine
  if (api.FPDF_GetFormType(document) === 0) return work(0)
  return engine.hold(api.PDFiumExt_OpenFormFillInfo(), api.PDFiumExt_CloseFormFillInfo, (callbacks) => {
    const form = api.PDFiumExt_InitFormFillEnvironment(document, callbacks)
    return form === 0 ? work(0) : engine.hold(form, api.PDFiumExt_ExitFormFillEnvironment, work)
  })
}

const maxPackets = 100
const maxPacketBytes = 16 * 1024 * 1024

/**
 * The labels that an XFA form shows and the values that it holds, a line for each; empty where there is none. It stands in
 * packets by name, or as one without.
 */
export function xfaValues({ engine, document }: PdfFile): string {
  const { api } = engine
  const count = Math.min(api.FPDF_GetXFAPacketCount(document), maxPackets)
  const labels: string[] = []
  const values: string[] = []
  for (let index = 0; index < count; index++) {
    const name = engine
      .bytes((at, size) => api.FPDF_GetXFAPacketName(document, index, at, size), 1000)
      ?.toString('latin1')
      .replace(/\0+$/, '')
    if (name !== 'datasets' && name !== 'template' && name !== '' && name !== undefined) continue
    const xml = engine.withMemory(4, (lengthAt) =>
      engine.bytes((at, size) => {
        const given = api.FPDF_GetXFAPacketContent(document, index, at, size, lengthAt)
        return given ? engine.uint32(lengthAt) : 0
      }, maxPacketBytes),
    )
    if (xml !== null) readXfa(xml.toString('utf8'), labels, values)
  }
  return [...new Set(labels), ...values].join('\n')
}

/** Words of a template are labels where they stand in its texts; all of the data are values. */
function readXfa(xml: string, labels: string[], values: string[]): void {
  const open: string[] = []
  let part: 'template' | 'datasets' | null = null
  let words = ''
  const end = (): void => {
    const line = storable(words).replaceAll(/\s+/g, ' ').trim()
    words = ''
    if (line !== '') (part === 'template' ? labels : values).push(line)
  }
  walkXml(xml, {
    open(name) {
      if (name === 'template' || name === 'datasets') part ??= name
      if (part === 'datasets') end()
      open.push(name)
    },
    text(text) {
      const isLabel = open.includes('text') || open.includes('exData')
      if (part === 'datasets' || (part === 'template' && isLabel && !open.includes('script'))) words += text
    },
    close(name) {
      if (part === 'datasets' || name === 'text' || name === 'exData') end()
      const at = open.lastIndexOf(name)
      if (at >= 0) open.length = at
      if (name === part && !open.includes(name)) part = null
    },
  })
}
