/**
 * Templates of a project: what is saved under a name, for all who may use it. Each is of a kind, and a name stands once in
 * its kind; a kind is asked for by name, so that who knows one of them never meets another.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { chosenDocuments } from './filter.ts'
import { id, idParam, instant } from './ids.ts'

export const templateLimits = {
  /** Of a kind, in a project. */
  templates: 200,
  nameLength: 100,
  /** Characters of what is saved, as JSON. */
  length: 50_000,
} as const

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(templateLimits.nameLength))

/** What every template says of itself, whatever its kind. */
const heading = {
  templateId: id,
  name: z.string(),
  /** Counts up with each save; whoever saves over it says which one they saw. */
  version: z.int(),
  madeBy: z.string(),
  savedBy: z.string(),
  savedAt: instant,
  /** The caller made it, or manages the project: they may save over it and delete it. */
  mayChange: z.boolean(),
}
const templateHeading = z.object(heading)
export type TemplateHeading = z.infer<typeof templateHeading>

export const filterTemplate = z.object({
  ...heading,
  kind: z.literal('filter'),
  /** As it was saved, what is lost included: nothing is left out of it unsaid. */
  choice: chosenDocuments,
  /** Fields that it names and the project no longer has. */
  lost: z.array(z.string()),
  /** Why what is typed in it can no longer be read; null where it can. */
  fault: z.nullable(z.string()),
})
export type FilterTemplate = z.infer<typeof filterTemplate>

export const listTemplates = call({
  name: 'templates.list',
  method: 'GET',
  path: '/project/template',
  needs: 'collect.view',
  scope: 'project',
  query: z.strictObject({ kind: z.literal('filter') }),
  reply: listOf(filterTemplate),
  summary: 'The templates of a kind that the project has, by name.',
})

export const saveTemplate = call({
  name: 'templates.save',
  method: 'POST',
  path: '/project/template',
  needs: 'collect.view',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    kind: z.literal('filter'),
    name,
    choice: chosenDocuments,
    /** The one that it takes the place of, as it was seen; null: a new one. */
    over: z.nullable(z.strictObject({ templateId: id, version: z.int() })),
  }),
  reply: z.object({ templateId: id, version: z.int() }),
  summary:
    'Save a template under a name that is free (case aside), or over one that the caller made or, as a project manager, may ' +
    'change. A filter that names no field of the project, or cannot be read, is refused.',
})

export const deleteTemplate = call({
  name: 'templates.delete',
  method: 'DELETE',
  path: '/project/template',
  needs: 'collect.view',
  scope: 'project',
  idempotencyKey: 'optional',
  query: z.strictObject({ templateId: idParam }),
  reply: z.void(),
  summary: 'Delete a template: whoever made it, and who manages the project.',
})

/** A POST that changes nothing: a name may say what a matter is about, and addresses are logged by proxies. */
export const checkFilterName = call({
  name: 'templates.checkFilterName',
  method: 'POST',
  path: '/project/avaliableFilterTemplateName',
  needs: 'collect.view',
  scope: 'project',
  body: z.strictObject({ name }),
  reply: z.object({
    available: z.boolean(),
    /** The one that has it; null: none. */
    takenBy: z.nullable(templateHeading),
  }),
  summary: 'Whether the name is free for a filter template (case aside), and which one has it.',
})
