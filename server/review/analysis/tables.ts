/** What the analysis found. */
import type { Flag, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    document_analysis: DocumentAnalysisTable
  }
}

/** What the analysis of its project found about a document; derived, and worked out again at any time. */
export interface DocumentAnalysisTable {
  document_id: number
  project_id: number
  /** Of which text, and by which rules, the languages and the personal data are; null until they were looked for. */
  text_key: string | null
  /** JSON: [{code, share, confidence}], the most common first; before rule 4 of the analysis without the confidence. */
  languages: Json
  /** JSON: how often each kind of personal data is in it; likely ones, and those of which only the form speaks. */
  pii_likely: Json
  pii_potential: Json
  /** Among all documents, whether in review or not. The lowest id of its conversation; members of a message's family have the message's. Null for what is no mail. */
  thread_id: number | null
  /** Documents that have it. */
  thread_count: number | null
  /** The message that it answers, or the nearest above that one that is there. */
  thread_parent: number | null
  /** 1: what it answers was not collected. */
  thread_missing: Flag
  /** `inclusive`, `repeated` or `spare`; null for all but messages. */
  thread_inclusive: string | null
  /** The group's principal, in the principal too; null where nothing is nearly the same. */
  near_dup_group: number | null
  /** Documents that have it. */
  near_dup_count: number | null
  /** In percent of the principal. */
  near_dup_similarity: number | null
  /** 1: the analysis has come by since it is in review, and what follows is as it says; the same among what is in review. */
  review_known: Flag
  review_thread_id: number | null
  review_thread_count: number | null
  review_thread_parent: number | null
  review_thread_missing: Flag
  review_thread_inclusive: string | null
  review_near_dup_group: number | null
  review_near_dup_count: number | null
  review_near_dup_similarity: number | null
}
