/**
 * Highlight sets of a project: named lists of terms that are highlighted in every document for whoever reviews it, whatever
 * was searched for (docs/decisions/0124-highlight-sets.md).
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, instant } from './ids.ts'

export const highlightLimits = {
  /** Sets of a project. */
  sets: 20,
  /** Terms of a set. */
  terms: 500,
  nameLength: 60,
  termLength: 500,
  /** Deleted sets that are listed: the latest. */
  deleted: 20,
} as const

/** Colors differ in lightness too. */
export const highlightColors = ['yellow', 'blue', 'pink', 'green', 'purple', 'orange'] as const
/** The line over the words: color is never the only sign. No two sets have the same color and line. */
export const highlightLines = ['solid', 'double', 'dotted', 'dashed', 'wavy'] as const

const color = z.enum(highlightColors)
const line = z.enum(highlightLines)
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(highlightLimits.nameLength))
const term = z.string().check(
  z.trim(),
  z.minLength(1),
  z.refine(
    (text) => text.length <= highlightLimits.termLength,
    `A term has at most ${highlightLimits.termLength} characters.`,
  ),
  z.refine((text) => /^\P{Cc}*$/u.test(text), 'A term is one line, without characters that cannot be seen.'),
)

const highlightTerm = z.object({
  /** As written; curly quotes become straight ones. */
  text: z.string(),
  /** Its syntax tree (query/tree.ts), null if it cannot be read with the project's noise words of today. */
  tree: z.unknown(),
  /** Why it cannot be read; null if it can. */
  fault: z.nullable(z.string()),
})

export const highlightSet = z.object({
  highlightSetId: id,
  name: z.string(),
  color,
  line,
  terms: z.array(highlightTerm),
  /** Grows with each change; a change or deletion states the version that was seen. */
  version: z.int(),
  savedBy: z.string(),
  savedAt: instant,
})
export type HighlightSet = z.infer<typeof highlightSet>

export const highlightSets = z.object({
  /** In their order. */
  data: z.array(highlightSet),
  totalCount: z.int(),
  /** The last that were deleted: they can be restored. */
  deleted: z.array(
    z.object({ highlightSetId: id, name: z.string(), deletedBy: z.string(), deletedAt: instant }),
  ),
  /** Noise words that the terms are read by, if the project has its own list. */
  noise: z.optional(z.array(z.string())),
})
export type HighlightSets = z.infer<typeof highlightSets>

export const listHighlightSets = call({
  name: 'highlights.list',
  method: 'GET',
  path: '/project/highlight-set',
  needs: 'document.view',
  scope: 'project',
  reply: highlightSets,
  summary: 'The highlight sets of the project in their order, each term with its syntax tree.',
})

export const saveHighlightSet = call({
  name: 'highlights.save',
  method: 'POST',
  path: '/project/highlight-set',
  needs: 'search.share',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    name,
    color,
    line,
    terms: z.array(term).check(z.minLength(1), z.maxLength(highlightLimits.terms)),
    /** The one to change, with the version that was seen; null: a new one. */
    over: z.nullable(z.strictObject({ highlightSetId: id, version: z.int() })),
  }),
  reply: z.object({ highlightSetId: id, version: z.int() }),
  summary:
    'Create or change a highlight set. Terms are words, phrases, wildcards and words near each other, joined by OR; ' +
    'unreadable ones are refused, each with the position of its error. A name, and a color with its line, are used once.',
})

export const orderHighlightSets = call({
  name: 'highlights.order',
  method: 'PUT',
  path: '/project/highlight-set/order',
  needs: 'search.share',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    /** All sets of the project, each once. */
    highlightSetIds: z.array(id).check(z.maxLength(highlightLimits.sets)),
  }),
  reply: z.void(),
  summary: 'Put the highlight sets into an order. Refused if a set was added or deleted since.',
})

export const deleteHighlightSet = call({
  name: 'highlights.delete',
  method: 'DELETE',
  path: '/project/highlight-set',
  needs: 'search.share',
  scope: 'project',
  idempotencyKey: 'optional',
  query: z.strictObject({ highlightSetId: idParam, /** As it was seen. */ version: idParam }),
  reply: z.void(),
  summary: 'Delete a highlight set. Refused if somebody has changed it since. It can be restored.',
})

export const restoreHighlightSet = call({
  name: 'highlights.restore',
  method: 'POST',
  path: '/project/highlight-set/restore',
  needs: 'search.share',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ highlightSetId: id }),
  reply: z.object({ highlightSetId: id, version: z.int() }),
  summary:
    'Restore a deleted highlight set as the last one. Refused if its name, or its color and line, are used by now.',
})
