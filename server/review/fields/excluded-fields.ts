/** Fields that leave a project neither by an export nor by a sync: which they are, and changing that. */
import * as z from 'zod/mini'
import type { BodyOf } from '#contracts/call.ts'
import {
  type ExcludedFields,
  type Exit,
  exits,
  isExcludedAlways,
  type putExcludedFields,
} from '#contracts/excluded-fields.ts'
import type { Field } from '#contracts/project.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { listFields } from './project-fields.ts'

/** A field of the project by its id, which stays when it is renamed; one of the product by its name. */
const kept = z.union([z.int(), z.string()])
const list = z._default(z.array(kept), [])
const excluded = z.object({ export: list, externalSync: list })

const keptOf = ({ kind, fieldId, name }: Field): z.infer<typeof kept> => (kind === 'coding' ? fieldId : name)

type Lists = Pick<ExcludedFields, Exit>

interface Excluded {
  readonly fields: readonly Field[]
  readonly added: Lists
  readonly version: number
}

async function readExcluded(read: Reader | Writer, projectId: number): Promise<Excluded> {
  const row = await read
    .selectFrom('project')
    .select(['excluded_fields', 'excluded_fields_version'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const lists = excluded.parse(JSON.parse(row.excluded_fields))
  const fields = await listFields(read, projectId, true)
  const namesIn = (exit: Exit): string[] =>
    fields.flatMap((field) => (lists[exit].includes(keptOf(field)) ? [field.name] : []))
  return {
    fields,
    added: { export: namesIn('export'), externalSync: namesIn('externalSync') },
    version: row.excluded_fields_version,
  }
}

/** What the project adds to what every project leaves out, and the fields that it has. */
export async function excludedFieldsOf(read: Reader | Writer, projectId: number): Promise<ExcludedFields> {
  const { fields, added, version } = await readExcluded(read, projectId)
  return {
    ...added,
    version,
    fields: fields.map(({ fieldId, name, displayName }) => ({ fieldId, name, displayName })),
  }
}

/** Whether a field of the project, by its id, is left out that way. */
export async function exclusionOf(
  read: Reader,
  projectId: number,
  exit: Exit,
): Promise<(fieldId: number) => boolean> {
  const { fields, added } = await readExcluded(read, projectId)
  const ids = new Set(
    fields.flatMap(({ fieldId, name }) =>
      added[exit].includes(name) || isExcludedAlways(exit, name) ? [fieldId] : [],
    ),
  )
  return (fieldId) => ids.has(fieldId)
}

/** Changes both lists; the trail has what they were and what they became. */
export async function changeExcludedFields(
  ctx: ProjectContext,
  { version, ...asked }: BodyOf<typeof putExcludedFields>,
): Promise<ExcludedFields> {
  const { projectId } = ctx.project
  await idempotent(ctx, async (trx) => {
    const before = await readExcluded(trx, projectId)
    if (before.version !== version)
      throw new ApiError(
        'conflict',
        'Somebody has changed which fields are left out since you opened them. Nothing was saved: open them again.',
        { detail: 'version' },
      )
    const chosen = (exit: Exit): Field[] => knownFields(before.fields, exit, asked[exit])
    const after = { export: chosen('export'), externalSync: chosen('externalSync') }
    const namesOf = (exit: Exit): string[] => after[exit].map(({ name }) => name)
    const added = { export: namesOf('export'), externalSync: namesOf('externalSync') }
    if (exits.every((exit) => added[exit].join() === before.added[exit].join())) return
    const stored = Object.fromEntries(exits.map((exit) => [exit, after[exit].map(keptOf)]))
    await trx
      .updateTable('project')
      .set({ excluded_fields: JSON.stringify(stored), excluded_fields_version: version + 1 })
      .where('project_id', '=', projectId)
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'project.excludedFieldsChanged',
        oldValue: before.added,
        newValue: added,
        how: 'manual',
      },
    ])
  })
  return await excludedFieldsOf(ctx.records.read, projectId)
}

/** The fields that are named, each once, in the order in which the project has them; throws where it has no such field. */
function knownFields(fields: readonly Field[], exit: Exit, names: readonly string[]): Field[] {
  const asked = new Set(names.map((name) => name.toLowerCase()))
  const found = fields.filter(({ name }) => asked.has(name.toLowerCase()))
  const known = new Set(found.map(({ name }) => name.toLowerCase()))
  const missing = names.find((name) => !known.has(name.toLowerCase()))
  if (missing !== undefined)
    throw new ApiError('request.invalid', `Documents of this project have no field ${missing}.`, {
      detail: exit,
    })
  return found.filter(({ name }) => !isExcludedAlways(exit, name))
}
