/** What a client's projects held and did, by month, and certificates of those that were deleted. */
import * as z from 'zod/mini'
import { getClientReport } from '#contracts/client-report.ts'
import { type Certificate, listCertificates, listDeletedClients } from '#contracts/project-end.ts'
import { read } from './read.ts'

export const clientReport = read({
  name: 'clientReport.months',
  label: 'Look up the client report',
  log: 'account',
  payload: z.strictObject({ companyId: z.int() }),
  ask: (query, { call }) => call(getClientReport, { query }),
})

export const certificates = read({
  name: 'clientReport.certificates',
  label: 'Look up certificates of deleted projects',
  log: 'account',
  payload: z.strictObject({ companyId: z.int() }),
  ask: async (query, { call }): Promise<readonly Certificate[]> =>
    (await call(listCertificates, { query })).data,
})

export const certificatesOfDeletedClients = read({
  name: 'clientReport.deletedClients',
  label: 'Look up certificates of deleted clients',
  log: 'account',
  payload: z.strictObject({}),
  ask: async (_, { call }): Promise<readonly Certificate[]> => (await call(listDeletedClients)).data,
})
