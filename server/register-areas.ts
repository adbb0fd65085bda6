/** What the areas add to the platform and to each other. Apart from their calls and jobs, which bring much along (areas.ts). */

import { hashListTraits } from './intake/hash-lists/job-traits.ts'
import { importTraits } from './intake/import/job-traits.ts'
import { loadTraits } from './intake/loads/job-traits.ts'
import { ocrTraits } from './intake/ocr/job-traits.ts'
import { collectTraits } from './intake/sources/job-traits.ts'
import { stageTraits } from './intake/stages/job-traits.ts'
import { takeInvitation } from './organization/people/take-up.ts'
import { registerBeginning } from './organization/project/beginning.ts'
import { registerLeaving } from './organization/project/leaving.ts'
import { registerNoiseCheck } from './organization/settings/noise-check.ts'
import { registerSubscribers } from './platform/audit/subscribers.ts'
import { registerJoining } from './platform/auth/saml/joining.ts'
import { registerTraits } from './platform/jobs/traits.ts'
import { producedFactsOf } from './production/fields/facts.ts'
import { documentsOf, formsOf } from './production/fields/page-numbers.ts'
import { productionTraits } from './production/job-traits.ts'
import { analysisTraits } from './review/analysis/job-traits.ts'
import { assignmentTraits } from './review/assignments/job-traits.ts'
import { giveBatchesBack } from './review/assignments/leaving.ts'
import { bulkTraits } from './review/bulk/job-traits.ts'
import { firstCoding } from './review/coding/first-coding.ts'
import { codingHistory } from './review/coding-history/subscriber.ts'
import { derivedTextTraits } from './review/derived-texts/job-traits.ts'
import { registerDocumentTables } from './review/documents/door.ts'
import { pagesTraits } from './review/pages/job-traits.ts'
import { keywordsReadable } from './review/search/keywords-readable.ts'
import { registerProduced } from './review/search/produced.ts'
import { reindexTraits } from './review/search/reindex.ts'
import { termRedactionTraits } from './review/term-redaction/job-traits.ts'

/** Tells the platform what the areas add to it. Every process that writes to the records does so first; twice is as once. */
export function registerAreas(): void {
  registerSubscribers([codingHistory])
  registerBeginning(firstCoding)
  registerLeaving(giveBatchesBack)
  registerNoiseCheck(keywordsReadable)
  registerJoining(takeInvitation)
  registerDocumentTables({
    of: [
      ...['document', 'document_text', 'document_custodian', 'document_copy', 'document_variant'],
      ...['document_pages', 'document_analysis', 'document_tag', 'coding_value', 'batch_document'],
      ...['ocr_document', 'ocr_page', 'derived_document', 'derived_part', 'replaced_file', 'bulk_row'],
      ...['review_time', 'document_folder', 'redaction', 'redacted_cells'],
      ...['term_redaction_document', 'term_redaction_place', 'production_document'],
      ...['production_row', 'production_sample_document'],
      ...['privilege_log_entry', 'privilege_log_number', 'privilege_log_row'],
      ...['received_number', 'received_images', 'laid_over'],
    ],
    sometimesOf: ['audit', 'exception', 'left_out', 'source_file', 'coding_span'],
  })
  registerProduced({ factsOf: producedFactsOf, formsOf, documentsOf })
  registerTraits([
    ...[collectTraits, importTraits, loadTraits, hashListTraits, reindexTraits, bulkTraits, assignmentTraits],
    ...[...stageTraits, pagesTraits, ocrTraits, ...derivedTextTraits, analysisTraits],
    ...termRedactionTraits,
    ...productionTraits,
  ])
}
