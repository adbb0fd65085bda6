/** Checks of the pages that go out, as far as they are known before they are counted: V4, V8 and V11. */
import * as z from 'zod/mini'
import type { ProjectContext } from '../../platform/http/context.ts'
import { slices } from '../../platform/records/dialect.ts'
import type { PageFault } from '../../review/pages/protocol.ts'
import { lastSets, type PageSet } from '../../review/pages/sets.ts'
import { sourceIn } from '../../review/pages/source.ts'
import { pagesThatGoOut } from '../making/pages-that-go-out.ts'
import { redactedInCells } from '../planning/plan.ts'
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
  const onlyCells = new Set(members.flatMap((member) => (redactedInCells(member) ? member.documentId : [])))
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

const named = z.record(z.string(), z.array(z.string()))

/** Types whose files say how many pages they have; of others that is what a program once laid out. */
const saysPages = new Set(['application/pdf', 'image/tiff'])

/** Inches of the longest page that is usual: legal paper. */
const longestSide = 14

/**
 * V4: it has no pages; where a slip sheet stands for it, the receiver gets nothing to read but its text. V8: there are more or
 * fewer pages than the file said when it was processed. V11: pages that a receiver cannot print as they are; all others are made
 * at one resolution and in two forms.
 */
export const pagesThatDiffer: Check = async (ctx, checked) => {
  const without = new Map<number, string>()
  const differ = new Map<number, string>()
  const large = new Map<number, string>()
  for await (const one of paged(ctx, checked)) {
    const pages = one.set === null ? null : pagesThatGoOut(one.set)
    const whyNone = one.whyNone ?? (pages !== null && isFault(pages) ? pages.reason : null)
    if (whyNone !== null) without.set(one.documentId, whyNone)
    const otherCount = pages === null || isFault(pages) ? null : countSaid(one, pages)
    if (otherCount !== null) differ.set(one.documentId, otherCount)
    const largest = one.set === null ? null : largePage(one.set)
    if (largest !== null) large.set(one.documentId, largest)
  }
  return [
    checked.settings.failedSlipSheet === null
      ? finding(
          'withoutPages',
          `${documents(without.size)} have no pages that could go out. Produce them as files, have a slip sheet for what has no pages, or leave them out.`,
          without,
        )
      : finding(
          'failedSlipped',
          `A slip sheet stands for ${documents(without.size)}, as they have no pages that could go out.`,
          without,
        ),
    finding(
      'pageCountDiffers',
      `${documents(differ.size)} have more or fewer pages than their files say. Have their pages made anew, or leave them out.`,
      differ,
    ),
    finding(
      'largePages',
      `${documents(large.size)} have pages that are longer than ${longestSide} inches.`,
      large,
    ),
  ]
}

function countSaid({ mimeType, metadata }: Paged, pages: number): string | null {
  if (!saysPages.has(mimeType)) return null
  const said = Number(named.parse(JSON.parse(metadata)).Page_Count?.[0] ?? pages)
  return said === pages ? null : `The file has ${said} pages, and ${pages} were drawn.`
}

function largePage({ sizes }: PageSet): string | null {
  const at = (sizes ?? []).findIndex(({ width, height, dpi }) => Math.max(width, height) / dpi > longestSide)
  const page = sizes?.[at]
  if (page === undefined) return null
  const [across, down] = [page.width / page.dpi, page.height / page.dpi].map((side) => side.toFixed(1))
  return `Page ${at + 1} is ${across} by ${down} inches.`
}
