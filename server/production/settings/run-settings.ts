/** By what something is made: the settings of a production, or those of an export in the same words. */
import * as z from 'zod/mini'
import { type ExportSettings, exportSettings } from '#contracts/exports.ts'
import { type GoesAs, type ProductionSettings, productionSettings } from '#contracts/production-settings.ts'
import { treatment } from '#contracts/productions.ts'
import type { View } from '../../platform/http/view.ts'

/** What a row of `production` is. */
export type Purpose = 'production' | 'export'

/** `none`: no numbers are taken. Documents have their control numbers, with the prefix as it was when they were listed. */
export interface ByControlNumber {
  readonly level: 'none'
  readonly prefix: string
}

/**
 * How a document of a plan goes out. Of an export besides: `row`: nothing goes out but its row, and its text. `sheet`: a sheet
 * with its control number and the reason stands for pages that it does not have.
 */
export const plannedAs = z.enum([...treatment.options, 'row', 'sheet'])
export type PlannedAs = z.infer<typeof plannedAs>

/** How documents go out where no rule says otherwise. */
export type Asked = GoesAs | 'row'

export interface RunSettings extends Omit<ProductionSettings, 'numbering' | 'goesAs' | 'nativeSlipSheet'> {
  readonly numbering: ProductionSettings['numbering'] | ByControlNumber
  readonly goesAs: {
    readonly byCategory: Readonly<Record<string, GoesAs>>
    readonly otherwise: Asked
  }
  /** Null: a file goes out without a page in its place. */
  readonly nativeSlipSheet: ProductionSettings['nativeSlipSheet'] | null
  /** What the values of rows are read through; null, and of productions: all documents of the project. */
  readonly view?: View | null
}

const parts = z.object({
  custodians: z.array(z.int()),
  sources: z.array(z.int()),
  folders: z.array(z.int()),
})

/** As they are kept: with the prefix of control numbers, and with what the caller saw, when the export was started. */
export const keptExport = z.object({
  settings: exportSettings,
  prefix: z.string(),
  view: z.nullable(
    z.object({
      projectId: z.int(),
      walls: z.nullable(z.object({ allowed: parts, denied: parts })),
      filings: z.int(),
      batchesOf: z.nullable(z.int()),
      withoutRedacted: z.boolean(),
    }),
  ),
})
type KeptExport = z.infer<typeof keptExport>

export const runSettingsOf = (purpose: Purpose, kept: string): RunSettings =>
  purpose === 'production'
    ? productionSettings.parse(JSON.parse(kept))
    : asRun(keptExport.parse(JSON.parse(kept)))

/** An export in the words of a production: without rules, designations and numbers. */
export const asRun = ({
  settings,
  prefix,
  view,
}: Pick<KeptExport, 'settings' | 'prefix'> & Pick<RunSettings, 'view'>): RunSettings => {
  const { set, families, order, images, texts, loadFile, volume } = settings
  return {
    ...{ set, families, order, texts, loadFile, volume, view: view ?? null },
    numbering: { level: 'none', prefix },
    stamps: images?.stamped === true ? { footerRight: { kind: 'number' } } : {},
    ...{ withheld: [], restriction: null, designations: [], designateFamilies: false },
    goesAs: { byCategory: {}, otherwise: askedBy(settings) },
    ...{ nativeSlipSheet: null, failedSlipSheet: null },
    images:
      images === null ? { format: 'tiff', color: 'jpeg' } : { format: images.format, color: images.color },
  }
}

const askedBy = ({ natives, images }: ExportSettings): Asked =>
  images === null ? (natives ? 'native' : 'row') : natives ? 'both' : 'images'

/** Whether pages go out of whatever has some. */
export const wantsPages = ({ goesAs: { otherwise } }: Pick<RunSettings, 'goesAs'>): boolean =>
  otherwise === 'images' || otherwise === 'both'
