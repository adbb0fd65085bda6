/** What is wrong in an export that is being prepared, by where it stands, and where a refusal of the server belongs. */
import { type ExportSettings, exportSettings } from '#contracts/exports.ts'
import { settingFaults } from '../production/faults.ts'

/** It tells the rows apart, and names the files. */
const number = 'control_number'

export function exportFaults(settings: ExportSettings): Map<string, string> {
  const at = settingFaults(exportSettings, settings)
  if (!settings.loadFile.columns.some(({ source }) => source.toLowerCase() === number))
    at.set('loadFile.columns', 'Add the field Control_Number: it tells the rows apart and names the files.')
  return at
}

/** The setting that a refusal is about; null: none of them. */
export function refusedPath(detail: string, { loadFile: { columns } }: ExportSettings): string | null {
  if (detail === 'set') return 'set'
  const sought = detail.toLowerCase()
  const bySource = columns.findIndex(({ source }) => source.toLowerCase() === sought)
  const at = bySource === -1 ? columns.findLastIndex(({ name }) => name.toLowerCase() === sought) : bySource
  return at === -1 ? null : `loadFile.columns.${at}.name`
}
