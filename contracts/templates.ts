/**
 * Templates of a project: settings saved under a name, for everybody who may use them. Each has a kind, and names are
 * unique within a kind. Templates are requested by kind, so a client never receives a kind it does not know.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { chosenDocuments } from './filter.ts'
import { id, idParam, instant } from './ids.ts'

export const templateLimits = {
  /** Maximum number per kind and project. */
  templates: 200,
  nameLength: 100,
  /** Maximum number of characters, as JSON. */
  length: 50_000,
} as const

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(templateLimits.nameLength))

/** Properties of every template, of any kind. */
const heading = {
  templateId: id,
  name: z.string(),
  /** Grows with each save; overwriting states the version that was seen. */
  version: z.int(),
  madeBy: z.string(),
  savedBy: z.string(),
  savedAt: instant,
  /** The caller created it or manages the project, and may overwrite and delete it. */
  mayChange: z.boolean(),
}
const templateHeading = z.object(heading)
export type TemplateHeading = z.infer<typeof templateHeading>

export const filterTemplate = z.object({
  ...heading,
  kind: z.literal('filter'),
  /** As saved, including lost fields: nothing is removed silently. */
  choice: chosenDocuments,
  /** Fields that it names and that the project no longer has. */
  lost: z.array(z.string()),
  /** Why its typed query can no longer be read; null if it can. */
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
  summary: "The project's templates of a kind, by name.",
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
    /** The template to overwrite, with the version that was seen; null: a new one. */
    over: z.nullable(z.strictObject({ templateId: id, version: z.int() })),
  }),
  reply: z.object({ templateId: id, version: z.int() }),
  summary:
    'Save a template under an unused name (ignoring case), or over one that the caller created or, as a ' +
    'project manager, may change. A filter that names no field of the project, or cannot be read, is refused.',
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
  summary: 'Delete a template: its author, or a project manager.',
})

/** A POST that changes nothing: a name may reveal what a matter is about, and proxies log addresses. */
export const checkFilterName = call({
  name: 'templates.checkFilterName',
  method: 'POST',
  path: '/project/avaliableFilterTemplateName',
  needs: 'collect.view',
  scope: 'project',
  body: z.strictObject({ name }),
  onlyAsks: true,
  reply: z.object({
    available: z.boolean(),
    /** The template with this name; null: none. */
    takenBy: z.nullable(templateHeading),
  }),
  summary: 'Whether the name is free for a filter template (ignoring case), and which template has it.',
})
