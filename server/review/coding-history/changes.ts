/**
 * What an audit row says of coding: a change of one field or one category of tags of one document, what choices are called
 * from then on, or how batches stand. Told by the shape of a row, not by its action: whoever changes coding is heard, by whatever name.
 */

import * as z from 'zod/mini'
import { how } from '#contracts/audit.ts'
import { type CodedValue, codedValue } from '#contracts/coding.ts'
import { parseErasable } from '../../platform/audit/entry.ts'
import { namesKey } from './choice-names.ts'

export type How = z.infer<typeof how>

/** A change of one field or category of one document. */
export interface Change {
  readonly seq: number
  readonly auditId: number
  readonly at: string
  readonly documentId: number
  readonly kind: 'field' | 'tags'
  readonly subjectId: number
  /** In the words of the time; undefined where people typed it: that stands beside the text and nowhere else. */
  readonly value: CodedValue | undefined
  /** Whether anything stands now. What was erased did. */
  readonly coded: boolean
  readonly userId: number | null
  readonly how: How
  readonly jobId: number | null
}

/** What a field and its choices are called. */
interface Names {
  readonly name: string
  readonly choices: readonly { readonly choiceId: number; readonly text: string }[]
}

/** What the choices of a field, or the tags of a category, are called from a row on. */
export interface Naming extends Names {
  readonly seq: number
  /** A field's id; of a category of tags, its `namesKey`. */
  readonly fieldId: number
  /** What they were called before, as far as no row has told: tags are older than the rows that tell of their names. */
  readonly before: Names | null
}

/** How batches stand from a row on; a status of null: the batch is gone. */
export interface BatchChange {
  readonly seq: number
  readonly at: string
  readonly batches: readonly {
    readonly batchId: number
    readonly status: string | null
    readonly userId: number | null
  }[]
}

/** What is told of coding and of batches, in the order of the chain. */
export type CodingChange =
  | { readonly change: Change }
  | { readonly naming: Naming }
  | { readonly standing: BatchChange }

/** The parts of a row that are looked at, as an entry has them before it is written or its text after. */
export interface RowParts {
  readonly seq: number
  readonly auditId: number
  readonly at: string
  readonly action: string
  readonly userId: number | null
  readonly documentId: number | null
  readonly fieldId: number | null
  readonly jobId: number | null
  readonly how: How | undefined
  readonly oldValue: unknown
  readonly newValue: unknown
  /** Whether the new value stands beside the text, and what is left of it there. */
  readonly beside: { readonly value: unknown } | 'erased' | null
  readonly facts: Readonly<Record<string, unknown>>
}

const fieldOnRecord = z.object({
  fieldId: z.int(),
  name: z.string(),
  choices: z.array(z.object({ choiceId: z.int(), text: z.string() })),
})
const formOnRecord = z.object({ sections: z.array(z.object({ fields: z.array(fieldOnRecord) })) })

const batchesOnRecord = z.object({
  batches: z.array(
    z.object({ batchId: z.int(), status: z.nullable(z.string()), userId: z.nullable(z.int()) }),
  ),
})

const categoryOnRecord = z.object({
  tagCategoryId: z.int(),
  name: z.string(),
  tags: z.array(z.object({ tagId: z.int(), name: z.string() })),
})

/** Forms and fields: what choices are called. Categories of tags: what tags are called. */
const tellsOfNames = (action: string): boolean =>
  action.startsWith('codingForm.') || action.startsWith('field.') || tellsOfTags(action)

const tellsOfTags = (action: string): boolean =>
  action.startsWith('tag.') || action.startsWith('tagCategory.')

const tellsOfBatches = (action: string): boolean =>
  action.startsWith('batch.') || action.startsWith('assignment.')

export const isEmpty = (value: CodedValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What a row tells of coding; most rows tell nothing. */
export function changesFrom(row: RowParts): CodingChange[] {
  const change = changeIn(row)
  if (change !== null) return [{ change }]
  if (tellsOfBatches(row.action)) {
    const said = z.safeParse(batchesOnRecord, row.facts)
    return said.success ? [{ standing: { seq: row.seq, at: row.at, batches: said.data.batches } }] : []
  }
  if (row.action.startsWith('field.')) {
    const field = z.safeParse(fieldOnRecord, row.newValue)
    return field.success ? [{ naming: { seq: row.seq, before: null, ...field.data } }] : []
  }
  if (tellsOfTags(row.action)) return tagNaming(row)
  if (!row.action.startsWith('codingForm.')) return []
  const form = z.safeParse(formOnRecord, row.newValue)
  if (!form.success) return []
  return form.data.sections.flatMap(({ fields }) =>
    fields.map(({ fieldId, name, choices }) => ({
      naming: { seq: row.seq, fieldId, name, choices, before: null },
    })),
  )
}

/** The row has the category as it was and as it became; one that is gone has no tags any more. */
function tagNaming({ seq, oldValue, newValue }: RowParts): CodingChange[] {
  const [was, is] = [oldValue, newValue].map((value) => z.safeParse(categoryOnRecord, value).data)
  const category = is ?? was
  if (category === undefined) return []
  const namesIn = ({ name, tags }: z.infer<typeof categoryOnRecord>): Names => ({
    name,
    choices: tags.map((tag) => ({ choiceId: tag.tagId, text: tag.name })),
  })
  return [
    {
      naming: {
        seq,
        fieldId: namesKey('tags', category.tagCategoryId),
        name: category.name,
        choices: is === undefined ? [] : namesIn(is).choices,
        before: was === undefined ? null : namesIn(was),
      },
    },
  ]
}

function changeIn(row: RowParts): Change | null {
  const { documentId, fieldId, facts } = row
  // What somebody gave up for another's value never stood.
  if (documentId === null || row.action === 'coding.gaveUp') return null
  const category = facts.tagCategoryId
  const subject =
    fieldId !== null
      ? { kind: 'field' as const, subjectId: fieldId }
      : typeof category === 'number'
        ? { kind: 'tags' as const, subjectId: category }
        : null
  if (subject === null) return null
  return {
    ...subject,
    ...valueIn(row),
    documentId,
    seq: row.seq,
    auditId: row.auditId,
    at: row.at,
    userId: row.userId,
    how: row.how ?? 'manual',
    jobId: row.jobId,
  }
}

function valueIn({ newValue, beside }: RowParts): { value: CodedValue | undefined; coded: boolean } {
  if (beside === 'erased') return { value: undefined, coded: true }
  if (beside !== null) return { value: undefined, coded: !isEmpty(readValue(beside.value)) }
  const value = readValue(newValue)
  return { value, coded: !isEmpty(value) }
}

/** A value as coding knows it; anything else is none. */
export function readValue(value: unknown): CodedValue {
  const read = z.safeParse(codedValue, value ?? null)
  return read.success ? read.data : null
}

export interface StoredRow {
  readonly audit_id: number
  readonly seq: number
  readonly at: string
  readonly user_id: number | null
  readonly action: string
  readonly document_id: number | null
  readonly field_id: number | null
  readonly job_id: number | null
  readonly text: string
  readonly erasable: string | null
}

/** What the text of a row says, as its JSON has it. */
export type RowText = Readonly<Record<string, unknown>>

/** The same from a row that was written before; `said`: its text, where somebody has read it already. */
export function changesFromStored(row: StoredRow, said?: RowText): CodingChange[] {
  // Most rows are looks and imports: their texts need not be read.
  if (row.document_id === null && !tellsOfNames(row.action) && !tellsOfBatches(row.action)) return []
  if (row.document_id !== null && row.field_id === null && !row.text.includes('"tagCategoryId"')) return []
  const text = said ?? (JSON.parse(row.text) as RowText)
  return changesFrom({
    seq: row.seq,
    auditId: row.audit_id,
    at: row.at,
    action: row.action,
    userId: row.user_id,
    documentId: row.document_id,
    fieldId: row.field_id,
    jobId: row.job_id,
    how: howIn(text),
    oldValue: text.oldValue,
    newValue: text.newValue,
    beside: besides(recordIn(text.erasable), row.erasable, 'newValue'),
    facts: recordIn(text.facts) ?? {},
  })
}

const hows: ReadonlySet<unknown> = new Set(how.options)
const isHow = (value: unknown): value is How => hows.has(value)

/** A million of these are read at a time: they are looked at by hand. */
function howIn({ how: said }: RowText): How | undefined {
  if (said === undefined || isHow(said)) return said
  throw new Error(`A row of the trail says that it came to be by ${JSON.stringify(said)}.`)
}

function recordIn(value: unknown): RowText | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RowText
  throw new Error('A row of the trail is not written as rows of this program are.')
}

/** The old or the new value that a stored row tells, in its text or beside it; undefined where it was erased. */
export function toldValue(
  text: {
    readonly oldValue?: unknown
    readonly newValue?: unknown
    readonly erasable?: RowText
  },
  column: string | null,
  name: 'oldValue' | 'newValue',
): CodedValue | undefined {
  const beside = besides(text.erasable, column, name)
  return beside === 'erased' ? undefined : readValue(beside === null ? text[name] : beside.value)
}

/** What stands beside the text under a name: null where the text promises nothing of it. */
export function besides(
  promised: RowText | undefined,
  column: string | null,
  name: string,
): { readonly value: unknown } | 'erased' | null {
  if (promised === undefined || !(name in promised)) return null
  const kept = column === null ? undefined : parseErasable(column)?.[name]
  return kept === undefined ? 'erased' : { value: kept.value }
}
