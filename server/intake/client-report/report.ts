/** The report of a client, from what the record has: the trail, the past of coding, OCR, and what was measured. */
import { sql } from 'kysely'
import { type ClientReport, type ReportFigures, reportMonths } from '#contracts/client-report.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { monthOf } from './measure.ts'

const none: ReportFigures = {
  activeUsers: 0,
  reviewedDocuments: 0,
  ocrPages: 0,
  documents: null,
  bytes: null,
}

export async function reportOf(read: Reader, companyId: number, now: Date): Promise<ClientReport> {
  const company = await read
    .selectFrom('company')
    .select('company_id')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (company === undefined) throw notFound('client')
  const projects = await read
    .selectFrom('project')
    .select(['project_id', 'name', 'created_at', 'archived_at', 'deleted_at'])
    .where('company_id', '=', companyId)
    .orderBy('name')
    .execute()
  const months = monthsUpTo(
    now,
    projects.map(({ created_at }) => created_at.slice(0, 7)),
  )
  const from = months[0] ?? monthOf(now)
  const rows: ClientReport['rows'] = []
  const people = new Map<string, Set<number>>()
  for (const { project_id: projectId } of projects) {
    const by = new Map<string, ReportFigures>()
    const put = (month: string, figures: Partial<ReportFigures>) =>
      by.set(month, { ...none, ...by.get(month), ...figures })
    for (const { month, user_id } of await activeIn(read, projectId, from)) {
      put(month, { activeUsers: (by.get(month)?.activeUsers ?? 0) + 1 })
      people.set(month, (people.get(month) ?? new Set()).add(user_id))
    }
    for (const { month, n } of await reviewedIn(read, projectId, from)) put(month, { reviewedDocuments: n })
    for (const { month, n } of await pagesIn(read, projectId, from)) put(month, { ocrPages: n })
    for (const { month, documents, bytes } of await read
      .selectFrom('project_month')
      .select(['month', 'documents', 'bytes'])
      .where('project_id', '=', projectId)
      .where('month', '>=', from)
      .execute())
      put(month, { documents, bytes })
    for (const month of months) {
      const figures = by.get(month)
      if (figures !== undefined) rows.push({ projectId, month, ...figures })
    }
  }
  const since = await read
    .selectFrom('project_month as m')
    .innerJoin('project as p', 'p.project_id', 'm.project_id')
    .select((eb) => eb.fn.min('m.month').as('month'))
    .where('p.company_id', '=', companyId)
    .executeTakeFirst()
  return {
    companyId,
    measuredSince: since?.month ?? null,
    months,
    projects: projects.map((row) => ({
      projectId: row.project_id,
      projectName: row.name,
      archived: row.archived_at !== null,
      deleted: row.deleted_at !== null,
    })),
    rows,
    totals: months.map((month) => ({
      month,
      ...summed(rows.filter((row) => row.month === month)),
      activeUsers: people.get(month)?.size ?? 0,
    })),
  }
}

/** From the first month in which there was a project; so many at most. */
function monthsUpTo(now: Date, begun: readonly string[]): string[] {
  const last = monthOf(now)
  const first = begun.toSorted()[0] ?? last
  const months: string[] = []
  for (let back = 0; back < reportMonths; back++) {
    const month = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)))
    if (month < first && back > 0) break
    months.unshift(month)
  }
  return months
}

function summed(rows: readonly ReportFigures[]): ReportFigures {
  const sum = (of: (row: ReportFigures) => number) => rows.reduce((all, row) => all + of(row), 0)
  const measured = rows.some(({ bytes }) => bytes !== null)
  return {
    activeUsers: 0,
    reviewedDocuments: sum((row) => row.reviewedDocuments),
    ocrPages: sum((row) => row.ocrPages),
    documents: measured ? sum((row) => row.documents ?? 0) : null,
    bytes: measured ? sum((row) => row.bytes ?? 0) : null,
  }
}

const activeIn = (read: Reader, projectId: number, from: string) =>
  read
    .selectFrom('audit')
    .select(sql<string>`substr(at, 1, 7)`.as('month'))
    .select((eb) => eb.ref('user_id').$notNull().as('user_id'))
    .distinct()
    .where('project_id', '=', projectId)
    .where('user_id', 'is not', null)
    .where('at', '>=', from)
    .execute()

async function reviewedIn(read: Reader, projectId: number, from: string) {
  const rows = await read
    .selectFrom('coding_span')
    .select(sql<string>`substr(at, 1, 7)`.as('month'))
    .select((eb) => eb.fn.count<number>('document_id').distinct().as('n'))
    .where('project_id', '=', projectId)
    .where('kind', 'in', ['field', 'tags'])
    .where('at', '>=', from)
    .groupBy(sql`substr(at, 1, 7)`)
    .execute()
  return rows.map(({ month, n }) => ({ month, n: Number(n) }))
}

async function pagesIn(read: Reader, projectId: number, from: string) {
  const rows = await read
    .selectFrom('ocr_page as o')
    .innerJoin('job as j', 'j.job_id', 'o.job_id')
    .select(sql<string>`substr(j.created_at, 1, 7)`.as('month'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('j.project_id', '=', projectId)
    .where('j.created_at', '>=', from)
    .groupBy(sql`substr(j.created_at, 1, 7)`)
    .execute()
  return rows.map(({ month, n }) => ({ month, n: Number(n) }))
}
