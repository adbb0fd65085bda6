/** What loads say of themselves. */
import type { JobTraits } from '../../platform/jobs/traits.ts'

export const loadTraits: JobTraits = { kind: 'load', items: { stage: 'done', of: 'items' } }
