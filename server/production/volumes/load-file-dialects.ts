/** By which signs and in which encoding the load files of a production are written and read back. */
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { type Dialect, presets } from '../../platform/load-files/dialect.ts'

const encodings = {
  'utf-8-bom': { encoding: 'utf-8', mark: true },
  'utf-8': { encoding: 'utf-8', mark: false },
  'utf-16le': { encoding: 'utf-16le', mark: true },
  'windows-1252': { encoding: 'windows-1252', mark: false },
} as const

export const dialectsOf = ({
  encoding,
}: Pick<ProductionSettings['loadFile'], 'encoding'>): Readonly<Record<'dat' | 'csv', Dialect>> => ({
  dat: { ...presets.concordance, ...encodings[encoding] },
  csv: { ...presets.comma, ...encodings[encoding] },
})
