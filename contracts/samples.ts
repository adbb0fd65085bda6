/** Random samples: documents drawn from a set by a seed that is kept. The same seed and the same set draw the same documents. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { documentSet, keptSet } from './document-sets.ts'
import { id, idParam, instant } from './ids.ts'

export const sampleLimits = {
  samples: 500,
  nameLength: 100,
  seedLength: 64,
  /** Documents of one sample. */
  size: 100_000,
} as const

/** A number of documents, or as many as an estimate of that confidence and margin (both in percent) needs. */
export const sizeBy = z.union([
  z.strictObject({ size: z.int().check(z.minimum(1), z.maximum(sampleLimits.size)) }),
  z.strictObject({
    confidence: z.union([z.literal(90), z.literal(95), z.literal(99)]),
    margin: z.number().check(z.minimum(0.1), z.maximum(50)),
  }),
])
export type SizeBy = z.infer<typeof sizeBy>

export const sample = z.object({
  sampleId: id,
  name: z.string(),
  set: keptSet,
  sizeBy,
  seed: z.string(),
  /** Documents of the set when it was drawn. */
  population: z.int(),
  size: z.int(),
  madeBy: z.string(),
  madeAt: instant,
  mayDelete: z.boolean(),
})
export type Sample = z.infer<typeof sample>

export const listSamples = call({
  name: 'samples.list',
  method: 'GET',
  path: '/project/randomSample',
  needs: 'document.search',
  scope: 'project',
  reply: listOf(sample),
  summary:
    'The random samples of the project, the latest first: those drawn among the documents that the caller sees.',
})

export const populationOf = call({
  name: 'samples.population',
  method: 'POST',
  path: '/project/randomSample/population',
  needs: 'document.search',
  scope: 'project',
  body: z.strictObject({ set: documentSet }),
  reply: z.object({ population: z.int() }),
  onlyAsks: true,
  summary: 'How many documents a set has, before a sample of it is drawn.',
})

export const drawSample = call({
  name: 'samples.draw',
  method: 'POST',
  path: '/project/randomSample',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(sampleLimits.nameLength)),
    set: documentSet,
    sizeBy,
    /** null: a new one. */
    seed: z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1),
          z.maxLength(sampleLimits.seedLength),
          z.regex(/^[\w-]+$/, 'A seed has letters, digits, hyphens and underscores.'),
        ),
    ),
  }),
  reply: sample,
  summary:
    'Draw a random sample of a set without replacement, each document as likely as the others, and keep it with its ' +
    'seed. Searched in as object `sampleId` of type `sample`.',
})

export const deleteSample = call({
  name: 'samples.delete',
  method: 'DELETE',
  path: '/project/randomSample',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'optional',
  query: z.strictObject({ sampleId: idParam }),
  reply: z.void(),
  summary:
    'Delete a random sample: who drew it, or whoever may share searches. No document is changed by it.',
})
