/** The fields that documents of a project have: the product's own, then the project's coding fields. */
import { type Field, type FieldTypeId, fieldTypes } from '#contracts/project.ts'
import type { Reader } from '../records/records.ts'

/** Ids of the product's own fields begin here, far above what a project's coding fields count up to. */
const ownIds = 1_000_000_000

interface OwnField {
  readonly name: string
  readonly displayName: string
  readonly typeId: FieldTypeId
  readonly multiValue: boolean
}

const own = (name: string, displayName: string, typeId: FieldTypeId, multiValue = false): OwnField => ({
  name,
  displayName,
  typeId,
  multiValue,
})

const { date, integer, shortText, longText, text, singleChoice, multipleChoice, boolean } = fieldTypes

/** What every document has. The order gives the ids: add at the end only. */
export const ownFields: readonly OwnField[] = [
  own('Control_Number', 'Control number', shortText),
  own('Custodian', 'Custodian', singleChoice),
  own('All_Custodian', 'All custodians', multipleChoice, true),
  own('Record_Type', 'Record type', singleChoice),
  own('File_Type_Category', 'File type category', singleChoice),
  own('Document_Name', 'Document name', shortText),
  own('File_Name', 'File name', shortText),
  own('File_Extension', 'File extension', shortText),
  own('MIME_Type', 'MIME type', shortText),
  own('File_Size', 'File size', integer),
  own('Parent_Date', 'Parent date', date),
  own('Sent_Date', 'Sent date', date),
  own('From', 'From', shortText),
  own('To', 'To', longText, true),
  own('CC', 'CC', longText, true),
  own('BCC', 'BCC', longText, true),
  own('Subject', 'Subject', shortText),
  own('Message_ID', 'Message ID', shortText),
  own('In_Reply_To', 'In reply to', shortText),
  own('References', 'References', longText, true),
  own('Source_Path', 'Source path', longText),
  own('Attachment_Count', 'Attachments', integer),
  own('Family_Id', 'Family', integer),
  own('Parent_Id', 'Parent', integer),
  own('Family_Ordinal', 'Position in the family', integer),
  own('MD5', 'MD5', shortText),
  own('SHA1', 'SHA-1', shortText),
  own('SHA256', 'SHA-256', shortText),
  own('Extracted_Text', 'Extracted text', text),
  own('Text_Truncated', 'Text cut off', boolean),
  own('Has_Text', 'Has text', boolean),
  own('Text_Size', 'Text size', integer),
  own('No_Text_Reason', 'Reason without text', shortText),
  own('Document_Id', 'Document', integer),
]

/** All fields of a project, the product's own first. */
export async function listFields(read: Reader, projectId: number): Promise<Field[]> {
  const coding = await read
    .selectFrom('field')
    .select(['field_id', 'name', 'type_id'])
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute()
  return [
    ...ownFields.map((field, i) => ({
      ...field,
      fieldId: ownIds + i,
      kind: 'metadata' as const,
      searchable: true,
    })),
    ...coding.map((field) => ({
      fieldId: field.field_id,
      name: queryName(field.name),
      displayName: field.name,
      typeId: field.type_id,
      multiValue: field.type_id === multipleChoice,
      kind: 'coding' as const,
      searchable: true,
    })),
  ]
}

/** A coding field's name as it is written in a query, where a name has no spaces. */
const queryName = (name: string): string => name.trim().replaceAll(/\s+/g, '_')
