/** What a load file says in the fields that a production or an export makes itself. Pure. */
import { type ExportColumn, exportColumns } from '#contracts/exports.ts'
import {
  type ProducedField,
  type ProductionSettings,
  producedFields,
} from '#contracts/production-settings.ts'
import type { Cell } from '../../platform/load-files/write-delimited.ts'
import { batesValue } from './bates-values.ts'
import type { Kin } from './kin.ts'
import type { LaidDocument, LaidFile } from './layout.ts'

export type MadeField = ProducedField | ExportColumn

/** Those of productions are in no export, and the other way round. */
export const madeField = (source: string, isExport: boolean): MadeField | null =>
  (isExport ? exportColumns : producedFields).find((name) => name.toLowerCase() === source.toLowerCase()) ??
  null

export function producedCell(
  field: MadeField,
  { document, native, text }: LaidDocument,
  kin: Kin,
  loadFile: Pick<ProductionSettings['loadFile'], 'standAlone'>,
): Cell {
  switch (field) {
    case 'Begin_Bates':
    case 'End_Bates':
    case 'Begin_Attach':
    case 'End_Attach':
    case 'Attachment_Range':
    case 'Parent_Bates':
    case 'Child_Bates':
      return batesValue(field, document, kin, loadFile)
    case 'Export_Parent':
      return kin.parent ?? ''
    case 'Produced_Pages':
    case 'Export_Pages':
      return String(document.numbers.length)
    case 'Designation':
      return document.designation
    case 'Redacted':
      // A slip sheet says nothing of what is withheld.
      return yesOrNo(document.redacted && document.treatment !== 'withheld')
    case 'Withheld':
      return yesOrNo(document.treatment === 'withheld')
    case 'Native_File_Path':
    case 'Export_Native':
      return pathOf(native)
    case 'Text_File_Path':
    case 'Export_Text':
      return pathOf(text)
  }
}

const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')

/** From the root of the volume, as load files write it. */
const pathOf = (file: LaidFile | null): string => file?.path.replaceAll('/', '\\') ?? ''
