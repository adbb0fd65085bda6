/** What a client's projects held and did, by month. */
import * as z from 'zod/mini'
import { getClientReport } from '#contracts/client-report.ts'
import { read } from './read.ts'

export const clientReport = read({
  name: 'clientReport.months',
  label: 'Look up the client report',
  log: 'account',
  payload: z.strictObject({ companyId: z.int() }),
  ask: (query, { call }) => call(getClientReport, { query }),
})
