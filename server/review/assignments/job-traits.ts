/** What jobs of assignments say of themselves. */
import type { JobTraits } from '../../platform/jobs/traits.ts'

export const assignmentTraits: JobTraits = {
  kind: 'assignment',
  items: { stage: 'done', of: 'documents' },
}
