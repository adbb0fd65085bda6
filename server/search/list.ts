/** What a list asks of the search: a parsed query and how the result is to be ordered and filtered. */

import type * as z from 'zod/mini'
import type { listFilter, listViewer, Sort } from '#contracts/documents.ts'
import type { FieldKind, Node } from '#query/tree.ts'

export interface ListQuery {
  /** `null`: all documents. */
  readonly tree: Node | null
  readonly includeFamily: boolean
  readonly sort: Sort
  readonly viewer: z.infer<typeof listViewer>
  readonly filter: z.infer<typeof listFilter>
  /** The zone whose days count for instants. */
  readonly timeZone: string
  /** Words that patterns of the text do not stand for. */
  readonly noise: readonly string[]
  /** Where to find the fields that the tree names. */
  readonly fields: readonly IndexedField[]
}

/** A field of a query and where the index keeps it. */
export interface IndexedField {
  /** As the tree names it. */
  readonly name: string
  readonly kind: FieldKind
  readonly store: FieldStore
}

export type FieldStore =
  /** Words with their positions. */
  | { readonly in: 'words'; readonly column: WordColumn }
  /** A value that the document has had from the start. */
  | { readonly in: 'facts'; readonly key: FactKey }
  /** A coded value, by its project field. */
  | { readonly in: 'coding'; readonly fieldId: number }
  /** The document's tags; `names` turns their ids into what is asked for. */
  | { readonly in: 'tags'; readonly names: Readonly<Record<number, string>> }

/** Columns whose words are indexed beside the text. The order is the index's; a change needs a new index version. */
export const wordColumns = [
  'Subject',
  'From',
  'To',
  'CC',
  'BCC',
  'File_Name',
  'Document_Name',
  'Control_Number',
  'Message_ID',
  'In_Reply_To',
  'References',
  'Source_Path',
  'MD5',
  'SHA1',
  'SHA256',
] as const
export type WordColumn = (typeof wordColumns)[number]

/**
 * Columns whose words are nearly all different: they would fill the list that wildcards are expanded from. Wildcards other
 * than at a word's end look at each value there.
 */
export const unlisted: ReadonlySet<WordColumn> = new Set<WordColumn>([
  'Control_Number',
  'Message_ID',
  'In_Reply_To',
  'References',
  'MD5',
  'SHA1',
  'SHA256',
])

/** Values kept by document, in the index's order; a change needs a new index version. */
export const factKeys = [
  'Custodian',
  'All_Custodian',
  'Record_Type',
  'File_Type_Category',
  'File_Extension',
  'MIME_Type',
  'No_Text_Reason',
  'Has_Text',
  'Text_Truncated',
  'Document_Id',
  'Family_Id',
  'Parent_Id',
  'Family_Ordinal',
  'File_Size',
  'Text_Size',
  'Attachment_Count',
  'Parent_Date',
  'Sent_Date',
  'Thread_Id',
  'Thread_Inclusive',
  'Near_Dup_Group',
  'Near_Dup_Principal',
  'Near_Dup_Similarity',
  'Language',
  'PII_Likely',
  'PII_Potential',
] as const
export type FactKey = (typeof factKeys)[number]

/** Facts that are numbers (dates in milliseconds); the others are text. */
export const numberFacts: ReadonlySet<FactKey> = new Set<FactKey>([
  'Document_Id',
  'Family_Id',
  'Parent_Id',
  'Family_Ordinal',
  'File_Size',
  'Text_Size',
  'Attachment_Count',
  'Parent_Date',
  'Sent_Date',
  'Thread_Id',
  'Near_Dup_Group',
  'Near_Dup_Similarity',
])
