/** What exceptions are called. */
import type {
  ExceptionRow,
  ExceptionSeverity,
  ExceptionSubject,
  ResolutionFilter,
} from '#contracts/collect.ts'

/** What each code is called. */
export const exceptionNames: Readonly<Record<ExceptionRow['code'], string>> = {
  encrypted: 'Encrypted',
  corrupt: 'Damaged',
  zeroByte: 'Empty file',
  unsupportedType: 'Type not supported',
  unknownType: 'Type not known',
  containerPartial: 'Container read in part',
  textFailed: 'No text could be read',
  noTextYet: 'No text yet',
  ocrFailed: 'OCR failed',
  summaryFailed: 'Not summarized',
  translationFailed: 'Not translated',
  transcriptionFailed: 'Not transcribed',
  textTruncated: 'Text not complete',
  timedOut: 'Took too long',
  tooLarge: 'Too large',
  tooDeep: 'Nested too deep',
  tooMany: 'Too many items',
  pathTooLong: 'Path too long',
  missing: 'Missing',
  dateOutOfRange: 'Date out of range',
  changed: 'Changed while it was copied',
}

/** What it is about. */
export const subjectNames: Readonly<Record<ExceptionSubject, string>> = {
  collection: 'Files not collected',
  item: 'Items that did not come in',
  document: 'Documents processed with exceptions',
}

export const severityNames: Readonly<Record<ExceptionSeverity, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

/** What each severity means. */
export const severityMeanings: Readonly<Record<ExceptionSeverity, string>> = {
  high: 'not in, or not whole',
  medium: 'the document was processed with an exception',
  low: 'a notice',
}

/** What was done about it. */
export const resolutionNames: Readonly<Record<ResolutionFilter, string>> = {
  open: 'Open',
  resolved: 'Resolved',
  replaced: 'Replaced',
  accepted: 'Accepted',
}

export const keptAs = ({ documentId, code, stage, sha256 }: ExceptionRow): string => {
  if (documentId === null) return sha256 === null ? 'Not extracted' : 'Native only'
  if (code === 'textTruncated') return 'Document, text not complete'
  if (code === 'summaryFailed' || code === 'translationFailed') return 'Document'
  if (stage === 'pages') return 'Document, pages missing'
  return stage === 'text' || (code === 'tooLarge' && stage === 'parse') ? 'Document, no text' : 'Document'
}
