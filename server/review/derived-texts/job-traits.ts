/** What jobs that make texts of documents say of themselves. */
import type { JobTraits } from '../../platform/jobs/traits.ts'

export const derivedTextTraits: readonly JobTraits[] = (
  ['summarize', 'translate', 'transcribe'] as const
).map((kind) => ({
  kind,
  items: { stage: 'done', of: 'documents' },
  namesFiles: true,
  retry: { helps: () => true },
}))
