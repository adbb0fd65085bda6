/** What jobs of page images say of themselves. */
import type { JobTraits } from '../../platform/jobs/traits.ts'

export const pagesTraits: JobTraits = {
  kind: 'pages',
  items: { stage: 'drawn', of: 'pages' },
  retry: { helps: () => true },
}
