/**
 * The last look before a production may leave (QC5): of all documents with redactions or a slip sheet a random sample is drawn, and
 * somebody looks at each of its documents as it left.
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam } from './ids.ts'
import { doneBy } from './production-settings.ts'
import { plannedDocument } from './productions.ts'
import { confidences } from './sample-size.ts'

export const sampleOfProduction = {
  /** Documents of a sample. */
  most: 2_000,
  noteLength: 500,
  usual: { confidence: 95, margin: 5 },
} as const

const verdict = z.enum(['right', 'wrong'])

const sampledDocument = z.object({
  ...{ place: z.int(), documentId: id, controlNumber: z.string(), fileName: z.string() },
  ...{ first: z.string(), last: z.string(), pages: z.int() },
  treatment: plannedDocument.shape.treatment,
  redacted: z.boolean(),
  /** Null: nobody has looked at it. */
  verdict: z.nullable(verdict),
  /** Empty: none. */
  note: z.string(),
  looked: z.nullable(doneBy),
})
export type SampledDocument = z.infer<typeof sampledDocument>

export const productionSample = z.object({
  productionId: id,
  /** Documents with redactions or a slip sheet, of those that the caller sees. */
  population: z.int(),
  /** Null: none was drawn. With the same seed the same documents are drawn. */
  drawn: z.nullable(
    z.object({
      ...doneBy.shape,
      ...{ confidence: z.int(), margin: z.int(), seed: z.string(), size: z.int() },
    }),
  ),
  /** Of the sample, those that the caller sees, in the order of their numbers. */
  documents: z.array(sampledDocument),
  /** Of the whole sample. */
  ...{ open: z.int(), wrong: z.int() },
  /** Whether the caller sees all of the project, as whoever draws it has to. */
  seesAll: z.boolean(),
  /** Nothing of it stands in the way of a delivery. */
  isPassed: z.boolean(),
})
export type ProductionSample = z.infer<typeof productionSample>

export const getProductionSample = call({
  name: 'productions.sample',
  method: 'GET',
  path: '/job/production/sample',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ productionId: idParam }),
  reply: productionSample,
  summary: 'The sample of a production, and who has looked at which of its documents.',
})

export const drawProductionSample = call({
  name: 'productions.drawSample',
  method: 'POST',
  path: '/job/production/sample',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    productionId: id,
    confidence: z.union(confidences.map((one) => z.literal(one))),
    /** Percent. */
    margin: z.int().check(z.minimum(1), z.maximum(25)),
  }),
  reply: productionSample,
  summary:
    'Draw the sample. 403 for whoever sees a part of the project; 409 where nothing is to be looked at, where it was delivered, ' +
    'or where somebody has begun to look at a sample.',
})

export const lookAtSampled = call({
  name: 'productions.lookAtSampled',
  method: 'POST',
  path: '/job/production/sample/look',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    ...{ productionId: id, documentId: id, verdict },
    /** What stood there: what somebody else has said meanwhile is not overwritten (409). */
    seen: z.nullable(verdict),
    /** What is wrong; a document that is wrong needs one. */
    note: z.string().check(z.trim(), z.maxLength(sampleOfProduction.noteLength)),
  }),
  reply: productionSample,
  summary:
    'Say of a document of the sample that it left as it should, or what is wrong with it: then nothing is delivered.',
})
