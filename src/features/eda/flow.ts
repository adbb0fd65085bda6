/** The stages in the order of the work: what each is called, how it is drawn, and where its items are seen. */
import type { Flow, ImportReconciliation } from '#contracts/stages.ts'
import type { FlowStep } from '../charts/flow-chart.tsx'
import { openTone, partTones } from '../jobs/part-tones.ts'
import { failedPath, leftOutPath } from '../processing/paths.ts'
import { documentsThatWait } from '../processing/pending-labels.ts'

interface StageWords {
  readonly key: keyof Flow
  readonly label: string
  readonly tone: FlowStep['tone']
  /** Its documents are those with this value of a field; or its items are shown on another screen. */
  readonly items: { readonly field: string; readonly value: string } | { readonly path: string }
}

export const flowStages: readonly StageWords[] = [
  { key: 'in', label: 'Items', tone: 'accent', items: { path: '/project/allJobs' } },
  {
    key: 'containers',
    label: 'Containers',
    tone: partTones.containers,
    items: { path: leftOutPath('container') },
  },
  {
    key: 'duplicates',
    label: 'Duplicates',
    tone: partTones.duplicates,
    items: { path: leftOutPath('duplicate') },
  },
  { key: 'deNisted', label: 'De-NISTed', tone: partTones.deNisted, items: { path: leftOutPath('known') } },
  { key: 'exceptions', label: 'Failed', tone: partTones.exceptions, items: { path: failedPath } },
  {
    key: 'inlineImages',
    label: 'Inline images',
    tone: partTones.inlineImages,
    items: { path: leftOutPath('inlineImage') },
  },
  {
    key: 'filtered',
    label: 'Filtered out',
    tone: partTones.filtered,
    items: { field: 'Document_State', value: 'Filtered Out' },
  },
  {
    key: 'waiting',
    label: documentsThatWait,
    tone: partTones.waiting,
    items: { field: 'Document_State', value: 'Processed' },
  },
  {
    key: 'promoted',
    label: 'Promoted',
    tone: partTones.promoted,
    items: { field: 'Document_State', value: 'Promoted' },
  },
]

/**
 * What is in none of the stages, as the server says it of each import: in a sum, what one lacks would make up for what another
 * has twice. What imports that are not at their end have not settled yet is no fault.
 */
export const outsideStages = ({ unexplained, twice, open }: ImportReconciliation): readonly FlowStep[] => [
  { key: 'unexplained', label: 'Not accounted for', items: unexplained, tone: partTones.unexplained },
  { key: 'twice', label: 'Accounted for twice', items: twice, tone: partTones.unexplained },
  { key: 'open', label: 'Not settled yet', items: open, tone: openTone },
]
