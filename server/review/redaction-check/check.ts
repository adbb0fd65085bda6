/** Says of all redactions of a document that they are right in its file and on its pages of today. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { checkRedactions } from '#contracts/redaction-check.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { decide as decideCells } from '../redacted-cells/decide.ts'
import { cellsInForce } from '../redacted-cells/rows.ts'
import { sheetsNow } from '../redacted-cells/save.ts'
import { writeActs as writeCells } from '../redacted-cells/write.ts'
import { decide } from '../redactions/decide.ts'
import { lookAtPages } from '../redactions/pages-now.ts'
import { isToCheck, rowsInForce } from '../redactions/rows.ts'
import { documentNow, otherFile, requireInReview } from '../redactions/standing.ts'
import { byHand } from '../redactions/trail.ts'
import { writeActs } from '../redactions/write.ts'

const nothing = { add: [], change: [], remove: [], restore: [] }
const checked = ({ key, version }: { readonly key: string; readonly version: number }) => ({
  ...{ key, version },
  checked: true as const,
})

export async function checkDocument(
  ctx: ProjectContext,
  { documentId, gesture, revision: seen }: BodyOf<typeof checkRedactions>,
): Promise<ReplyOf<typeof checkRedactions>> {
  await requireInReview(ctx, documentId)
  // Pages may have to be made and sheets to be read first: nothing like that is waited for in a transaction.
  const pages =
    (await rowsInForce(ctx.records.read, documentId)).length > 0 ? await lookAtPages(ctx, documentId) : null
  const old = await cellsInForce(ctx.records.read, documentId)
  const sheets =
    old.length > 0 ? await sheetsNow(ctx, documentId, { ...nothing, change: old.map(checked) }) : null
  const reply = await idempotent(
    ctx,
    async (trx) => {
      const { sha256, revision } = await documentNow(trx, ctx, documentId)
      if (revision !== seen) throw changed()
      if (pages !== null && pages.sha256 !== sha256) throw otherFile('pages')
      if (sheets !== null && sheets.sha256 !== sha256) throw otherFile('sheets')
      const by = {
        ...{ projectId: ctx.project.projectId, documentId, gesture },
        ...{ userId: ctx.caller.userId, ofOthers: ctx.can('redaction.ofOthers') },
        at: instantOf(ctx.now()),
      }
      const drawn = pages === null ? [] : await rowsInForce(trx, documentId)
      const cells = sheets === null ? [] : await cellsInForce(trx, documentId)
      const pageActs =
        pages === null
          ? []
          : actsOf(
              decide({
                ...{ ...by, pages, inForce: drawn.length, known: byKey(drawn) },
                markup: {
                  ...nothing,
                  change: drawn.filter((row) => isToCheck(row, pages)).map(checked),
                },
              }),
            )
      const cellActs =
        sheets === null
          ? []
          : actsOf(
              decideCells({
                ...{ ...by, sheets, inForce: cells.length, known: byKey(cells) },
                markup: {
                  ...nothing,
                  change: cells.filter((row) => row.sha256 !== sheets.sha256).map(checked),
                },
              }),
            )
      const grown = await writeActs(trx, byHand(ctx), {
        ...{ documentId, gesture, acts: pageActs, inForce: drawn.length, revision },
      })
      const covering = cells.filter(({ kind }) => kind !== 'kept').length
      const done = await writeCells(trx, byHand(ctx), {
        ...{ documentId, gesture, acts: cellActs, covering, revision: grown },
      })
      return { documentId, revision: done.revision, checked: pageActs.length + cellActs.length }
    },
    { alone: true },
  )
  ctx.search.wake()
  return reply
}

const byKey = <Row extends { readonly key: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.key, row]))

function actsOf<Act>(
  decided: { readonly stale: unknown } | { readonly acts: readonly Act[] },
): readonly Act[] {
  if ('stale' in decided) throw changed()
  return decided.acts
}

const changed = (): ApiError =>
  new ApiError(
    'conflict',
    'Redactions of this document were changed since you looked. Look at them again, then say that they are right.',
    { detail: 'documentId' },
  )
