/** What a client's projects held and did, by month: what it is billed by. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam } from './ids.ts'

/** Months that a report covers at most, the running one included. */
export const reportMonths = 24

const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))
const figures = {
  /** Distinct people who did anything that is on the record. */
  activeUsers: z.int(),
  /** Distinct documents whose coding somebody changed. */
  reviewedDocuments: z.int(),
  /** Pages whose text was recognized by jobs that were started in the month. */
  ocrPages: z.int(),
  /** As measured last in the month; null: it was not measured then. */
  documents: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
}

export const clientReport = z.object({
  companyId: id,
  /** The first month in which the stored bytes and documents were measured; null: not yet. */
  measuredSince: z.nullable(month),
  /** In UTC, the oldest first; months in which nothing was are among them. */
  months: z.array(month),
  projects: z.array(
    z.object({ projectId: id, projectName: z.string(), archived: z.boolean(), deleted: z.boolean() }),
  ),
  rows: z.array(z.object({ projectId: id, month, ...figures })),
  /** Of the whole client: somebody who works in two projects is one person. */
  totals: z.array(z.object({ month, ...figures })),
})
export type ClientReport = z.infer<typeof clientReport>
export type ReportFigures = Omit<ClientReport['totals'][number], 'month'>

/** Billing units: gigabytes (1,000,000,000 bytes) hosted for a month, by the last measurement of the month; null: not measured. */
export const gigabyteMonths = ({ bytes }: Pick<ReportFigures, 'bytes'>): number | null =>
  bytes === null ? null : bytes / 1_000_000_000

export const getClientReport = call({
  name: 'clientReport.get',
  method: 'GET',
  path: '/company/report',
  needs: 'company.manage',
  scope: 'company',
  query: z.strictObject({ companyId: idParam }),
  reply: clientReport,
  summary: `Documents, bytes, people, review and OCR of the client’s projects, by month; the last ${reportMonths} months.`,
})
