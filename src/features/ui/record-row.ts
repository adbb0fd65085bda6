/** What a row of the record says, in words. */
import type { AuditRow } from '#contracts/audit.ts'
import { exactTime } from './format.ts'

export function said(row: AuditRow): string {
  if (row.field === null) {
    const action = actions[row.action] ?? row.action
    return row.openedAt === undefined ? action : `${action} ${exactTime(row.openedAt)}, told later`
  }
  const nothing = row.action.startsWith('coding.') ? 'not coded' : 'nothing'
  return `${names[row.field] ?? row.field}: ${shown(row.oldValue, nothing)} → ${shown(row.newValue, nothing)}`
}

/** What the record notes of a document under its name in queries, as people call it. */
const names: Readonly<Record<string, string>> = { All_Custodian: 'All custodians' }

const actions: Readonly<Record<string, string>> = {
  'document.viewed': 'Looked at',
  'document.fetchedAhead': 'Sent ahead to the browser',
  'document.metadataRead': 'Metadata read',
  'document.promoted': 'Brought in',
  'document.downloaded': 'Original downloaded',
}

function shown(value: unknown, nothing: string): string {
  if (value === null || value === undefined || value === '') return nothing
  if (Array.isArray(value)) return value.map(String).join('; ') || nothing
  return value === true ? 'Yes' : value === false ? 'No' : String(value)
}
