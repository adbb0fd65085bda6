/** What promotions and filters say of themselves. */
import type { JobTraits } from '../../platform/jobs/traits.ts'

export const stageTraits: readonly JobTraits[] = (['promote', 'filter'] as const).map((kind) => ({
  kind,
  items: { stage: 'done', of: 'documents' },
}))
