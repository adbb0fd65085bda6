/** Checks of the pages that go out, as far as they are known before they are counted: V4, V8 and V11. */
import * as z from 'zod/mini'
import type { ProjectContext } from '../../platform/http/context.ts'
import { slices } from '../../platform/records/dialect.ts'
import type { PageFault } from '../../review/pages/protocol.ts'
import { lastSets, type PageSet } from '../../review/pages/sets.ts'
import { sourceIn } from '../../review/pages/source.ts'
import { pagesThatGoOut } from '../making/pages-that-go-out.ts'
import { type Check, type Checked, documents, finding } from './check.ts'

/** A document whose pages go out. */
interface Paged {
  readonly documentId: number
  readonly mimeType: string
  readonly metadata: string
  /** Why it has no pages; null where it has, or where nobody has looked yet. */
  readonly whyNone: string | null
  /** Null: nobody has looked yet. */
  readonly set: PageSet | null
}

/** What is known of the pages of those that go out as pages; a look that another maker has had counts for nothing. */
async function* paged(ctx: ProjectContext, { list, members }: Checked): AsyncGenerator<Paged> {
  const onlyCells = new Set(
    members.flatMap(({ documentId, redacted, redactedPages }) =>
      redacted && !redactedPages ? documentId : [],
    ),
  )
  /** Whether files of a kind can have pages, by category and type. */
  const kinds = new Map<string, string | null>()
  const ids = list.flatMap(({ d, t }) => (t === 'images' || t === 'both' ? d : []))
  for (const slice of slices(ids, 1)) {
    const rows = await ctx.records.read
      .selectFrom('document')
      .select(['document_id', 'project_id', 'sha256', 'mime_type', 'file_category', 'metadata'])
      .where('document_id', 'in', slice)
      .execute()
    const sets = await lastSets(ctx.records.read, slice)
    for (const row of rows) {
      const source = sourceIn(row)
      const own = { documentId: row.document_id, mimeType: row.mime_type, metadata: row.metadata }
      const kind = `${row.file_category} ${row.mime_type}`
      if (!kinds.has(kind))
        kinds.set(kind, (await ctx.pages.makeable(source)) === null ? ctx.pages.whyNone(source).reason : null)
      const none = onlyCells.has(row.document_id) ? cellsCovered : (kinds.get(kind) ?? null)
      const set = none === null ? (sets.get(row.document_id) ?? null) : null
      const isStale =
        set !== null &&
        isFault(pagesThatGoOut(set)) &&
        (await ctx.pages.makeable(source))?.version !== set.version
      yield { ...own, whyNone: none, set: isStale ? null : set }
    }
  }
}

const cellsCovered = 'Its cells are redacted, which covers nothing on its pages.'
const isFault = (found: number | PageFault): found is PageFault => typeof found !== 'number'

async function faulty(ctx: ProjectContext, checked: Checked): Promise<Map<number, string>> {
  const met = new Map<number, string>()
  for await (const { documentId, whyNone, set } of paged(ctx, checked)) {
    const found = set === null ? null : pagesThatGoOut(set)
    const why = whyNone ?? (found !== null && isFault(found) ? found.reason : null)
    if (why !== null) met.set(documentId, why)
  }
  return met
}

/** V4: it has no pages, and no slip sheet stands for what has none. */
export const withoutPages: Check = async (ctx, checked) => {
  if (checked.settings.failedSlipSheet !== null) return null
  const met = await faulty(ctx, checked)
  return finding(
    'withoutPages',
    `${documents(met.size)} have no pages that could go out. Produce them as files, have a slip sheet for what has no pages, or leave them out.`,
    met,
  )
}

/** V4 where a slip sheet stands for them: the receiver gets nothing to read but their text. */
export const failedSlipped: Check = async (ctx, checked) => {
  if (checked.settings.failedSlipSheet === null) return null
  const met = await faulty(ctx, checked)
  return finding(
    'failedSlipped',
    `A slip sheet stands for ${documents(met.size)}, as they have no pages that could go out.`,
    met,
  )
}

const named = z.record(z.string(), z.array(z.string()))

/** Types whose files say how many pages they have; of others that is what a program once laid out. */
const saysPages = new Set(['application/pdf', 'image/tiff'])

/** V8: there are more or fewer pages than the file said when it was processed. */
export const pageCountDiffers: Check = async (ctx, checked) => {
  const met = new Map<number, string>()
  for await (const { documentId, mimeType, metadata, set } of paged(ctx, checked)) {
    const pages = set === null ? null : pagesThatGoOut(set)
    if (pages === null || isFault(pages) || !saysPages.has(mimeType)) continue
    const said = Number(named.parse(JSON.parse(metadata)).Page_Count?.[0] ?? pages)
    if (said !== pages) met.set(documentId, `The file has ${said} pages, and ${pages} were drawn.`)
  }
  return finding(
    'pageCountDiffers',
    `${documents(met.size)} have more or fewer pages than their files say. Have their pages made anew, or leave them out.`,
    met,
  )
}

/** Inches of the longest page that is usual: legal paper. */
const longestSide = 14

/** V11: pages that a receiver cannot print as they are. All others are made at one resolution and in two forms. */
export const largePages: Check = async (ctx, checked) => {
  const met = new Map<number, string>()
  for await (const { documentId, set } of paged(ctx, checked)) {
    const at = (set?.sizes ?? []).findIndex(
      ({ width, height, dpi }) => Math.max(width, height) / dpi > longestSide,
    )
    const page = set?.sizes?.[at]
    if (page === undefined) continue
    const [across, down] = [page.width / page.dpi, page.height / page.dpi].map((side) => side.toFixed(1))
    met.set(documentId, `Page ${at + 1} is ${across} by ${down} inches.`)
  }
  return finding(
    'largePages',
    `${documents(met.size)} have pages that are longer than ${longestSide} inches.`,
    met,
  )
}
