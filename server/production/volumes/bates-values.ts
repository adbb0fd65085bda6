/** What the Bates fields of a document say, in load files and on the record. Pure. */
import type { batesFields } from '#contracts/excluded-fields.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import type { Kin } from './kin.ts'
import type { Planned } from './planned.ts'

export function batesValue(
  field: (typeof batesFields)[number],
  document: Pick<Planned, 'first' | 'last'>,
  kin: Kin,
  { standAlone }: Pick<ProductionSettings['loadFile'], 'standAlone'>,
): string | readonly string[] {
  const ofFamily = (value: string): string => (kin.isAlone && standAlone === 'blank' ? '' : value)
  switch (field) {
    case 'Begin_Bates':
      return document.first
    case 'End_Bates':
      return document.last
    case 'Begin_Attach':
      return ofFamily(kin.begin)
    case 'End_Attach':
      return ofFamily(kin.end)
    case 'Attachment_Range':
      return ofFamily(`${kin.begin}-${kin.end}`)
    case 'Parent_Bates':
      return kin.parent ?? ''
    case 'Child_Bates':
      return kin.children
  }
}
