/** What agencies and the market ask for of documents, by name, and where it comes from. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { batesFields } from '#contracts/excluded-fields.ts'
import { productFields } from './fields.ts'

const described = join(import.meta.dirname, '../../../../shared/domain.md')
const listed = join(import.meta.dirname, '../../../../shared/spec/items.tsv')

/** Names of the specification and of the lists that its domain describes. */
const fields: Readonly<Record<string, string>> = {
  // Of the specification.
  All_Custodian: 'All_Custodian',
  All_Custodian_Last_Updated_Date: 'All_Custodian_Last_Updated_Date',
  All_Folders: 'All_Folders',
  All_Paths: 'All_Paths',
  Custodian: 'Custodian',
  Document_Name: 'Document_Name',
  Document_State: 'Document_State',
  Domain_Categories: 'Domain_Categories',
  Email_Keyword_Hits: 'Email_Keyword_Hits',
  Exception: 'Exception',
  Family_Id: 'Family_Id',
  Family_Ordinal: 'Family_Ordinal',
  File_Name: 'File_Name',
  File_Type_Category: 'File_Type_Category',
  Filter_Job: 'Filter_Job',
  In_Reply_To: 'In_Reply_To',
  Message_ID: 'Message_ID',
  Near_Dup_Group: 'Near_Dup_Group',
  Near_Dup_Principal: 'Near_Dup_Principal',
  Near_Dup_Similarity: 'Near_Dup_Similarity',
  Parent_Date: 'Parent_Date',
  Parent_Id: 'Parent_Id',
  Record_Type: 'Record_Type',
  Redaction: 'Redaction',
  Redaction_Type: 'Redaction_Type',
  Thread_Inclusive: 'Thread_Inclusive',
  ...Object.fromEntries(batesFields.map((name) => [name, name])),
  // Beyond it, of what is compared with other products and other jobs.
  'EDRM MIH': 'MIH',
  'EH-1': 'Dedupe_Hash',
  // Of the SEC's list.
  CUSTODIAN: 'Custodian',
  FROM: 'From',
  TO: 'To',
  CC: 'CC',
  BCC: 'BCC',
  SUBJECT: 'Subject',
  FILE_NAME: 'File_Name',
  DATE_SENT: 'Sent_Date',
  TIME_SENT: 'Sent_Date',
  TIME_ZONE: 'Sent_Date',
  MIME_TYPE: 'MIME_Type',
  FILE_EXTEN: 'File_Extension',
  AUTHOR: 'Author',
  LAST_AUTHOR: 'Last_Author',
  DATE_CREATED: 'Created_Date',
  TIME_CREATED: 'Created_Date',
  DATE_MOD: 'Modified_Date',
  TIME_MOD: 'Modified_Date',
  PRINTED_DATE: 'Printed_Date',
  FILE_SIZE: 'File_Size',
  PGCOUNT: 'Page_Count',
  PATH: 'All_Folders',
  INTFILEPATH: 'Source_Path',
  INTMSGID: 'Message_ID',
  MD5HASH: 'MD5',
  FIRSTBATES: 'Begin_Bates',
  LASTBATES: 'End_Bates',
  ATTACHRANGE: 'Attachment_Range',
  BEGATTACH: 'Begin_Attach',
  ENDATTACH: 'End_Attach',
  PARENT_BATES: 'Parent_Bates',
  CHILD_BATES: 'Child_Bates',
  // Of the DOJ's, beyond the same ones.
  CUSTDIAN: 'Custodian',
  PRPRTIES: 'Record_Type',
  DOCDATE: 'Parent_Date',
  TIMESENT: 'Sent_Date',
  DATECRTD: 'Created_Date',
  DATESVD: 'Modified_Date',
  // Of EDRM XML.
  '#From': 'From',
  '#To': 'To',
  '#CC': 'CC',
  '#BCC': 'BCC',
  '#Subject': 'Subject',
  '#DateSent': 'Sent_Date',
  '#DateReceived': 'Received_Date',
  '#FileName': 'File_Name',
  '#FileExtension': 'File_Extension',
  '#FileSize': 'File_Size',
  '#DateCreated': 'Created_Date',
  '#DateModified': 'Modified_Date',
  '#Title': 'Doc_Title',
}

const ofProductions = 'A production gives it: until there are any no document has it.'
const whole = 'It is the text that bare terms look in, shown in the viewer.'
/** Names that no field of a document has, and why. */
const none: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['Native_File_Path', 'Text_File_Path', 'Last_Transfer_Date', 'Transfer_Job'],
      ...['LINK', 'OCRPATH', 'DOCID', 'PARENTID'],
    ].map((name) => [name, ofProductions]),
  ),
  Extracted_Text: whole,
  Transcribed_Text: whole,
  Batch_Ids: 'Batches are searched in as batches.',
  Folder_Ids: 'There are no folders yet.',
  Include_Family: 'It is an option of a query.',
  DATE_ACCESSD:
    'No file format says when it was last looked at, and those that are brought in were touched by that.',
  TIME_ACCESSD: 'As DATE_ACCESSD.',
  HEADER: 'Its lines are in the native file; those with a meaning have fields of their own.',
  COMPANY: 'It is who produces, not what a document says.',
  '#AttachmentNames':
    'Each attachment is a document with its own File_Name, and Include_Family brings its message.',
}

const known = new Set(productFields.filter(({ alias }) => !alias).map(({ name }) => name))

describe('the fields that are asked for', () => {
  it.each(Object.entries(fields))('%s is %s', (_, field) => {
    expect(known).toContain(field)
  })

  it.skipIf(!existsSync(described))(
    'are all of the specification’s and its domain’s, each with its place',
    () => {
      const text = readFileSync(described, 'utf8')
      const table = (start: string): string =>
        /\n\| Fields \|([^|]*)\|/.exec(text.slice(text.indexOf(start)))?.[1] ?? ''
      const words = (said: string): readonly string[] => said.match(/#?[A-Z][A-Za-z0-9_]+#?/g) ?? []
      const sec = words(table('**SEC Data Delivery Standards**'))
      const edrm = words(/`(#From #To [^`]*)`/.exec(text)?.[1] ?? '')
      const underscored = [text.slice(0, text.indexOf('[S1] ')), readFileSync(listed, 'utf8')].flatMap(
        (said) => said.match(/\b[A-Z][A-Za-z]*[a-z][A-Za-z]*(?:_[A-Z][A-Za-z]+)+\b/g) ?? [],
      )
      expect([sec.length, edrm.length, underscored.length].every((n) => n > 10)).toBe(true)
      const asked = new Set([...sec, ...edrm, ...underscored])
      // Of zones, and of what stands in addresses of other sites.
      for (const other of ['New_York', 'FileType', 'DateReceived']) asked.delete(other)
      expect([...asked].filter((name) => fields[name] === undefined && none[name] === undefined)).toEqual([])
    },
  )

  it('have one place each', () => {
    expect(Object.keys(none).filter((name) => fields[name] !== undefined)).toEqual([])
    expect(Object.keys(none).filter((name) => known.has(name))).toEqual([])
  })
})
