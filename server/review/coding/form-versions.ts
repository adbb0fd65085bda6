/** Versions of forms: each change of what a form shows makes one, which stays when the form goes. */
import { sql } from 'kysely'
import {
  type DefinedVersion,
  type FormDefinition,
  type FormVersion,
  formDefinition,
} from '#contracts/form-builder.ts'
import { formChanges } from '#contracts/form-changes.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { inReview } from '../documents/visible.ts'

/** Who made a version, and when. */
interface Making {
  readonly projectId: number
  readonly user: AuditEntry['user']
  readonly at: Date
}

/** Notes what a form has become as its present version; `isNew`: it was not there before. */
export async function addVersion(
  trx: Writer,
  { projectId, user, at }: Making,
  formId: number,
  { name, sections }: FormDefinition,
  isNew: boolean,
): Promise<void> {
  const { last } = await trx
    .selectFrom('coding_form_version')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('coding_form_id', '=', formId)
    .executeTakeFirstOrThrow()
  // A form that has not changed since versions are kept is in its first one, of which there is no row.
  const next = Number(last ?? (isNew ? 0 : 1)) + 1
  const { version_id } = await trx
    .insertInto('coding_form_version')
    .values({
      project_id: projectId,
      coding_form_id: formId,
      number: next,
      at: instantOf(at),
      by_user: user?.userId ?? null,
      definition: JSON.stringify({ name, sections }),
    })
    .returning('version_id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('coding_form')
    .set({ version: next, version_id })
    .where('coding_form_id', '=', formId)
    .execute()
}

/** The versions of a form of the project, the newest first. */
export async function formVersions(read: Reader, projectId: number, formId: number): Promise<FormVersion[]> {
  await requireForm(read, projectId, formId)
  const rows = await versionRows(read, projectId, formId).orderBy('v.number').execute()
  const documents = await codedWith(read, projectId, formId)
  const definitions = rows.map(({ definition }) => definitionOf(definition))
  return rows
    .map(({ version_id, number, at, by }, place): FormVersion => {
      const now = definitions[place]
      const changes = now === undefined ? [] : formChanges(definitions[place - 1] ?? null, now)
      return { version: number, by, at, changes: [...changes], documents: documents.get(version_id) ?? 0 }
    })
    .reverse()
}

/** A form of the project as it was in a version. */
export async function formVersion(
  read: Reader,
  projectId: number,
  formId: number,
  version: number,
): Promise<DefinedVersion> {
  const row = await versionRows(read, projectId, formId).where('v.number', '=', version).executeTakeFirst()
  if (row === undefined) throw notFound('version of a coding form')
  return {
    coding_form_id: formId,
    version: row.number,
    by: row.by,
    at: row.at,
    definition: definitionOf(row.definition),
  }
}

/** Throws, with the present version, where the form is another one than was seen. */
export async function requireSeen(
  trx: Writer,
  projectId: number,
  formId: number,
  seen: number,
): Promise<void> {
  const { version } = await trx
    .selectFrom('coding_form')
    .select('version')
    .where('coding_form_id', '=', formId)
    .executeTakeFirstOrThrow()
  if (version === seen) return
  const present = await formVersion(trx, projectId, formId, version)
  throw new ApiError(
    'form.stale',
    `${present.by ?? 'Somebody'} has saved version ${version} of this form since you opened it. Nothing was saved: compare the two, and decide which one stays.`,
    { detail: present.definition.name, data: { present } },
  )
}

const versionRows = (read: Reader, projectId: number, formId: number) =>
  read
    .selectFrom('coding_form_version as v')
    .leftJoin('app_user as u', 'u.user_id', 'v.by_user')
    .select(['v.version_id', 'v.number', 'v.at', 'v.definition', 'u.name as by'])
    .where('v.project_id', '=', projectId)
    .where('v.coding_form_id', '=', formId)

const definitionOf = (column: string): FormDefinition => formDefinition.parse(JSON.parse(column))

async function requireForm(read: Reader, projectId: number, formId: number): Promise<void> {
  const form = await read
    .selectFrom('coding_form')
    .select('coding_form_id')
    .where('project_id', '=', projectId)
    .where('coding_form_id', '=', formId)
    .executeTakeFirst()
  if (form === undefined) throw notFound('coding form')
}

/** Documents of review with a value that was coded with each version, by the version's id. */
async function codedWith(
  read: Reader,
  projectId: number,
  formId: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await read
    .selectFrom('coding_value as v')
    .innerJoin('coding_form_version as f', 'f.version_id', 'v.form_version')
    .innerJoin('document as d', 'd.document_id', 'v.document_id')
    .select((eb) => ['f.version_id', eb.fn.count<number>('v.document_id').distinct().as('n')])
    .where('v.project_id', '=', projectId)
    .where('f.coding_form_id', '=', formId)
    .where('v.value', '<>', sql.lit('null'))
    .where('d.state', '=', inReview)
    .groupBy('f.version_id')
    .execute()
  return new Map(rows.map(({ version_id, n }) => [version_id, Number(n)]))
}
