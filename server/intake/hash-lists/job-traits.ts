/** What jobs that make a list of known files say of themselves. */
import type { JobTraits } from '../../platform/jobs/traits.ts'

export const hashListTraits: JobTraits = { kind: 'hash-list', items: { stage: 'done', of: 'items' } }
