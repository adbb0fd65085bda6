/**
 * Puts the redactions on the pages of a document on its exact copies: some copies at a time, each part in one transaction, all
 * of them in one gesture.
 */
import { createHash } from 'node:crypto'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { copyRedactions } from '#contracts/redaction-copies.ts'
import { redactionKind, redactionLimits } from '#contracts/redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { controlNumber } from '../documents/control.ts'
import { sourceOf } from '../pages/source.ts'
import { textOfPages } from '../pages/text-of-pages.ts'
import { decide } from '../redactions/decide.ts'
import { boxesIn } from '../redactions/of-document.ts'
import { lookAtPages, type PagesNow } from '../redactions/pages-now.ts'
import { isToCheck, type RedactionRow, rowsByKey, rowsInForce } from '../redactions/rows.ts'
import { documentNow, requireInReview } from '../redactions/standing.ts'
import { byHand } from '../redactions/trail.ts'
import { writeActs } from '../redactions/write.ts'
import { copiesBehind } from './copies.ts'

/** Copies of one part: each has its pages looked at. */
const most = 20

interface Copy {
  readonly documentId: number
  readonly controlNumber: string
  /** Its pages; or why the boxes would not lie where they lie in the original. */
  readonly pages: PagesNow | string
}

export async function copyToCopies(
  ctx: ProjectContext,
  { documentId, gesture, revision: seen, after }: BodyOf<typeof copyRedactions>,
): Promise<ReplyOf<typeof copyRedactions>> {
  await requireInReview(ctx, documentId)
  const pages = await lookAtPages(ctx, documentId)
  const { length: each } = await rowsInForce(ctx.records.read, documentId)
  const count = Math.max(1, Math.min(most, Math.floor(redactionLimits.gesture / Math.max(1, each))))
  const found = await copiesBehind(ctx, documentId, after ?? 0, count + 1)
  const copies: Copy[] = []
  for (const row of found.slice(0, count))
    copies.push({
      documentId: row.document_id,
      controlNumber: controlNumber(ctx.project.prefix, row.control),
      pages: await pagesOfCopy(ctx, documentId, row.document_id, pages),
    })
  const next = found.length > count ? (copies.at(-1)?.documentId ?? null) : null
  const reply = await idempotent(
    ctx,
    async (trx) => {
      const now = await documentNow(trx, ctx, documentId)
      const drawn = await rowsInForce(trx, documentId)
      requireAsSeen(now.revision === seen && now.sha256 === pages.sha256)
      if (drawn.some((row) => isToCheck(row, pages)))
        throw new ApiError(
          'conflict',
          'Check the redactions of this document first: its file or pages have changed.',
          {
            detail: 'redaction.toCheck',
          },
        )
      const left: { documentId: number; controlNumber: string; reason: string }[] = []
      let [documents, redactions] = [0, 0]
      for (const copy of copies) {
        const made = await copyTo(trx, ctx, { gesture, drawn, sha256: now.sha256 }, copy)
        if (typeof made === 'string')
          left.push({ documentId: copy.documentId, controlNumber: copy.controlNumber, reason: made })
        else if (made > 0) {
          documents += 1
          redactions += made
        }
      }
      return { documents, redactions, left, next }
    },
    { alone: true },
  )
  ctx.search.wake()
  return reply
}

/** Answers how many redactions it has got, or why it could not be redacted. */
async function copyTo(
  trx: Writer,
  ctx: ProjectContext,
  of: { readonly gesture: string; readonly drawn: readonly RedactionRow[]; readonly sha256: string },
  { documentId, pages }: Copy,
): Promise<number | string> {
  if (typeof pages === 'string') return pages
  const { projectId } = ctx.project
  const there = await rowsInForce(trx, documentId)
  const known = new Set(there.map(placeOf))
  const missing = of.drawn.filter((row) => !known.has(placeOf(row)))
  const taken = await rowsByKey(
    trx,
    projectId,
    missing.map(({ key }) => keyOf(of.gesture, documentId, key)),
  )
  if (taken.size > 0) throw madeAlready()
  try {
    const { sha256, revision } = await documentNow(trx, ctx, documentId)
    if (sha256 !== of.sha256) return 'It has another file by now.'
    const decided = decide({
      ...{ projectId, documentId, gesture: of.gesture, pages, known: new Map(), inForce: there.length },
      ...{ userId: ctx.caller.userId, ofOthers: false, at: instantOf(ctx.now()) },
      originOf: () => 'copy',
      markup: {
        ...{ change: [], remove: [], restore: [] },
        add: missing.map((row) => ({
          ...{ key: keyOf(of.gesture, documentId, row.key), page: row.page },
          ...{ kind: redactionKind.parse(row.kind), boxes: [...boxesIn(row.boxes)] },
          ...{ label: row.label, reason: row.reason },
        })),
      },
    })
    if ('stale' in decided) return 'Its redactions were changed meanwhile.'
    const drawer = { ...byHand(ctx), how: 'bulk' as const }
    await writeActs(trx, drawer, {
      ...{ documentId, gesture: of.gesture, acts: decided.acts, inForce: there.length, revision },
    })
    return decided.acts.length
  } catch (error) {
    // Refused before anything was written: the others go on.
    if (error instanceof ApiError) return error.message
    throw error
  }
}

/** Of messages the record lays out the pages: only where it says the same of both do boxes lie alike. */
async function pagesOfCopy(
  ctx: ProjectContext,
  documentId: number,
  copyId: number,
  pages: PagesNow,
): Promise<PagesNow | string> {
  const other = 'Its pages are laid out otherwise. Redact it by its words.'
  try {
    const now = await lookAtPages(ctx, copyId)
    if (now.count !== pages.count) return other
    if (now.version === pages.version) return now
    const [text, own] = await Promise.all(
      [documentId, copyId].map(async (id) =>
        textOfPages(ctx.records.read, await sourceOf(ctx.records.read, ctx.project.projectId, id)),
      ),
    )
    return text !== null && JSON.stringify(text) === JSON.stringify(own) ? now : other
  } catch (error) {
    // What has to be waited for is waited for by whoever asked: nothing is written yet.
    if (error instanceof ApiError && error.code !== 'unavailable') return error.message
    throw error
  }
}

const placeOf = ({ page, kind, boxes }: Pick<RedactionRow, 'page' | 'kind' | 'boxes'>): string =>
  `${page} ${kind} ${boxes}`

const keyOf = (gesture: string, documentId: number, key: string): string =>
  createHash('sha256').update(`${gesture} ${documentId} ${key}`).digest('base64url').slice(0, 21)

function requireAsSeen(isAsSeen: boolean): void {
  if (!isAsSeen)
    throw new ApiError(
      'conflict',
      'The redactions have changed since. Look at them, then apply them again.',
      {
        detail: 'documentId',
      },
    )
}

/** Whatever has become of what it made: a gesture makes nothing a second time. */
const madeAlready = (): ApiError =>
  new ApiError('conflict', 'This gesture has been applied to copies before. Apply with another one.', {
    detail: 'gesture',
  })
