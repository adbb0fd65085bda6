/**
 * The fields that documents have, declared once: how they are asked in a query, where the index keeps them, and what
 * they show. The project's own coding fields and tags follow the product's.
 */
import { batesFields } from '#contracts/excluded-fields.ts'
import { keywordField } from '#contracts/keywords.ts'
import type { FieldTypeId } from '#contracts/project.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { FieldKind } from '#query/tree.ts'
import { reservedOptions } from '#query/widening.ts'
import { messageIdHash } from '../../platform/hashes.ts'
import { isInstant } from '../../platform/instants.ts'
import type { Reader } from '../../platform/records/records.ts'
import { choicesOf } from '../coding-values/form-queries.ts'
import { categoryOf } from './domains.ts'
import type { DocumentFacts } from './facts.ts'
import {
  batesNumberField,
  type FactKey,
  type FieldStore,
  folderField,
  type IndexedField,
  type WordColumn,
} from './list.ts'
import type { BatesField } from './produced.ts'

/** A field of the product. */
export interface ProductField {
  readonly name: string
  readonly displayName: string
  readonly typeId: FieldTypeId
  readonly multiValue: boolean
  readonly kind: FieldKind
  readonly store: Extract<FieldStore, { in: 'words' | 'facts' | 'keywords' }>
  readonly values: (document: DocumentFacts) => readonly (string | number)[]
  /** What is shown beside a document in the place of its values, where that says more. */
  readonly shown?: (document: DocumentFacts) => readonly string[]
  /** Another name of a field: queries understand it, and no list of fields has it. */
  readonly alias?: true
}

type Values = ProductField['values']

const { date, integer, shortText, longText, singleChoice, multipleChoice, boolean } = fieldTypes

const words = (
  name: WordColumn,
  displayName: string,
  values: Values,
  typeId: FieldTypeId = shortText,
  kind: FieldKind = 'text',
): ProductField => ({
  name,
  displayName,
  typeId,
  multiValue: typeId === longText && name !== 'Source_Path',
  kind,
  store: { in: 'words', column: name },
  values,
})

const fact = (
  name: FactKey,
  displayName: string,
  typeId: FieldTypeId,
  kind: FieldKind,
  values: Values,
): ProductField => ({
  name,
  displayName,
  typeId,
  multiValue: typeId === multipleChoice,
  kind,
  store: { in: 'facts', key: name },
  values,
})

/** What was asked under this name before there was a field for it: queries that people have kept go on finding the same. */
const alias = (field: ProductField): ProductField => ({ ...field, alias: true })

const one = (value: string): readonly string[] => (value === '' ? [] : [value])
const number = (value: number | null): readonly number[] => (value === null ? [] : [value])
const instant = (value: string | null): readonly number[] => (value === null ? [] : [Date.parse(value)])
const flag = (on: boolean): readonly string[] => [on ? 'Yes' : 'No']

/** What its file said under a name. */
const said =
  (name: string): Values =>
  ({ metadata }) =>
    metadata[name] ?? []
/** The same as instants or as counts; what is neither is left to be shown as it was said. */
const saidInstants =
  (name: string): Values =>
  ({ metadata }) =>
    (metadata[name] ?? [])
      .filter(isInstant)
      .map((value) => Date.parse(value))
      .filter(Number.isFinite)
const saidCount =
  (name: string): Values =>
  ({ metadata }) =>
    (metadata[name] ?? []).filter((value) => /^\d{1,15}$/.test(value)).map(Number)

/** By its latest production; of what nobody has produced here, what came with it under that name. */
const bates = (name: BatesField, displayName: string): ProductField =>
  words(
    name,
    displayName,
    ({ produced, metadata }) => produced?.bates[name] ?? metadata[name] ?? [],
    name === 'Child_Bates' ? longText : shortText,
    'keyword',
  )

/** Hexadecimal digits that a number holds exactly. */
const digits = 13
/**
 * What documents that are the same share, in two numbers: for a message at the head of its family what families are held
 * against each other by, else the bytes. Empty files say nothing of each other.
 */
const duplicateKey = ({ dedupeHash, sha256, size }: DocumentFacts, part: 0 | 1): readonly number[] => {
  const hash = dedupeHash === '' ? sha256 : dedupeHash
  if (size === 0 || !/^[0-9a-f]{32,}$/i.test(hash)) return []
  return [Number.parseInt(hash.slice(part * digits, (part + 1) * digits), 16)]
}

/** In the order in which they are shown. Positions give ids: add at the end only. */
export const productFields: readonly ProductField[] = [
  words('Control_Number', 'Control number', (d) => one(d.controlNumber), shortText, 'keyword'),
  fact('Custodian', 'Custodian', singleChoice, 'text', (d) => one(d.custodian)),
  fact('All_Custodian', 'All custodians', multipleChoice, 'text', (d) => d.allCustodians),
  fact('Record_Type', 'Record type', singleChoice, 'keyword', (d) => one(d.recordType)),
  fact('File_Type_Category', 'File type category', singleChoice, 'keyword', (d) => one(d.fileCategory)),
  words('Document_Name', 'Document name', (d) => one(d.title)),
  words('File_Name', 'File name', (d) => one(d.fileName)),
  fact('File_Extension', 'File extension', shortText, 'keyword', (d) => one(d.extension)),
  fact('MIME_Type', 'MIME type', shortText, 'keyword', (d) => one(d.mimeType)),
  fact('File_Size', 'File size', integer, 'number', (d) => [d.size]),
  fact('Parent_Date', 'Parent date', date, 'instant', (d) => instant(d.parentDate)),
  fact('Sent_Date', 'Sent date', date, 'instant', (d) => instant(d.sentAt)),
  words('From', 'From', (d) => d.from),
  words('To', 'To', (d) => d.to, longText),
  words('CC', 'CC', (d) => d.cc, longText),
  words('BCC', 'BCC', (d) => d.bcc, longText),
  words('Subject', 'Subject', (d) => (d.isMail ? one(d.title) : [])),
  words('Message_ID', 'Message ID', (d) => one(d.messageId)),
  words('In_Reply_To', 'In reply to', (d) => one(d.inReplyTo)),
  words('References', 'References', (d) => d.references, longText),
  words('Source_Path', 'Source path', (d) => one(d.sourcePath.join('/')), longText),
  fact('Attachment_Count', 'Attachments', integer, 'number', (d) => [d.attachmentCount]),
  fact('Family_Id', 'Family', integer, 'number', (d) => [d.familyId]),
  fact('Parent_Id', 'Parent', integer, 'number', (d) => number(d.parentId)),
  fact('Family_Ordinal', 'Position in the family', integer, 'number', (d) => [d.ordinal]),
  words('MD5', 'MD5', (d) => one(d.md5), shortText, 'keyword'),
  words('SHA1', 'SHA-1', (d) => one(d.sha1), shortText, 'keyword'),
  words('SHA256', 'SHA-256', (d) => one(d.sha256), shortText, 'keyword'),
  fact('Document_Id', 'Document', integer, 'number', (d) => [d.documentId]),
  fact('Has_Text', 'Has text', boolean, 'flag', (d) => flag(d.hasText)),
  alias(fact('Text_Size', 'Text size', integer, 'number', (d) => [d.textSize])),
  fact('Text_Truncated', 'Text cut off', boolean, 'flag', (d) => flag(d.textTruncated)),
  fact('No_Text_Reason', 'Why there is no text', shortText, 'text', (d) => one(d.noTextReason ?? '')),
  fact('Document_State', 'Document state', singleChoice, 'keyword', (d) => [d.state]),
  fact('Filter_Job', 'Filtered out by', singleChoice, 'keyword', (d) => one(d.filterJob)),
  fact('Exception', 'Exceptions', multipleChoice, 'keyword', (d) => d.exceptions),
  fact('Domains', 'Domains', multipleChoice, 'keyword', (d) => d.domains),
  fact('Domain_Categories', 'Kinds of domains', multipleChoice, 'keyword', (d) => [
    ...new Set(d.domains.map(categoryOf)),
  ]),
  fact('Recipient_Count', 'Recipients', integer, 'number', (d) => number(d.recipientCount)),
  fact('Family_Count', 'Documents in the family', integer, 'number', (d) => [d.familyCount]),
  fact('Extracted_Text_Size', 'Extracted text size', integer, 'number', (d) => [d.extractedSize]),
  fact('All_Custodian_Last_Updated_Date', 'All custodians updated', date, 'instant', (d) =>
    instant(d.custodiansAt),
  ),
  fact('Is_Duplicate', 'Has suppressed copies', boolean, 'flag', (d) => flag(d.isDuplicate)),
  fact('Thread_Id', 'Thread', integer, 'number', (d) => number(d.analysis?.threadId ?? null)),
  fact('Thread_Inclusive', 'Inclusive in its thread', singleChoice, 'keyword', (d) =>
    one(d.analysis?.inclusive ?? ''),
  ),
  fact('Near_Dup_Group', 'Near-duplicates', integer, 'number', (d) =>
    number(d.analysis?.nearDupGroup ?? null),
  ),
  fact('Near_Dup_Principal', 'Near-duplicate pivot', boolean, 'flag', ({ analysis, documentId }) =>
    analysis?.nearDupGroup == null ? [] : flag(analysis.nearDupGroup === documentId),
  ),
  fact('Near_Dup_Similarity', 'Similarity to the principal (%)', integer, 'number', (d) =>
    number(d.analysis?.nearDupSimilarity ?? null),
  ),
  {
    ...fact('Language', 'Languages', multipleChoice, 'keyword', (d) =>
      (d.analysis?.languages ?? []).map(({ name }) => name),
    ),
    shown: (d) =>
      (d.analysis?.languages ?? []).map(({ name, share }) => (share === null ? name : `${name} ${share} %`)),
  },
  fact('PII_Likely', 'PII, likely', multipleChoice, 'keyword', (d) => d.analysis?.piiLikely ?? []),
  fact('PII_Potential', 'PII, potential', multipleChoice, 'keyword', (d) => d.analysis?.piiPotential ?? []),
  words('Custom_Id', 'Custom id', (d) => one(d.customId), shortText, 'keyword'),
  {
    ...{ name: keywordField, displayName: 'Keyword hits', typeId: multipleChoice, multiValue: true },
    kind: 'keyword',
    // Which terms there are is looked up where it is asked for, and which of them hit is found by asking them.
    store: { in: 'keywords' },
    values: () => [],
  },
  fact('Known_File', 'Known file', singleChoice, 'text', said('Known_File')),
  fact(
    'De_NISTed_Attachments',
    'De-NISTed attachments',
    multipleChoice,
    'text',
    // How many they are, then their names.
    ({ metadata }) => (metadata.De_NISTed_Attachments ?? []).slice(1),
  ),
  fact('Author', 'Author', multipleChoice, 'text', said('Author')),
  fact('Last_Author', 'Last author', multipleChoice, 'text', said('Last_Author')),
  fact('Created_Date', 'File created', date, 'instant', saidInstants('Created_Date')),
  fact('Modified_Date', 'File modified', date, 'instant', saidInstants('Modified_Date')),
  fact('Printed_Date', 'File last printed', date, 'instant', saidInstants('Printed_Date')),
  fact('Received_Date', 'Received', date, 'instant', saidInstants('Received_Date')),
  fact('Page_Count', 'Pages', integer, 'number', saidCount('Page_Count')),
  fact('Hidden_Content', 'Hidden content', multipleChoice, 'keyword', said('Hidden_Content')),
  fact(
    'Detected_Type',
    'Type by its content, where its name says another',
    singleChoice,
    'keyword',
    said('Detected_Type'),
  ),
  words('Doc_Title', 'Title', said('Doc_Title'), longText),
  words('All_Paths', 'All paths', (d) => d.allPaths, longText),
  fact('All_Folders', 'All folders', multipleChoice, 'text', (d) => d.allFolders),
  fact('Thread_Count', 'Documents in the thread', integer, 'number', (d) =>
    number(d.analysis?.threadCount ?? null),
  ),
  fact('Near_Dup_Count', 'Documents in the group of near-duplicates', integer, 'number', (d) =>
    number(d.analysis?.nearDupCount ?? null),
  ),
  fact('Main_Language', 'Main language', singleChoice, 'keyword', (d) =>
    one(d.analysis?.languages[0]?.name ?? ''),
  ),
  fact('Language_Confidence', 'Certainty of the main language (%)', integer, 'number', (d) =>
    number(d.analysis?.languages[0]?.confidence ?? null),
  ),
  words('MIH', 'Message ID hash (EDRM MIH)', (d) => one(messageIdHash(d.messageId)), shortText, 'keyword'),
  words('Dedupe_Hash', 'De-duplication hash', (d) => one(d.dedupeHash), shortText, 'keyword'),
  words('All_BCC', 'All BCC', (d) => d.allBcc, longText),
  fact('Date_Flags', 'Doubtful dates', multipleChoice, 'keyword', said('Date_Flags')),
  alias(fact('Duplicate_Key', 'Duplicate key', integer, 'number', (d) => duplicateKey(d, 0))),
  alias(fact('Duplicate_Key_Rest', 'Duplicate key, rest', integer, 'number', (d) => duplicateKey(d, 1))),
  fact('Redaction', 'Redaction', integer, 'number', (d) => (d.redactions.isRedacted ? [1] : [])),
  fact('Redaction_Type', 'Redaction type', multipleChoice, 'keyword', (d) => d.redactions.types),
  bates('Begin_Bates', 'First Bates number'),
  bates('End_Bates', 'Last Bates number'),
  bates('Begin_Attach', 'First Bates number of the family'),
  bates('End_Attach', 'Last Bates number of the family'),
  bates('Attachment_Range', 'Bates numbers of the family'),
  bates('Parent_Bates', 'Bates number of the parent'),
  bates('Child_Bates', 'Bates numbers of attachments'),
  fact('Production', 'Productions', multipleChoice, 'keyword', (d) => d.produced?.productions ?? []),
]

/** A coding field or the tags, as a query may ask for them. */
export interface OwnField extends IndexedField {
  readonly displayName: string
  readonly typeId: number
  readonly fieldId: number
}

/** How the values of each field type are asked for. */
export function kindOfType(typeId: number): FieldKind {
  switch (typeId) {
    case fieldTypes.date:
      return 'day'
    case fieldTypes.integer:
    case fieldTypes.float:
      return 'number'
    case fieldTypes.boolean:
      return 'flag'
    case fieldTypes.singleChoice:
    case fieldTypes.multipleChoice:
    case fieldTypes.singleObject:
      return 'keyword'
    default:
      return 'text'
  }
}

/** Words of the query language cannot be names of fields. */
const reserved = new Set(['and', 'or', 'not', ...reservedOptions, 'tags', 'folder', 'bates_number'])

/** The project's coding fields with the names by which queries ask for them: no two are the same without case. */
export async function codingFields(read: Reader, projectId: number): Promise<OwnField[]> {
  const rows = await read
    .selectFrom('field')
    .select(['field_id', 'name', 'type_id'])
    .where('project_id', '=', projectId)
    .orderBy('name')
    .orderBy('field_id')
    .execute()
  const taken = new Set([...reserved, ...productFields.map((field) => field.name.toLowerCase())])
  return rows.map((row) => ({
    name: freeName(row.name, taken),
    kind: kindOfType(row.type_id),
    store: { in: 'coding', fieldId: row.field_id },
    displayName: row.name,
    typeId: row.type_id,
    fieldId: row.field_id,
  }))
}

/** They say which numbers other members of the family have. */
const ofFamilies = batesFields.filter((name) => name !== 'Begin_Bates' && name !== 'End_Bates')

/**
 * Fields whose values are about other documents as well: who else had a copy, how many a group has. Whoever sees only a part of
 * a project does not have them.
 */
const ofOthers: ReadonlySet<string> = new Set([
  ...[
    'All_Custodian',
    'All_Custodian_Last_Updated_Date',
    'All_Paths',
    'All_Folders',
    'All_BCC',
    'Is_Duplicate',
  ],
  ...['Thread_Id', 'Thread_Inclusive', 'Thread_Count', 'Near_Dup_Group', 'Near_Dup_Principal'],
  ...['Near_Dup_Similarity', 'Near_Dup_Count'],
  ...ofFamilies,
])

/** The product's fields for somebody who sees all documents of a project, or only a part. */
export const productFieldsFor = (seesAll: boolean): readonly ProductField[] =>
  seesAll ? productFields : productFields.filter(({ name }) => !ofOthers.has(name))

/** Every field of a project that a query may ask for, and where the index keeps it. */
export async function queryFields(
  read: Reader,
  projectId: number,
  /** Whether whoever asks sees all documents of the project. */
  seesAll: boolean,
): Promise<IndexedField[]> {
  const tags = await read
    .selectFrom('tag as t')
    .innerJoin('tag_category as c', 'c.tag_category_id', 't.tag_category_id')
    .select(['t.tag_id', 't.name'])
    .where('c.project_id', '=', projectId)
    .execute()
  const coding = await codingFields(read, projectId)
  const flags = coding.flatMap(({ kind, fieldId }) => (kind === 'flag' ? fieldId : []))
  const choices = await choicesOf(read, flags)
  const names = Object.fromEntries(tags.map((tag) => [tag.tag_id, tag.name]))
  return [
    ...productFieldsFor(seesAll).map(({ name, kind, store }): IndexedField => ({ name, kind, store })),
    ...coding.map(
      ({ name, kind, store, fieldId }): IndexedField => ({
        ...{ name, kind, store },
        ...(kind === 'flag' ? { options: (choices.get(fieldId) ?? []).map(({ text }) => text) } : {}),
      }),
    ),
    { name: 'Tags', kind: 'keyword', store: { in: 'tags', names } },
    // What is in the folders that a query names is looked up when it is read.
    { name: folderField, kind: 'keyword', store: { in: 'folders', documents: {} } },
    { name: batesNumberField, kind: 'keyword', store: { in: 'numbers', documents: {} } },
  ]
}

/** A name as it is written in a query: letters, digits and underscores, beginning with a letter or an underscore. */
export function plainName(name: string): string {
  const plain = name
    .trim()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  return /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`
}

/** The plain name, or where another field has it one like it. */
function freeName(name: string, taken: Set<string>): string {
  const base = plainName(name)
  let free = base
  for (let i = 2; taken.has(free.toLowerCase()); i++) free = `${base}_${i}`
  taken.add(free.toLowerCase())
  return free
}
