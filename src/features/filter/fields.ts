/** The fields that charts and panels are about, in the order in which they are shown, and which of them a project has. */
import { fieldNames } from '#src/reads/review.ts'
import { useRead } from '../ui/answer.ts'

interface FieldWords {
  readonly field: string
  readonly title: string
}

/** Fields that documents are counted by, value for value. */
export const countedFields: readonly FieldWords[] = [
  { field: 'File_Type_Category', title: 'File type category' },
  { field: 'Custodian', title: 'Custodian' },
  { field: 'All_Custodian', title: 'All custodians' },
  { field: 'Record_Type', title: 'Record type' },
  { field: 'File_Extension', title: 'Extension' },
  { field: 'Domains', title: 'Domain' },
  { field: 'Domain_Categories', title: 'Kind of domain' },
  { field: 'Document_State', title: 'State' },
  { field: 'Language', title: 'Language' },
  { field: 'Is_Duplicate', title: 'Suppressed duplicates' },
  { field: 'Thread_Inclusive', title: 'Thread inclusive' },
  { field: 'Near_Dup_Principal', title: 'Near-duplicate pivot' },
  { field: 'Exception', title: 'Exceptions' },
  { field: 'Email_Keyword_Hits', title: 'Keyword hits' },
  { field: 'PII_Likely', title: 'PII, likely' },
  { field: 'PII_Potential', title: 'PII, possible' },
  { field: 'Filter_Job', title: 'Filtered out by' },
  { field: 'Has_Text', title: 'Has text' },
  { field: 'Hidden_Content', title: 'Hidden content' },
  { field: 'Date_Flags', title: 'Doubtful dates' },
  { field: 'Known_File', title: 'De-NIST match' },
  { field: 'De_NISTed_Attachments', title: 'De-NISTed attachments' },
  { field: 'Author', title: 'Author' },
  { field: 'Last_Author', title: 'Last author' },
  { field: 'Detected_Type', title: 'Type by content, not by name' },
  { field: 'All_Folders', title: 'All paths' },
  { field: 'Redaction_Type', title: 'Redaction type' },
]

const titles = new Map(
  [
    ...countedFields,
    { field: 'Parent_Date', title: 'Date' },
    { field: 'File_Size', title: 'File size' },
    { field: 'Family_Count', title: 'Documents in the family' },
    { field: 'Extracted_Text_Size', title: 'Extracted text size' },
    { field: 'Recipient_Count', title: 'Recipients' },
    { field: 'Page_Count', title: 'Pages' },
    { field: 'Thread_Count', title: 'Documents in the thread' },
    { field: 'Near_Dup_Count', title: 'Documents in the group of near-duplicates' },
    { field: 'Created_Date', title: 'File created' },
    { field: 'Modified_Date', title: 'File modified' },
    { field: 'Received_Date', title: 'Received' },
  ].map(({ field, title }) => [field, title]),
)

export const titleOf = (field: string): string => titles.get(field) ?? field.replaceAll('_', ' ')

/** The names of the project's fields; null until they are known. */
export function useKnownFields(): ReadonlySet<string> | null {
  const names = useRead(fieldNames, {}).value
  return names === null ? null : new Set(names)
}
