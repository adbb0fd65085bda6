/** Which documents are spreadsheets. By itself, so that whoever only asks this fetches nothing else. */
const openDocument = 'application/vnd.oasis.opendocument.spreadsheet'
/** The types that are shown as sheets: Excel in all its forms, OpenDocument, and tables as text. */
const types: ReadonlySet<string> = new Set([
  'application/vnd.ms-excel',
  'application/vnd.ms-excel.sheet.macroenabled.12',
  'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  'application/vnd.ms-excel.template.macroenabled.12',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
  'application/vnd.ms-spreadsheetml',
  openDocument,
  `${openDocument}-template`,
  `${openDocument}-flat-xml`,
  'text/csv',
  'text/tab-separated-values',
])

/** Whether a document can be looked at as sheets. */
export const isSpreadsheet = (mimeType: string): boolean => types.has(mimeType.toLowerCase())
