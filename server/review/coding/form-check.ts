/** What a change of a form would mean for documents that are coded, said before it is made. */
import { sql } from 'kysely'
import type { FormField } from '#contracts/coding.ts'
import { hasOptions, kindOf } from '#contracts/coding-values.ts'
import type { FormFinding } from '#contracts/form-builder.ts'
import type { FormDraft } from '#contracts/form-drafts.ts'
import { quoted } from '#query/lex.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { readForm } from '../coding-values/form-queries.ts'
import { inReview } from '../documents/visible.ts'
import { codingFields } from '../search/fields.ts'
import { choiceUses } from './choice-uses.ts'
import { choiceText } from './choices.ts'

/** A field of the project, with its name in queries. */
interface Known {
  readonly fieldId: number
  readonly name: string
  readonly queryName: string
}

/** Only what concerns at least one document, in the order of the draft. */
export async function formFindings(
  read: Reader,
  projectId: number,
  formId: number,
  draft: FormDraft,
): Promise<FormFinding[]> {
  const form = await readForm(read, projectId, formId)
  if (form === null) throw notFound('coding form')
  const fields = (await codingFields(read, projectId)).map(
    ({ fieldId, name, displayName }): Known => ({ fieldId, name: displayName, queryName: name }),
  )
  const shown = form.sections.flatMap((section) => section.fields)
  // One that is named by its id is called what it is called by now.
  const drafted = draft.sections
    .flatMap((section) => section.fields)
    .map((field) => ({
      ...field,
      field_name: fields.find(({ fieldId }) => fieldId === field.fieldId)?.name ?? field.field_name.trim(),
    }))
  const asking: Asking = {
    read,
    projectId,
    byName: new Map(fields.map((field) => [field.name, field])),
    shown: shown.flatMap(({ fieldId }) => fields.find((field) => field.fieldId === fieldId) ?? []),
  }
  const findings: FormFinding[] = []
  for (const field of drafted) {
    const before = shown.find(({ field_name }) => field_name === field.field_name)
    const isNew = field.is_required && !field.is_read_only && before?.is_required !== true
    if (isNew) findings.push(await withoutValue(asking, field.field_name))
    findings.push(...(await codedWithGone(asking, field, before)))
  }
  const kept = new Set(drafted.map(({ field_name }) => field_name))
  for (const { field_name } of shown)
    if (!kept.has(field_name)) findings.push(await codedIn(asking, field_name))
  return findings.filter(({ documents }) => documents > 0)
}

interface Asking {
  readonly read: Reader
  readonly projectId: number
  readonly byName: ReadonlyMap<string, Known>
  /** The fields that the form shows now: a document with a value of any of them is coded. */
  readonly shown: readonly Known[]
}

/** Values of documents in review. */
const values = ({ read, projectId }: Asking, fieldIds: readonly number[]) =>
  read
    .selectFrom('coding_value as v')
    .innerJoin('document as d', 'd.document_id', 'v.document_id')
    .where('v.project_id', '=', projectId)
    .where('v.field_id', 'in', fieldIds)
    .where('v.value', '<>', sql.lit('null'))
    .where('d.state', '=', inReview)

const distinct = (name: string) => sql<number>`count(distinct ${sql.ref(name)})`.as('n')

/** Documents that are coded with the form, without a value of this field. */
async function withoutValue(asking: Asking, name: string): Promise<FormFinding> {
  const field = asking.byName.get(name)
  const coded = asking.shown.map(({ queryName }) => `${queryName} is not null`).join(' OR ')
  const query = field === undefined ? coded : `(${coded}) AND ${field.queryName} is null`
  const found = { kind: 'required', field: name, choice: null, query } as const
  if (asking.shown.length === 0) return { ...found, documents: 0 }
  const all = values(
    asking,
    asking.shown.map(({ fieldId }) => fieldId),
  )
  const { n } = await (field === undefined
    ? all
    : all.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('coding_value as own')
              .select('own.document_id')
              .whereRef('own.document_id', '=', 'v.document_id')
              .where('own.field_id', '=', field.fieldId)
              .where('own.value', '<>', sql.lit('null')),
          ),
        ),
      )
  )
    .select(distinct('v.document_id'))
    .executeTakeFirstOrThrow()
  return { ...found, documents: Number(n) }
}

/** Documents that are coded with choices which the draft takes away. */
async function codedWithGone(
  asking: Asking,
  field: FormDraft['sections'][number]['fields'][number],
  before: FormField | undefined,
): Promise<FormFinding[]> {
  const known = asking.byName.get(field.field_name)
  const kind = kindOf({ field_type_id: field.field_type_id })
  if (before === undefined || known === undefined || !hasOptions(kind) || kind === 'boolean') return []
  if (field.choices.length === 0) return []
  const ids = new Set(field.choices.flatMap((one) => (typeof one === 'string' ? [] : (one.choiceId ?? []))))
  const texts = new Set(
    field.choices.flatMap((one) =>
      typeof one === 'string' || one.choiceId === undefined ? choiceText(one) : [],
    ),
  )
  const gone = before.values.filter(
    ({ choiceId, short_text_value }) => !ids.has(choiceId) && !texts.has(short_text_value),
  )
  if (gone.length === 0) return []
  const uses = await choiceUses(
    asking.read,
    asking.projectId,
    known.fieldId,
    gone.map(({ short_text_value }) => short_text_value),
  )
  return gone.map(({ short_text_value: choice }) => {
    const { documents, outside } = uses.get(choice) ?? { documents: 0, outside: 0 }
    return {
      ...{ kind: 'choiceUsed', field: known.name, choice, documents },
      ...(outside === 0 ? {} : { outside }),
      query: `${known.queryName} is ${quoted(choice)}`,
    }
  })
}

/** Documents with a value of a field that goes. */
async function codedIn(asking: Asking, name: string): Promise<FormFinding> {
  const field = asking.byName.get(name)
  const found = { kind: 'fieldGone', field: name, choice: null } as const
  if (field === undefined) return { ...found, documents: 0, query: '' }
  const { n } = await values(asking, [field.fieldId])
    .select(distinct('v.document_id'))
    .executeTakeFirstOrThrow()
  return { ...found, documents: Number(n), query: `${field.queryName} is not null` }
}
