/** What a monitor is told of the records. */
import type { Records } from './records.ts'

export const recordMetrics = (records: Records) => () => ({
  name: 'affiant_writes_waiting',
  type: 'gauge' as const,
  help: 'Transactions that wait for their turn.',
  samples: [{ labels: '', value: records.waiting() }],
})
