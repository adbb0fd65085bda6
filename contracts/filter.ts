/**
 * The filter of document lists: what the panels beside a list select, all of it ANDed with the query. Inside a list any
 * value matches; `includeNull` adds documents without a value. A missing member sets no condition.
 */
import * as z from 'zod/mini'

/** Maximum number of values in one list. */
const maxChosen = 500

const flags = {
  /** Include documents without a value; alone, only those. */
  includeNull: z.boolean(),
  /** False inverts the selection: documents that have a value, and none of the selected ones. */
  includeSelections: z.boolean(),
}

/** Values of a field, any of which matches. */
export const listChoice = z.strictObject({
  values: z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.maxLength(maxChosen)),
  ...flags,
})
export type ListChoice = z.infer<typeof listChoice>

export const numberOperators = ['=', '<', '<=', '>', '>=', 'between'] as const
/** A number compared with another, or between two (inclusive); without a number there is no condition. */
export const numberChoice = z.strictObject({
  operator: z._default(z.enum(numberOperators), '='),
  value: z.nullable(z.int()),
  /** The larger one of `between`. */
  to: z.optional(z.int()),
  ...flags,
})
export type NumberChoice = z.infer<typeof numberChoice>

export const dateOperators = [
  'On',
  'After',
  'After/On',
  'Before',
  'Before/On',
  'Between',
  'Is Not Null',
  'Is Null',
] as const
export type DateOperator = (typeof dateOperators)[number]
/** Days as MM/DD/YYYY, in the project's time zone. */
export const dateChoice = z.strictObject({
  operator: z.enum(dateOperators),
  /** Not used by `Is Null` and `Is Not Null`. */
  start: z.nullable(z.string()),
  /** For `Between` only: the last day, inclusive. */
  end: z.nullable(z.string()),
})
export type DateChoice = z.infer<typeof dateChoice>

/** The lists, and the field of each. */
export const filterLists = {
  custodians: 'Custodian',
  filterJobs: 'Filter_Job',
  exceptions: 'Exception',
  recordTypes: 'Record_Type',
  documentStates: 'Document_State',
  domainCategories: 'Domain_Categories',
  emailKeywordHits: 'Email_Keyword_Hits',
  threadInclusive: 'Thread_Inclusive',
  fileTypeCategories: 'File_Type_Category',
  piiLikely: 'PII_Likely',
  piiPotential: 'PII_Potential',
  knownFiles: 'Known_File',
  deNistedAttachments: 'De_NISTed_Attachments',
  authors: 'Author',
  hiddenContents: 'Hidden_Content',
  dateFlags: 'Date_Flags',
  detectedTypes: 'Detected_Type',
  allFolders: 'All_Folders',
} as const

/** The numbers, and the field of each. */
export const filterNumbers = {
  familyCount: 'Family_Count',
  extractedTextSize: 'Extracted_Text_Size',
  recipientCount: 'Recipient_Count',
  pageCount: 'Page_Count',
  threadCount: 'Thread_Count',
  nearDupCount: 'Near_Dup_Count',
} as const

/** The dates, and the field of each. */
export const filterDates = {
  parentDate: 'Parent_Date',
  createdDate: 'Created_Date',
  modifiedDate: 'Modified_Date',
  receivedDate: 'Received_Date',
} as const

const list = z.optional(listChoice)
const number = z.optional(numberChoice)
const date = z.optional(dateChoice)
const fieldName = z.optional(z.nullable(z.string().check(z.maxLength(200))))

export const documentFilter = z.strictObject({
  custodians: list,
  filterJobs: list,
  exceptions: list,
  recordTypes: list,
  documentStates: list,
  domainCategories: list,
  emailKeywordHits: list,
  threadInclusive: list,
  fileTypeCategories: list,
  piiLikely: list,
  piiPotential: list,
  knownFiles: list,
  deNistedAttachments: list,
  authors: list,
  hiddenContents: list,
  dateFlags: list,
  detectedTypes: list,
  allFolders: list,
  familyCount: number,
  extractedTextSize: number,
  recipientCount: number,
  pageCount: number,
  threadCount: number,
  nearDupCount: number,
  parentDate: date,
  createdDate: date,
  modifiedDate: date,
  receivedDate: date,
  /** Whether duplicates of it were suppressed; null: both. */
  isDuplicate: z.optional(z.nullable(z.boolean())),
  /** Display options; they exclude no document. */
  groupBy: fieldName,
  pivotOn: fieldName,
  hiddenFileInfo: z.optional(z.boolean()),
  hiddenFileStatus: z.optional(z.boolean()),
  hiddenEmailInfo: z.optional(z.boolean()),
})
export type DocumentFilter = z.infer<typeof documentFilter>

/** The selection: the typed query and the clicked filters, all of it ANDed. */
export const chosenDocuments = z.strictObject({
  query: z.string().check(z.maxLength(15_000)),
  filter: documentFilter,
  /** Values of fields for which the filter has no list, any of which matches; they become part of the query. */
  narrowed: z.record(z.string(), z.array(z.string())),
})
export type ChosenDocuments = z.infer<typeof chosenDocuments>

const lists = Object.entries(filterLists) as readonly (readonly [keyof typeof filterLists, string])[]
const numbers = Object.entries(filterNumbers) as readonly (readonly [keyof typeof filterNumbers, string])[]
const dates = Object.entries(filterDates) as readonly (readonly [keyof typeof filterDates, string])[]

/** The fields with a selection by click. */
export const fieldsChosen = ({ filter, narrowed }: ChosenDocuments): readonly string[] => [
  ...lists.flatMap(([member, field]) => (filter[member] === undefined ? [] : [field])),
  ...numbers.flatMap(([member, field]) => (filter[member] === undefined ? [] : [field])),
  ...dates.flatMap(([member, field]) => (filter[member] === undefined ? [] : [field])),
  ...(typeof filter.isDuplicate === 'boolean' ? ['Is_Duplicate'] : []),
  ...Object.keys(narrowed),
]
