/** The report of what was read back, as it is kept. */
import { type QualityReport, qualityReport } from '#contracts/production-volumes.ts'
import type { StoredRun } from '../record/stored.ts'

export function qualityOf({
  production_id,
  quality,
  quality_at,
}: Pick<StoredRun, 'production_id' | 'quality' | 'quality_at'>): QualityReport {
  const kept: unknown = quality === null ? { checks: [], replaced: [] } : JSON.parse(quality)
  return qualityReport.parse({ productionId: production_id, at: quality_at, ...Object(kept) })
}
