/** Whether the first row of a load file names its fields. */
import { loadDateForms } from '#contracts/load-file-forms.ts'
import { isDateFault, readDate } from './dates.ts'

/** Names that load files have everywhere, without what is no letter or digit. */
const usualNames = new Set(
  `begdoc enddoc begbates endbates begindoc begdocno begbatesnumber beginbates firstbates lastbates docid documentid controlnumber
  prodbeg prodend begattach endattach attachrange attachmentrange parentid parentbates childbates attachids groupidentifier
  custodian allcustodians custdian from to cc bcc subject emailfrom emailto emailsubject datesent timesent datereceived
  filename filesize fileextension fileextension docdate md5 md5hash sha1 hash nativelink native nativefilepath textlink textpath
  textfilepath extractedtext ocrpath folderpath pgcount pagecount author title upi`.split(/\s+/),
)
const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
const longestName = 128

/** How sure one may be is said beside it. */
export function isHeading(
  first: readonly string[],
  others: readonly (readonly string[])[],
): { heading: boolean; certainty: 'certain' | 'likely' | 'unsure' } {
  const names = first.filter((name) => name !== '')
  if (names.length === 0) return { heading: false, certainty: 'unsure' }
  if (first.some(isValue)) return { heading: false, certainty: 'likely' }
  const usual = names.filter((name) => usualNames.has(bare(name))).length
  if (usual >= Math.min(2, names.length)) return { heading: true, certainty: 'certain' }
  const isUnlike = others.some((row) => row.some(isValue))
  const isFull = names.length === first.length && new Set(names).size === names.length
  return { heading: isFull && (isUnlike || usual > 0), certainty: isFull && isUnlike ? 'likely' : 'unsure' }
}

/** What no field is called: a number, a date, a path, an address, a line. */
const isValue = (text: string): boolean =>
  text.length > longestName ||
  /^[\d.,-]+$/.test(text) ||
  /^[A-Za-z._-]{0,20}\d{4,}$/.test(text) ||
  /[\\\n@]/.test(text) ||
  /^[0-9a-f]{32,}$/i.test(text) ||
  !isDateFault(readDate(text, loadDateForms.slice(0, 1))) ||
  !isDateFault(readDate(text, ['YYYY-MM-DD']))
