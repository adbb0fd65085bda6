/** What a monitor is told of the queue. */
import type { Metric } from '../http/metrics.ts'
import type { Reader } from '../records/records.ts'

export const jobMetrics = (read: Reader) => async (): Promise<Metric> => {
  const jobs = await read
    .selectFrom('job')
    .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
    .groupBy('state')
    .orderBy('state')
    .execute()
  return {
    name: 'affiant_jobs',
    type: 'gauge',
    help: 'Jobs by state.',
    samples: jobs.map(({ state, n }) => ({ labels: `state="${state}"`, value: n })),
  }
}
