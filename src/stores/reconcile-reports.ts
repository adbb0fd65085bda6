/** Reports of logs as the server last told them. */
import type { LogReport, OpenReport } from '#contracts/reconcile.ts'
import { createCache } from './cache.ts'

export const reportsKey = (projectId: number): string => `reconcile.reports:${projectId}`
export const openReportKey = (reportId: number): string => `reconcile.report:${reportId}`

export const logReports = createCache<readonly LogReport[]>('logReports', 4, 'account')
export const openReports = createCache<OpenReport>('openReports', 20, 'account')
