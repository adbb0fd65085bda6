/** Forms of a document: PDFium's own, and the data of those made of XML (XFA), which no page shows. */
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

/** The values that an XFA form holds, a line for each; empty where there is none. */
export function xfaValues({ engine, document }: PdfFile): string {
  const { api } = engine
  const count = Math.min(api.FPDF_GetXFAPacketCount(document), maxPackets)
  for (let index = 0; index < count; index++) {
    const name = engine.bytes((at, size) => api.FPDF_GetXFAPacketName(document, index, at, size), 1000)
    if (name?.toString('latin1').replace(/\0+$/, '') !== 'datasets') continue
    const xml = engine.withMemory(4, (lengthAt) =>
      engine.bytes((at, size) => {
        const given = api.FPDF_GetXFAPacketContent(document, index, at, size, lengthAt)
        return given ? engine.uint32(lengthAt) : 0
      }, maxPacketBytes),
    )
    return xml === null ? '' : textOfXml(xml.toString('utf8'))
  }
  return ''
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** What stands between the tags, a line for each piece. */
function textOfXml(xml: string): string {
  return storable(xml)
    .replace(/<[^<>]*>/g, '\n')
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities.get(name) ?? '')
    .replaceAll('\f', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
