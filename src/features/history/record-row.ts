/** What a row of the record says, in words. */
import type { AuditRow } from '#contracts/audit.ts'
import { exactTime } from '../ui/format.ts'

export function said(row: AuditRow): string {
  if (row.field === null) {
    const action = actions[row.action] ?? row.action
    return row.openedAt === undefined
      ? action
      : `${action} ${exactTime(row.openedAt)}, by the browser’s clock, told later`
  }
  if (row.action === 'coding.gaveUp')
    return `${row.field}: gave up ${shown(row.oldValue, 'not coded')} for ${shown(row.newValue, 'not coded')}`
  const redacted = redactions[row.action]
  if (redacted !== undefined) return `${row.field}: ${redacted} (${labels(row)})`
  // A cell of the log that nobody has written says what the record says.
  if (row.action === 'privilegeLog.written')
    return `Privilege log, ${row.field}: ${shown(row.oldValue, 'as on record')} → ${shown(row.newValue, 'as on record')}`
  const nothing = row.action.startsWith('coding.') ? 'not coded' : 'nothing'
  return `${names[row.field] ?? row.field}: ${shown(row.oldValue, nothing)} → ${shown(row.newValue, nothing)}`
}

/** What the record notes of a document under its name in queries, as people call it. */
const names: Readonly<Record<string, string>> = { All_Custodian: 'All custodians', Custom_Id: 'Custom id' }

const actions: Readonly<Record<string, string>> = {
  'document.viewed': 'Looked at',
  'document.fetchedAhead': 'Prefetched',
  'document.metadataRead': 'Metadata read',
  'document.pagesRead': 'Pages looked at',
  'document.pagesFailed': 'Pages could not be drawn',
  'document.sheetRead': 'Spreadsheet read',
  'document.conversationRead': 'Conversation read',
  'document.personalDataRead': 'Searched for PII',
  'document.promoted': 'Promoted',
  'document.downloaded': 'Downloaded',
  'document.processed': 'Processed',
  'document.filteredOut': 'Set aside by a filter',
  'document.restored': 'Put back',
  'document.takenBack': 'Taken out of review',
  'document.textRead': 'Text read',
  'document.textFailed': 'Text could not be indexed',
  'document.textRecognised': 'Text recognized by OCR',
  'document.ocrFailed': 'OCR failed',
  'document.fileReplaced': 'File replaced',
  'document.copySuppressed': 'A duplicate was suppressed',
  'redactionLog.exported': 'Redaction log exported',
  'privilegeLog.checked': 'Row of the privilege log checked',
}

/** What was done to a redaction; its field is the page, and its values are the labels. */
const redactions: Readonly<Record<string, string>> = {
  'redaction.added': 'redacted',
  'redaction.changed': 'redaction changed',
  'redaction.removed': 'redaction removed',
  'redaction.restored': 'redaction restored',
  'redaction.checked': 'redaction checked on the pages of today',
}

function labels({ oldValue, newValue }: AuditRow): string {
  const [before, after] = [shown(oldValue, ''), shown(newValue, '')]
  return before === '' || after === '' || before === after ? after || before : `${before} → ${after}`
}

function shown(value: unknown, nothing: string): string {
  if (value === null || value === undefined || value === '') return nothing
  if (Array.isArray(value)) return value.map(String).join('; ') || nothing
  return value === true ? 'Yes' : value === false ? 'No' : String(value)
}

/** Where a value came from, and where it was to go; null where it is about its document alone. */
export function propagated({ propagatedFrom, propagatedTo, how }: AuditRow): string | null {
  if (propagatedFrom !== undefined)
    return how === 'propagation'
      ? `Propagated from ${propagatedFrom.controlNumber}`
      : `With the coding of ${propagatedFrom.controlNumber}, from where it had been propagated`
  if (propagatedTo === undefined) return null
  return `Propagated to ${propagatedTo.map((one) => relationWords[one] ?? one).join(', ')}`
}

const relationWords: Readonly<Record<string, string>> = {
  family: 'the family',
  emailThread: 'the e-mail thread',
  nearDuplicates: 'near-duplicates',
}

/** That somebody had the choice between two values, and whose the other one was; null where nobody had. */
export function decided({ decision }: AuditRow): string | null {
  if (!decision) return null
  const whose = decision.by === null ? "somebody else's value" : `${decision.by}'s value`
  const when = decision.at === null ? '' : ` of ${exactTime(decision.at)}`
  return decision.kind === 'overwrote' ? `Knowingly over ${whose}${when}` : `Kept ${whose}${when}`
}
