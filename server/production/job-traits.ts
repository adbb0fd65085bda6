/** What the jobs of productions say of themselves. */
import type { JobTraits } from '../platform/jobs/traits.ts'

export const productionTraits: readonly JobTraits[] = [
  { kind: 'production', items: { stage: 'done', of: 'documents' } },
]
