/** What the areas add to the platform and to each other. Apart from their calls and jobs, which bring much along (areas.ts). */
import { analysisTraits } from './analysis/job-traits.ts'
import { assignmentTraits } from './assignments/job-traits.ts'
import { registerSubscribers } from './audit/subscribers.ts'
import { bulkTraits } from './bulk/job-traits.ts'
import { importTraits } from './collect/job-traits.ts'
import { derivedTextTraits } from './derived-texts/job-traits.ts'
import { hashListTraits } from './intake/hash-lists/job-traits.ts'
import { collectTraits } from './intake/sources/job-traits.ts'
import { reindexTraits } from './jobs/reindex.ts'
import { registerTraits } from './jobs/traits.ts'
import { ocrTraits } from './ocr/job-traits.ts'
import { pagesTraits } from './pages/job-traits.ts'
import { registerBeginning } from './project/beginning.ts'
import { firstCoding } from './project/first-coding.ts'
import { codingHistory } from './review/coding-history/subscriber.ts'
import { stageTraits } from './stages/job-traits.ts'

/** Tells the platform what the areas add to it. Every process that writes to the records does so first; twice is as once. */
export function registerAreas(): void {
  registerSubscribers([codingHistory])
  registerBeginning(firstCoding)
  registerTraits([
    ...[collectTraits, importTraits, hashListTraits, reindexTraits, bulkTraits, assignmentTraits],
    ...[...stageTraits, pagesTraits, ocrTraits, ...derivedTextTraits, analysisTraits],
  ])
}
