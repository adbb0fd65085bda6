/** What states and parts of exports are called, and where each stands. */
import type { ExportColumn, ExportedDocument, ExportState } from '#contracts/exports.ts'
import type { Tone } from '../ui/badge.tsx'
import { counted, dayAndTime } from '../ui/format.ts'
import type { IconName } from '../ui/icon.tsx'

export const exportsPath = '/overview/export'
export const exportPath = (exportId: number): string => `${exportsPath}?export=${exportId}`
export const newExportPath = `${exportsPath}?new=export`
/** A new one of what the review screen shows. */
export const exportSearchPath = `${exportsPath}?new=search`

export const stateLooks: Readonly<
  Record<ExportState, { readonly tone: Tone; readonly icon: IconName; readonly word: string }>
> = {
  Running: { tone: 'accent', icon: 'play', word: 'Running' },
  Failed: { tone: 'danger', icon: 'error', word: 'Stopped' },
  Cancelled: { tone: 'neutral', icon: 'stop', word: 'Cancelled' },
  Ready: { tone: 'ok', icon: 'check', word: 'Ready' },
  Expired: { tone: 'neutral', icon: 'jobs', word: 'Expired' },
  Removed: { tone: 'neutral', icon: 'close', word: 'Removed' },
}

/** Columns that an export makes itself. */
const ownNames: Readonly<Record<ExportColumn, string>> = {
  Export_Pages: 'Pages exported',
  Export_Native: 'Path of the file',
  Export_Text: 'Path of the text',
  Export_Parent: 'Control number of the parent',
}
export const ownColumns: ReadonlyMap<string, string> = new Map(Object.entries(ownNames))

const dayMs = 86_400_000

/** 'Files until Mar 9, 2026 10:00 (7 days left)'. */
export function untilWords(expiresAt: string, now: number): string {
  const left = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / dayMs))
  return `Files until ${dayAndTime(expiresAt)} (${left === 0 ? 'about to go' : `${counted(left, 'day')} left`})`
}

/** How a document leaves. */
export function leavesAs({ native, pages, sheet, redacted }: ExportedDocument): string {
  const drawn = pages === 0 ? '' : sheet ? 'Sheet' : 'Pages'
  const said = native ? (drawn === '' ? 'File' : `${drawn} and file`) : drawn
  return `${said === '' ? 'Row in the lists' : said}${redacted ? ', redacted' : ''}`
}
