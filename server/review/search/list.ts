/** What a list asks of the search: a parsed query and how the result is to be ordered and filtered. */

import type * as z from 'zod/mini'
import type { listFilter, listViewer, NamedSort } from '#contracts/documents.ts'
import { batesFields } from '#contracts/excluded-fields.ts'
import type { binnings } from '#contracts/facets.ts'
import type { Stage } from '#contracts/stages.ts'
import type { FieldTest, Node, QueryField } from '#query/tree.ts'
import type { Widening } from '#query/widening.ts'
import type { Seen } from '../documents/door.ts'

export interface ListQuery {
  /** Whose side it is of; review where it is not said: what is not promoted is not there. */
  readonly stage?: Stage
  /** What there is for whoever asks, where that is not all (documents/door.ts). */
  readonly seen?: Seen | undefined
  /** Fields that coding forms show, where it counts that somebody sees documents as they would leave (embedded/covered.ts). */
  readonly codedByForms?: readonly number[]
  /** `null`: all documents. */
  readonly tree: Node | null
  readonly includeFamily: boolean
  /** What else is brought beside the hits; families are taken of all of it. */
  readonly also?: readonly Widening[]
  readonly sort: NamedSort
  /** Fields to sort by, the first one first; where there are some, `sort` is not looked at. */
  readonly by?: readonly SortField[]
  readonly viewer: z.infer<typeof listViewer>
  readonly filter: z.infer<typeof listFilter>
  /** The fields that coding forms show: a document that has a value of one of them is coded. */
  readonly formFields: readonly number[]
  /** The zone whose days count for instants. */
  readonly timeZone: string
  /** Words that patterns of the text do not stand for. */
  readonly noise: readonly string[]
  /** Where each pattern stands in the query, for faults about those that stand for too much. */
  readonly patterns?: Readonly<Record<string, { readonly start: number; readonly end: number }>>
  /** Where to find the fields that the tree names. */
  readonly fields: readonly IndexedField[]
}

/** A term of a keyword list and the query that it is. */
export interface Keyword {
  readonly term: string
  readonly tree: Node
  /** Where to find the fields that its tree names. */
  readonly fields: readonly IndexedField[]
}

/** What is counted of a result: values of fields, numbers and dates put together, pairs of values. */
export interface FiguresAsked {
  /** The documents among which it is counted; null: all of the side. */
  readonly inside: readonly number[] | null
  /** The terms of the project, where keyword hits are counted. */
  readonly keywords: readonly Keyword[]
  readonly facets: readonly { readonly field: IndexedField; readonly most: number }[]
  readonly histograms: readonly { readonly field: IndexedField; readonly by: (typeof binnings)[number] }[]
  readonly matrix: {
    readonly pivotOn: IndexedField
    readonly groupBy: IndexedField
    readonly most: number
  } | null
}

/** Lists of terms to be reported on. */
export type ReportAsked = readonly (readonly Keyword[])[]

/** Among which documents terms are reported on (null: all of the side), and the field by whose values they are counted too. */
export interface ReportAmong {
  readonly inside: readonly number[] | null
  readonly by: IndexedField | null
}

/** A field of a query and where the index keeps it. */
export interface IndexedField extends QueryField {
  readonly store: FieldStore
}

/** Folders of documents, as a query asks for them. */
export const folderField = 'Folder'

/** The number of any page that was produced, as a query asks for it. */
export const batesNumberField = 'Bates_Number'

/** A test whose documents are looked up in the records. */
export const recordsTestKey = (test: FieldTest): string => JSON.stringify(test)

export interface SortField {
  readonly field: IndexedField
  readonly descending: boolean
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
  /** In the records: what each test of the query finds, by `recordsTestKey`, as bits by document id, lowest first, in base64. */
  | { readonly in: 'folders'; readonly documents: Readonly<Record<string, string>> }
  /** The same of Bates numbers. */
  | { readonly in: 'numbers'; readonly documents: Readonly<Record<string, string>> }
  /** Nowhere: its values are the terms that a document hits. A query has their trees in the place of this field. */
  | { readonly in: 'keywords' }

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
  'Custom_Id',
  'Doc_Title',
  'All_Paths',
  'MIH',
  'Dedupe_Hash',
  'All_BCC',
  ...batesFields,
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
  'Custom_Id',
  'MIH',
  'Dedupe_Hash',
  ...batesFields,
])

/**
 * Columns whose values change after a document has come in: they are indexed beside the text and not with it, so that such a
 * change costs nothing of the text.
 */
export const changing: ReadonlySet<WordColumn> = new Set<WordColumn>([
  'Control_Number',
  'Custom_Id',
  'All_Paths',
  'All_BCC',
  ...batesFields,
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
  'Document_State',
  'Filter_Job',
  'Exception',
  'Domains',
  'Domain_Categories',
  'Is_Duplicate',
  'Recipient_Count',
  'Family_Count',
  'All_Custodian_Last_Updated_Date',
  'Thread_Id',
  'Thread_Inclusive',
  'Near_Dup_Group',
  'Near_Dup_Principal',
  'Near_Dup_Similarity',
  'Language',
  'PII_Likely',
  'PII_Potential',
  'Known_File',
  'De_NISTed_Attachments',
  'Author',
  'Last_Author',
  'Created_Date',
  'Modified_Date',
  'Printed_Date',
  'Received_Date',
  'Page_Count',
  'Hidden_Content',
  'Detected_Type',
  'All_Folders',
  'Thread_Count',
  'Near_Dup_Count',
  'Main_Language',
  'Language_Confidence',
  'Extracted_Text_Size',
  'Date_Flags',
  'Duplicate_Key',
  'Duplicate_Key_Rest',
  'Redaction',
  'Redaction_Type',
  'Production',
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
  'Recipient_Count',
  'Family_Count',
  'All_Custodian_Last_Updated_Date',
  'Thread_Id',
  'Near_Dup_Group',
  'Near_Dup_Similarity',
  'Created_Date',
  'Modified_Date',
  'Printed_Date',
  'Received_Date',
  'Page_Count',
  'Thread_Count',
  'Near_Dup_Count',
  'Language_Confidence',
  'Extracted_Text_Size',
  'Duplicate_Key',
  'Duplicate_Key_Rest',
  'Redaction',
])

/** A list that is neither narrowed nor put in an order of its own: for what is counted rather than shown. */
export const plainList = {
  sort: 'documentId',
  viewer: 'parentsAndChildren',
  filter: 'all',
  formFields: [],
} as const satisfies Partial<ListQuery>
