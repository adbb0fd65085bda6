/** Two productions of a project side by side: which documents each has, and what of those in both is not the same. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam } from './ids.ts'
import { production, treatment } from './productions.ts'

/**
 * What may be asked for. `same`: in both, and nothing but its numbers differs. `treatment`: it went out otherwise, or another slip
 * sheet stands for it. `redactions`: drawn, changed or taken away in between. `file`: its file was replaced in between. `pages`:
 * more or fewer pages, or pages that show something else, their stamps aside; of one that is redacted in one of them alone, what its
 * pages show is not compared. `text`: the text or the file that left. `fields`: values of
 * its row in the load file.
 */
export const comparisonKinds = [
  'onlyFirst',
  'onlySecond',
  'treatment',
  'designation',
  'redactions',
  'file',
  'pages',
  'text',
  'fields',
  'same',
] as const
export const comparisonKind = z.enum(comparisonKinds)
export type ComparisonKind = z.infer<typeof comparisonKind>

export const comparisonLimits = {
  /** Documents of one answer. */
  page: 100,
  /** Pages of a document that are named. */
  pagesNamed: 20,
  /** Fields of a document whose values are told. */
  fields: 50,
} as const

const compared = { productionId: idParam, otherId: idParam }

const ofProduction = z.object({
  ...{ productionId: id, name: z.string(), state: production.shape.state },
  ...{ firstNumber: z.nullable(z.string()), lastNumber: z.nullable(z.string()) },
  /** Of those that the caller sees. */
  documents: z.int(),
})

/** A field that both load files have, under the name that the first gives it. */
const comparedField = z.object({ source: z.string(), name: z.string(), documents: z.int() })

export const comparison = z.object({
  first: ofProduction,
  second: ofProduction,
  /** Documents of each kind. One with several differences counts under each of them. */
  counts: z.record(comparisonKind, z.int()),
  /** The most differences first, of fields that differ. */
  fields: z.array(comparedField),
  /** `notKept`: one was made before rows were kept. `part`: who sees a part of the project is told of no values. */
  fieldsCompared: z.enum(['compared', 'notKept', 'part']),
  /** Fields that only one of the load files has, by name. */
  onlyFirstFields: z.array(z.string()),
  onlySecondFields: z.array(z.string()),
  /** `otherStamps`: pages were made smaller for stamps on other sides, so their images cannot be held against each other. */
  pagesCompared: z.enum(['compared', 'notKept', 'otherStamps']),
})
export type Comparison = z.infer<typeof comparison>

export const compareProductions = call({
  name: 'productions.compare',
  method: 'GET',
  path: '/job/production/compare',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject(compared),
  reply: comparison,
  summary:
    'How many documents two productions have in common, and how many of these differ in what. 409 where one of them was not ' +
    'produced, or both are the same one.',
})

const side = z.object({
  ...{ first: z.string(), last: z.string(), pages: z.int(), treatment },
  ...{ designation: z.string(), redacted: z.boolean() },
})
export type ComparedSide = z.infer<typeof side>

export const comparedDocument = z.object({
  ...{ documentId: id, controlNumber: z.string(), fileName: z.string() },
  /** Null: it is not in that production. */
  first: z.nullable(side),
  second: z.nullable(side),
  differs: z.array(comparisonKind),
  /** Of pages that show something else (from 1): the first `comparisonLimits.pagesNamed`, and how many there are. */
  pages: z.array(z.int()),
  pageCount: z.int(),
  /** Values that differ, by field, as they stood in the load files. */
  fields: z.array(z.object({ source: z.string(), name: z.string(), first: z.string(), second: z.string() })),
})
export type ComparedDocument = z.infer<typeof comparedDocument>

const filter = {
  kind: z.optional(comparisonKind),
  /** Only documents whose values of this field differ, by its source. */
  field: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
}

export const comparedDocuments = call({
  name: 'productions.compareDocuments',
  method: 'GET',
  path: '/job/production/compare/documents',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({
    ...{ ...compared, ...filter },
    /** `next` of the answer before. */
    after: z.optional(z.string().check(z.regex(/^[12]:[0-9]{1,10}$/))),
  }),
  reply: z.object({ data: z.array(comparedDocument), next: z.nullable(z.string()) }),
  summary:
    'The documents of two productions, those of the first in its order, then those that only the second has.',
})

export const comparisonFile = call({
  name: 'productions.compareFile',
  method: 'GET',
  path: '/job/production/compare/file',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ projectId: idParam, ...compared, ...filter }),
  rawReply: true,
  reply: z.any(),
  summary:
    'The same as CSV: a line for each document, and one for each field that differs. On the record before the first byte.',
})
