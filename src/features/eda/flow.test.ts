import { expect, it } from 'vitest'
import { filesThatWait } from '../processing/pending-labels.ts'
import { flowStages, outsideStages } from './flow.ts'

it('what one import lacks shows beside what another has twice, and work that goes on is no fault', () => {
  const read = { files: 0, bytes: 0 }
  const reconciliation = { imports: 3, unsettled: 1, notRead: read, open: 4, unexplained: 5, twice: 5 }
  expect(outsideStages(reconciliation).map(({ label, items, tone }) => [label, items, tone])).toEqual([
    ['Not accounted for', 5, 'danger'],
    ['Accounted for twice', 5, 'danger'],
    ['Not settled yet', 4, 'ink'],
  ])
})

it('documents that wait for promotion are not called like files that wait for processing', () => {
  const labels = flowStages.map(({ label }) => label)
  expect(flowStages.find(({ key }) => key === 'waiting')?.label).toBe('To promote')
  expect(labels).not.toContain(filesThatWait)
  expect(new Set(labels).size).toBe(labels.length)
})
