/** What a process is given to lay out, as JSON, and what it hands over. */
import * as z from 'zod/mini'
import type { Tools } from '../../../platform/jobs/protocol.ts'
import type { PagesPart } from '../../../review/pages/protocol.ts'
import { measurePdf } from '../pages/pdf-pages.ts'
import { layOut } from './lay-out.ts'

const given = z.object({
  heads: z.array(z.object({ name: z.string(), value: z.string() })),
  html: z.nullable(z.string()),
  text: z.string(),
  isSource: z.boolean(),
  isCut: z.boolean(),
})

/** Lays it out: the sizes of its pages, then its PDF. */
export async function* layOutFile(json: Buffer, tools: Pick<Tools, 'at'>): AsyncGenerator<PagesPart> {
  const { pdf, fault } = await layOut(given.parse(JSON.parse(json.toString('utf8'))), (pages) =>
    tools.at(String(pages)),
  )
  yield { kind: 'sizes', ...(await measurePdf(pdf, [])) }
  yield { kind: 'laidOut', pdf, fault }
}
