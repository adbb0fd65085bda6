/** The features of a project, and what it refuses where one of them is off. */
import * as z from 'zod/mini'
import { feature, type Project, tagsEnabled } from '#contracts/project.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/** The features that a project's row holds. */
export const featuresOf = (json: string): Project['features'] => z.array(feature).parse(JSON.parse(json))

/** Switches the feature `codingforms`; the others stay as they are. */
export async function switchForms(trx: Writer, projectId: number, enabled: boolean): Promise<void> {
  const { features } = await trx
    .selectFrom('project')
    .select('features')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const others = featuresOf(features).filter(({ name }) => name.toLowerCase() !== 'codingforms')
  await trx
    .updateTable('project')
    .set({ features: JSON.stringify([{ name: 'codingforms', enabled }, ...others]) })
    .where('project_id', '=', projectId)
    .execute()
}

async function hasTags(read: Reader | Writer, projectId: number): Promise<boolean> {
  const { features } = await read
    .selectFrom('project')
    .select('features')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return tagsEnabled(featuresOf(features))
}

/** Refuses where the project is coded with forms. */
export async function requireTags(read: Reader | Writer, projectId: number): Promise<void> {
  if (!(await hasTags(read, projectId)))
    throw new ApiError(
      'conflict',
      'This project is coded with forms: its tags can be read, but not changed.',
      { detail: 'codingforms' },
    )
}

/** Refuses where the documents of the project are sorted with tags. */
export async function requireForms(read: Reader | Writer, projectId: number): Promise<void> {
  if (await hasTags(read, projectId))
    throw new ApiError(
      'conflict',
      'This project is sorted with tags: its coding forms and what was coded with them can be read, but not changed.',
      { detail: 'codingforms' },
    )
}
