/** What the analysis found about documents, as lists and the index show it. */

import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { type Inclusive, inclusiveWords } from '#contracts/analysis.ts'
import type { DocumentState } from '#contracts/documents.ts'
import type { Reader } from '../../platform/records/records.ts'
import { inReview } from '../documents/visible.ts'
import { languageName } from './language-names.ts'
import type { DocumentAnalysisTable } from './tables.ts'

/** A language of a document's text. */
export interface FoundLanguage {
  /** In English, or `Unknown`. */
  readonly name: string
  /** Of the text, and how sure it is, in percent; null where that is not known. */
  readonly share: number | null
  readonly confidence: number | null
}

export interface AnalysisFacts {
  readonly threadId: number | null
  /** Documents in its thread, itself among them. */
  readonly threadCount: number | null
  /** Empty for all but messages. */
  readonly inclusive: string
  /** The group's principal. */
  readonly nearDupGroup: number | null
  /** Documents in that group, the principal among them. */
  readonly nearDupCount: number | null
  readonly nearDupSimilarity: number | null
  /** The most common first; one that is not known where the text is too short or in none. */
  readonly languages: readonly FoundLanguage[]
  /** Kinds of personal data, and those of which only the form speaks. */
  readonly piiLikely: readonly string[]
  readonly piiPotential: readonly string[]
}

const languages = z.array(z.object({ code: z.string(), share: z.int(), confidence: z.optional(z.int()) }))
const counts = z.record(z.string(), z.int())

/** By document; those that no analysis has come by have none. */
export async function analysesOf(
  read: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AnalysisFacts>> {
  const rows = await read
    .selectFrom('document_analysis as a')
    .innerJoin('document as d', 'd.document_id', 'a.document_id')
    .selectAll('a')
    .select('d.state')
    .where('a.document_id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map((row) => [
      row.document_id,
      {
        ...besideOf(row),
        languages: row.text_key === null ? [] : languagesIn(row.languages),
        piiLikely: kindsIn(row.pii_likely),
        piiPotential: kindsIn(row.pii_potential),
      },
    ]),
  )
}

type Row = Selectable<DocumentAnalysisTable> & { readonly state: DocumentState }

/** What is in review is told as it stands there, to everybody: nothing of it names what reviewers may not see. */
function besideOf(row: Row): Omit<AnalysisFacts, 'languages' | 'piiLikely' | 'piiPotential'> {
  const reviewed = row.state === inReview
  const inclusive = reviewed ? row.review_thread_inclusive : row.thread_inclusive
  return {
    threadId: reviewed ? row.review_thread_id : row.thread_id,
    threadCount: reviewed ? row.review_thread_count : row.thread_count,
    inclusive: inclusive === null ? '' : inclusiveWords[inclusive as Inclusive],
    nearDupGroup: reviewed ? row.review_near_dup_group : row.near_dup_group,
    nearDupCount: reviewed ? row.review_near_dup_count : row.near_dup_count,
    nearDupSimilarity: reviewed ? row.review_near_dup_similarity : row.near_dup_similarity,
  }
}

const unknown: FoundLanguage = { name: 'Unknown', share: null, confidence: null }

function languagesIn(column: string): readonly FoundLanguage[] {
  const found = languages.parse(JSON.parse(column))
  if (found.length === 0) return [unknown]
  return found.map(({ code, share, confidence = null }) => ({ name: languageName(code), share, confidence }))
}

const kindsIn = (column: string): readonly string[] => Object.keys(counts.parse(JSON.parse(column))).sort()
