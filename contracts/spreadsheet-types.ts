/** Which documents are spreadsheets. A separate module, so that a caller loads nothing else. */

/** Excel in all its forms except add-ins, OpenDocument, and text tables. */
const types =
  /^(text\/(csv|tab-separated-values)|application\/vnd\.(ms-excel(\.(sheet|template)\..*)?|ms-spreadsheetml|openxmlformats-officedocument\.spreadsheetml\.(sheet|template)|oasis\.opendocument\.spreadsheet(-.*)?))$/i

/** Whether a document can be shown as sheets. */
export const isSpreadsheet = (mimeType: string): boolean => types.test(mimeType)
