/** Certificates of projects that were deleted. */
import * as z from 'zod/mini'
import { byteOrderMark, csvLine } from '#contracts/csv.ts'
import { type Certificate, certificate } from '#contracts/project-end.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'

/** Of one client; null: of all that were deleted, which have no page of their own any more. */
export async function certificatesOf(read: Reader, companyId: number | null): Promise<Certificate[]> {
  const all = read
    .selectFrom('project_deletion as d')
    .innerJoin('project as p', 'p.project_id', 'd.project_id')
    .innerJoin('company as c', 'c.company_id', 'p.company_id')
    .select('d.certificate')
    .where('d.certificate', 'is not', null)
    .orderBy('d.deletion_id', 'desc')
  const rows = await (companyId === null
    ? all.where('c.deleted_at', 'is not', null)
    : all.where('c.company_id', '=', companyId)
  ).execute()
  return z.array(certificate).parse(rows.map((row) => JSON.parse(row.certificate ?? 'null') as unknown))
}

/** One as a file: as JSON, or a fact a line. */
export async function certificateFile(
  read: Reader,
  { companyId, deletionId, format }: { companyId: number; deletionId: number; format: 'json' | 'csv' },
): Promise<{ readonly name: string; readonly text: string }> {
  const found = (await certificatesOf(read, companyId)).find((one) => one.deletionId === deletionId)
  if (found === undefined) throw notFound('certificate')
  const name = `deletion-certificate-${found.projectId}.${format}`
  if (format === 'json') return { name, text: `${JSON.stringify(found, null, 2)}\n` }
  const lines = Object.entries(found).flatMap(([fact, value]): (readonly [string, string | number])[] =>
    typeof value === 'object'
      ? Object.entries(value).map(([inner, one]) => [`${fact}.${inner}`, one as string | number])
      : [[fact, value]],
  )
  return { name, text: byteOrderMark + [['fact', 'value'], ...lines].map((line) => csvLine(line)).join('') }
}
