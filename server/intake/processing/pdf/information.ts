/** What a PDF says about itself: its information dictionary, its version, and what it forbids. */
import { storableUpTo } from '../text.ts'
import { readPdfDate } from './pdf-dates.ts'
import type { PdfFile } from './pdf-file.ts'

export type Metadata = Record<string, readonly string[]>

const longestValue = 4000

/** Entries of the information dictionary (ISO 32000-1, 14.3.3), and the fields that they become. */
const texts = [
  ['Title', 'Doc_Title'],
  ['Author', 'Author'],
  ['Subject', 'Doc_Subject'],
  ['Keywords', 'Keywords'],
  ['Creator', 'Application'],
  ['Producer', 'Producer'],
] as const
const dates = [
  ['CreationDate', 'Created_Date'],
  ['ModDate', 'Modified_Date'],
] as const

/** The fields of a document that come from no single page. */
export function readInformation(pdf: PdfFile): Metadata {
  const { engine, document, pageCount } = pdf
  const { api } = engine
  const metadata: Metadata = {}
  const entry = (key: string): string => {
    const value = engine.text((at, size) => api.FPDF_GetMetaText(document, key, at, size))
    return storableUpTo(value, longestValue).trim()
  }
  for (const [key, field] of texts) {
    const value = entry(key)
    if (value !== '') metadata[field] = [value]
  }
  for (const [key, field] of dates) {
    const instant = readPdfDate(entry(key))
    if (instant !== null) metadata[field] = [instant]
  }
  metadata.Page_Count = [String(pageCount)]
  const version = engine.withMemory(4, (at) =>
    api.FPDF_GetFileVersion(document, at) ? engine.uint32(at) : 0,
  )
  if (version >= 10 && version <= 99) metadata.PDF_Version = [`${Math.floor(version / 10)}.${version % 10}`]
  const security = securityOf(pdf)
  if (security.length > 0) metadata.Security = security
  return metadata
}

/** Bits of what a reader may do (ISO 32000-1, table 22). They bind who shows the document, not who searches it. */
const permissions = [
  [1 << 2, 'No printing'],
  [1 << 3, 'No changes'],
  [1 << 4, 'No copying'],
  [1 << 5, 'No comments'],
] as const

function securityOf({ engine, document, neededPassword }: PdfFile): string[] {
  const { api } = engine
  if (api.FPDF_GetSecurityHandlerRevision(document) < 0) return []
  const allowed = api.FPDF_GetDocUserPermissions(document)
  const forbidden = permissions.filter(([bit]) => (allowed & bit) === 0).map(([, words]) => words)
  return [neededPassword ? 'Password' : 'Encrypted', ...forbidden]
}
