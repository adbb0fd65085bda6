/** The report of what was read back, as it is kept, for whoever asks. */
import * as z from 'zod/mini'
import {
  type QualityReport,
  qualityCheck,
  qualityFault,
  qualityReport,
} from '#contracts/production-volumes.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { controlNumbers } from '../../review/documents/control.ts'
import type { StoredRun } from '../record/stored.ts'

/** Older reports have sentences alone. */
const keptFault = z.union([
  z.pipe(
    z.string(),
    z.transform((text) => ({ text, documentId: null })),
  ),
  qualityFault,
])
const kept = z.object({
  ...qualityReport.shape,
  checks: z.array(z.object({ ...qualityCheck.shape, faults: z.array(keptFault) })),
})

/** Whoever sees a part of the project is told of those documents alone. */
export async function qualityOf(
  { records, project }: Pick<ProjectContext, 'records' | 'project'>,
  { production_id, quality, quality_at }: Pick<StoredRun, 'production_id' | 'quality' | 'quality_at'>,
): Promise<QualityReport> {
  const found: unknown = quality === null ? { checks: [], replaced: [] } : JSON.parse(quality)
  const report = kept.parse({ productionId: production_id, at: quality_at, ...Object(found) })
  if (project.view === null) return report
  const about = report.checks.flatMap(({ faults }) => faults.flatMap(({ documentId }) => documentId ?? []))
  const seen = await controlNumbers(records.read, project, about)
  return {
    ...report,
    checks: report.checks.map((check) => {
      const faults = check.faults.filter(({ documentId }) => documentId !== null && seen.has(documentId))
      return { ...check, faults, faultCount: faults.length }
    }),
  }
}
