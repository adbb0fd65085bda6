/** What jobs of analysis say of themselves. */
import type { JobTraits } from '../../platform/jobs/traits.ts'

// It goes over each document several times.
export const analysisTraits: JobTraits = { kind: 'analysis', items: { stage: 'done', of: 'items' } }
