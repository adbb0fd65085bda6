/** Which documents are spreadsheets. By itself, so that whoever only asks this fetches nothing else. */

/** Excel in all its forms but programs (add-ins), OpenDocument, and tables as text. */
const types =
  /^(text\/(csv|tab-separated-values)|application\/vnd\.(ms-excel(\.(sheet|template)\..*)?|ms-spreadsheetml|openxmlformats-officedocument\.spreadsheetml\.(sheet|template)|oasis\.opendocument\.spreadsheet(-.*)?))$/i

/** Whether a document can be looked at as sheets. */
export const isSpreadsheet = (mimeType: string): boolean => types.test(mimeType)
