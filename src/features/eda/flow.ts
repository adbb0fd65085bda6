/** The stages in the order of the work: what each is called, how it is drawn, and where its items are seen. */
import type { Flow } from '#contracts/stages.ts'
import type { FlowStep } from '../charts/flow-chart.tsx'
import { failedPath } from '../processing/exception-places.ts'
import { leftOutPath } from '../processing/left-out-kinds.ts'

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
    tone: 'faint',
    items: { path: leftOutPath('container') },
  },
  { key: 'duplicates', label: 'Duplicates', tone: 'control', items: { path: leftOutPath('duplicate') } },
  { key: 'deNisted', label: 'De-NISTed', tone: 'line', items: { path: leftOutPath('known') } },
  { key: 'exceptions', label: 'Failed', tone: 'dangerBar', items: { path: failedPath } },
  {
    key: 'inlineImages',
    label: 'Inline images',
    tone: 'infoInk',
    items: { path: leftOutPath('inlineImage') },
  },
  {
    key: 'filtered',
    label: 'Filtered out',
    tone: 'attentionBar',
    items: { field: 'Document_State', value: 'Filtered Out' },
  },
  {
    key: 'waiting',
    label: 'Waiting',
    tone: 'infoBar',
    items: { field: 'Document_State', value: 'Processed' },
  },
  {
    key: 'promoted',
    label: 'Promoted',
    tone: 'okBar',
    items: { field: 'Document_State', value: 'Promoted' },
  },
]

/** What is in none of the stages: still being worked on, or lost. */
export const unsettled = (flow: Flow): number =>
  flowStages.reduce((rest, { key }) => (key === 'in' ? rest : rest - flow[key].items), flow.in.items)
