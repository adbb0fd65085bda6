/** The pages that a document has now, as far as redactions need to know them. */
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Services } from '../../platform/services.ts'
import type { Makeable, Source } from '../pages/draw.ts'
import type { PageSet } from '../pages/sets.ts'
import { sourceOf } from '../pages/source.ts'
import { stillWanted, waitMs, within } from '../pages/waiting.ts'

/** What redactions are held against: those of another file or of other pages are to be checked. */
export interface PagesVersion {
  readonly sha256: string
  /** Null: it has no pages, or none that can be shown. */
  readonly version: number | null
}

export interface PagesNow extends PagesVersion {
  readonly count: number
  /** From 1. */
  readonly faulty: ReadonlySet<number>
  /** Why it has no pages, in words for people. */
  readonly reason: string | null
}

/** Which pages a document has, without a look at them. */
export async function pagesVersion(ctx: ProjectContext, documentId: number): Promise<PagesVersion> {
  const source = await sourceOf(ctx.records.read, ctx.project.projectId, documentId)
  const known = await ctx.pages.makeable(source)
  return { sha256: source.sha256, version: known?.version ?? null }
}

/** The same after a look; who has to wait for it too long is told to ask again. */
export async function lookAtPages(ctx: ProjectContext, documentId: number): Promise<PagesNow> {
  const source = await sourceOf(ctx.records.read, ctx.project.projectId, documentId)
  const found = await pagesNow(ctx.pages, source, (known) =>
    stillWanted(within(ctx.pages.look(known), waitMs)),
  )
  if (found === null)
    throw new ApiError('unavailable', 'The pages of this document are being made. Try again in a moment.')
  return found
}

/** What a look at the pages of a document comes to; null where it has not come to an end. */
export async function pagesNow(
  pages: Services['pages'],
  source: Source,
  look: (known: Makeable) => Promise<PageSet | null>,
): Promise<PagesNow | null> {
  const known = await pages.makeable(source)
  const without = (reason: string | null): PagesNow => ({
    ...{ sha256: source.sha256, version: known?.version ?? null },
    ...{ count: 0, faulty: new Set(), reason },
  })
  if (known === null) return without(pages.whyNone(source).reason)
  const set = await look(known)
  if (set === null) return null
  // A rendition without pages stands where pages could not be laid out.
  if (set.sizes === null || set.sizes.length === 0)
    return without(set.fault?.reason ?? pages.whyNone(source).reason)
  return {
    ...{ sha256: source.sha256, version: known.version, count: set.sizes.length, reason: null },
    faulty: new Set([...set.faults.keys()].map((page) => page + 1)),
  }
}
