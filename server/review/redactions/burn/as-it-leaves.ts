/**
 * A redacted document as it would leave, for whoever may not see under its redactions: the pages and the text of its redacted
 * file, after the gate has read that file. Nothing here is taken from the document itself, and what the gate refuses, or what
 * somebody has to check first, is told in a sentence and not shown.
 */
import { createHash } from 'node:crypto'
import type { AsItLeaves } from '#contracts/redactions.ts'
import type { ProjectContext } from '../../../platform/http/context.ts'
import type { Makeable } from '../../pages/draw.ts'
import { keyInProject } from '../../pages/kept.ts'
import type { PageFault } from '../../pages/protocol.ts'
import { waitMs, within } from '../../pages/waiting.ts'
import type { RedactionsOfDocument } from '../of-document.ts'
import type { Burning } from './burned.ts'

/** As redacted files are downloaded: it is the same file. */
const fileDpi = 200

export const toCheckWords =
  'Its redactions were drawn on other pages than it has now. Nothing of it goes out until somebody has checked them.'
const refusedWords =
  'Its redacted pages were looked at and do not leave. Somebody who sees its redactions has to correct them.'

interface Made {
  readonly path: string
}
/** There is none. */
type Withheld = { readonly reason: string }

/** What is made now, or was refused: the viewer asks again and again, and making it takes its time. */
const made = new WeakMap<Burning, Map<string, Promise<Made | Withheld>>>()
const mostHeld = 200
const refusedMs = 300_000

/** Its file that has passed the gate; or why there is none. It is made by one, however many ask. */
function passedFile(
  { burning }: Pick<ProjectContext, 'burning'>,
  source: Makeable,
  redactions: RedactionsOfDocument,
): Promise<Made | Withheld> {
  if (redactions.toCheck) return Promise.resolve({ reason: toCheckWords })
  const held = made.get(burning) ?? new Map<string, Promise<Made | Withheld>>()
  made.set(burning, held)
  const key = `${source.documentId} ${source.key} ${redactions.revision}`
  const known = held.get(key)
  if (known !== undefined) return known
  // Whoever has asked first may have gone: the next one waits for the same.
  const making = burning
    .file(source, redactions, fileDpi, new AbortController().signal)
    .then((file): Made | Withheld =>
      'path' in file ? { path: file.path } : { reason: 'faults' in file ? refusedWords : file.reason },
    )
  held.set(key, making)
  // A file that was made is kept beside page images. What was refused is not made anew for everybody who opens it.
  const forget = (): boolean => held.delete(key)
  making.then((file) => ('path' in file ? forget() : setTimeout(forget, refusedMs).unref()), forget)
  const [oldest] = held.keys()
  if (held.size > mostHeld && oldest !== undefined) held.delete(oldest)
  return making
}

/** What its viewer is told. */
export async function shownAsItLeaves(
  ctx: ProjectContext,
  source: Makeable,
  redactions: RedactionsOfDocument,
): Promise<AsItLeaves> {
  const { documentId } = source
  const { revision } = redactions
  const without = (state: AsItLeaves['state'], reason: string | null): AsItLeaves => ({
    ...{ documentId, revision, state, reason, pages: [] },
  })
  const file = await within(passedFile(ctx, source, redactions), waitMs)
  if (file === null) return without('rendering', null)
  if (!('path' in file)) return without('withheld', file.reason)
  const shown = await ctx.pages.ofFile(drawable(source, file), ctx.signal)
  if ('code' in shown) return without('withheld', shown.reason)
  const { sizes, texts } = shown
  return {
    ...{ documentId, revision, state: 'ready', reason: null },
    pages: sizes.map(({ width, height, dpi }, page) => ({
      ...{ width, height, dpi, text: texts[page]?.text ?? '' },
    })),
  }
}

/** The image of a page (from 0) of what has passed the gate. */
export async function pageAsItLeaves(
  ctx: ProjectContext,
  source: Makeable,
  redactions: RedactionsOfDocument,
  page: number,
): Promise<Buffer | PageFault> {
  const file = await passedFile(ctx, source, redactions)
  if (!('path' in file)) return { code: 'missing', reason: file.reason }
  const key = keyInProject(source.projectId, imagesKey(source, redactions))
  const there = await ctx.pages.kept.get(key, page)
  if (there !== null) return there
  const drawn = await ctx.pages.imageOfFile(drawable(source, file), page, ctx.signal)
  if (Buffer.isBuffer(drawn)) await ctx.pages.kept.put(key, page, drawn)
  return drawn
}

const imagesKey = ({ documentId, key }: Makeable, { revision }: RedactionsOfDocument): string =>
  createHash('sha256').update(`as it leaves 1 ${documentId} ${key} ${revision}`).digest('hex')

const drawable = (source: Makeable, { path }: Made) =>
  ({ ...source, maker: 'pdf', mimeType: 'application/pdf', file: path }) as const
