/** Figures of documents that a screen asks for. What is counted stands here; the counts are cache. */
import * as z from 'zod/mini'
import type { Histogram } from '#contracts/facets.ts'
import { chosenDocuments } from '#contracts/filter.ts'
import type { Stage } from '#contracts/stages.ts'
import { event } from '../define.ts'

// The contracts themselves come with the first question: most who review ask none.
const stages = ['review', 'processing'] as const satisfies readonly Stage[]
const binnings = ['month', 'year', 'powers'] as const satisfies readonly Histogram['by'][]

export const figuresQuestion = z.strictObject({
  stage: z.enum(stages),
  of: chosenDocuments,
  /** The families of what is found are counted too; then all figures are of exactly these documents. */
  families: z.boolean(),
  facets: z.array(z.strictObject({ field: z.string(), most: z.int() })),
  histograms: z.array(z.strictObject({ field: z.string(), by: z.enum(binnings) })),
  matrix: z.nullable(z.strictObject({ pivotOn: z.string(), groupBy: z.string(), most: z.int() })),
})
export type FiguresQuestion = z.infer<typeof figuresQuestion>

/** `place`: where on the screen they show; what is asked there next takes their place. */
export const figuresAsked = event({
  log: 'project',
  retention: 'session',
  type: 'facets.asked',
  payload: z.strictObject({ tabId: z.string(), place: z.string(), question: figuresQuestion }),
  stream: ({ tabId, place }) => `facets:${tabId}:${place}`,
})
