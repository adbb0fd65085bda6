/** A document of a production that is being prepared, as it will leave. Nothing of it is kept. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, wholeParam } from './ids.ts'
import { treatment } from './productions.ts'

export const productionPreview = z.object({
  documentId: id,
  controlNumber: z.string(),
  fileName: z.string(),
  /** From 1, and of how many. */
  place: z.int(),
  documents: z.int(),
  /** The documents before and behind it; null: there is none. */
  previous: z.nullable(id),
  next: z.nullable(id),
  treatment,
  designation: z.string(),
  redacted: z.boolean(),
  /** A slip sheet stands in the place of its pages. */
  slipSheet: z.boolean(),
  pages: z.int(),
  /** Why its pages cannot go out; null where they can, or need not. */
  fault: z.nullable(z.string()),
  first: z.string(),
  last: z.string(),
  /** False: pages before it are not counted yet, so its numbers may be higher. */
  isExact: z.boolean(),
  /** Where its file goes, from the root of the volume; null: none goes out. */
  native: z.nullable(z.string()),
  /** Where its text goes, and how it begins; `begins` is null where that is read from its redacted pages. */
  text: z.nullable(z.object({ path: z.string(), begins: z.nullable(z.string()) })),
  /** Its row of the load file; several values are parted as in the file. */
  row: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type ProductionPreview = z.infer<typeof productionPreview>

export const previewDocument = call({
  name: 'productions.preview',
  method: 'GET',
  path: '/job/prod/preview',
  needs: 'production.manage',
  scope: 'project',
  query: z.strictObject({ productionId: idParam, /** Absent: the first. */ documentId: z.optional(idParam) }),
  reply: productionPreview,
  summary:
    'How a document goes out by the settings that a production has: its numbers to be, what stands for it, the names of its ' +
    'files and its row of the load file. 404 where it is not in the production, or behind a wall.',
})

export const previewPage = call({
  name: 'productions.previewPage',
  method: 'GET',
  path: '/job/prod/preview/page',
  needs: 'production.manage',
  scope: 'project',
  query: z.strictObject({
    projectId: idParam,
    productionId: idParam,
    documentId: idParam,
    /** From 1. */
    page: wholeParam(1),
  }),
  rawReply: true,
  reply: z.any(),
  summary:
    'A page as it will leave, with its stamps and its redactions burned in, or the slip sheet that stands for it: a JPEG at ' +
    'half the resolution, made by what makes produced pages.',
})
