/** What searches for terms that are to be redacted say of themselves, and the jobs that cover what they found. */
import type { JobTraits } from '../../platform/jobs/traits.ts'

export const termRedactionTraits: readonly JobTraits[] = [
  { kind: 'redactFind', items: { stage: 'done', of: 'documents' } },
  { kind: 'redactTerms', items: { stage: 'done', of: 'items' } },
]
