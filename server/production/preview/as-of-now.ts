/**
 * What a production that is being prepared would be now: its list, and where the numbers of each document begin as far as pages
 * are counted. Kept for a moment, so that whoever goes from page to page does not have it worked out for each of them.
 */
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { slices } from '../../platform/records/dialect.ts'
import { lastSets } from '../../review/pages/sets.ts'
import { pagesThatGoOut } from '../making/pages-that-go-out.ts'
import { listNow } from '../planning/list-now.ts'
import type { Entry } from '../planning/plan.ts'
import { prefixOf } from '../record/ranges.ts'
import { type StoredProduction, storedProduction } from '../record/stored.ts'

export interface AsOfNow {
  /** Its `first_number` is the one that it would get now. */
  readonly production: StoredProduction
  readonly list: readonly Entry[]
  /** By document, its place on the list from 0. */
  readonly places: ReadonlyMap<number, number>
  /** Of each place: its pages, where they are counted; and all pages before it. */
  readonly pages: readonly (number | null)[]
  readonly pagesBefore: readonly number[]
  /** Places from here on have numbers that may still move. */
  readonly exactUpTo: number
}

/** Milliseconds; and how many of them are kept. */
const keptFor = 30_000
const most = 8
const kept = new WeakMap<object, Map<string, { readonly at: number; readonly now: Promise<AsOfNow> }>>()

/** As whoever asks sees it; that they may see a document is the caller's matter, each time. */
export async function asOfNow(ctx: ProjectContext, productionId: number): Promise<AsOfNow> {
  const { projectId } = ctx.project
  const stored = await storedProduction(ctx.records.read, projectId, productionId)
  if (stored.state !== 'Draft' && stored.state !== 'Validated')
    throw new ApiError('conflict', 'This production was run: its documents are shown as they were made.', {
      detail: stored.state,
    })
  const known = kept.get(ctx.whole) ?? new Map()
  kept.set(ctx.whole, known)
  const key = JSON.stringify([ctx.caller.userId, productionId, stored.version, ctx.project.view])
  const at = ctx.now().getTime()
  for (const [other, one] of known) if (at - one.at > keptFor || known.size > most) known.delete(other)
  const one = known.get(key) ?? { at, now: workedOut(ctx, stored) }
  known.set(key, one)
  try {
    return await one.now
  } catch (error) {
    known.delete(key)
    throw error
  }
}

async function workedOut(ctx: ProjectContext, stored: StoredProduction): Promise<AsOfNow> {
  const { list } = await listNow(ctx, stored.settings)
  const known = await prefixOf(ctx.records.read, ctx.project.projectId, stored.settings.numbering.prefix)
  const counted = new Map<number, number>()
  const drawn = list.flatMap(({ d, t }) => (t === 'images' || t === 'both' ? d : []))
  for (const slice of slices(drawn, 1))
    for (const [id, set] of await lastSets(ctx.records.read, slice)) {
      const pages = pagesThatGoOut(set)
      // A slip sheet stands for what has none.
      counted.set(id, typeof pages === 'number' ? pages : 1)
    }
  const pages = list.map(({ d, t }) => (t === 'images' || t === 'both' ? (counted.get(d) ?? null) : 1))
  let sum = 0
  const pagesBefore = pages.map((own) => {
    const before = sum
    sum += own ?? 1
    return before
  })
  const open = pages.indexOf(null)
  return {
    ...{ list, pages, pagesBefore, exactUpTo: open < 0 ? list.length : open },
    production: { ...stored, first_number: stored.settings.numbering.start ?? known?.next ?? 1 },
    places: new Map(list.map(({ d }, place) => [d, place])),
  }
}
