import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { Kept } from '../../platform/blobs/blobs.ts'
import { nameBlobs } from '../../platform/blobs/name.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { flag, instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { queueAnalysis } from '../../review/analysis/queue.ts'
import { lastReplaced } from '../../review/documents/replaced.ts'
import { type Old, recordOld } from './old-files.ts'
import { refuseSecond } from './on-its-way.ts'
import { type OtherText, otherTexts, sameTexts } from './other-texts.ts'

/** The document as it is before. */
export interface Before {
  readonly documentId: number
  /** The job that brought it. */
  readonly jobId: number
  /** The last file that was replaced here: another one says that somebody was faster. */
  readonly replaced: number
  readonly sha256: string
  readonly size: number
  readonly fileName: string
  readonly text: string
  /** Beside its own. */
  readonly others: readonly OtherText[]
  readonly textSize: number
  readonly noText: string | null
  readonly maxTextSize: number
}

/** Why a document has none, where nothing else is known. */
export const withoutText = 'There is no text in it.'

/** Text as a document's row says it, and as the answer does; `elsewhere`: another text says what it says. */
export function contentOf(text: string, truncated: boolean, noText: string | null, elsewhere = false) {
  const hasText = text.trim() !== '' || elsewhere
  const reason = hasText ? noText : (noText ?? withoutText)
  return {
    text,
    columns: {
      text_size: text.length,
      text_truncated: flag(truncated),
      has_text: flag(hasText),
      no_text_reason: reason,
    },
    said: { textSize: text.length, noText: reason },
  }
}

export async function putText(
  trx: Writer,
  documentId: number,
  content: { readonly text: string; readonly html?: string | null },
): Promise<void> {
  await trx.updateTable('document_text').set(content).where('document_id', '=', documentId).execute()
}

interface Writing {
  readonly old: readonly Old[]
  readonly blobs: readonly Kept[]
  readonly entry: Pick<AuditEntry, 'facts' | 'erasable'>
  /** Answers the exceptions that are settled by it. */
  readonly work: (trx: Writer) => Promise<readonly number[]>
}

/** Writes all of it, or nothing where somebody has replaced the file meanwhile. */
export async function write(
  ctx: ProjectContext,
  before: Before,
  { old, blobs, entry, work }: Writing,
): Promise<void> {
  const { projectId } = ctx.project
  const { userId } = ctx.caller
  const { documentId } = before
  const at = instantOf(ctx.now())
  await ctx.records.write('interactive', async (trx) => {
    const isSame = sameTexts(await otherTexts(trx, documentId), before.others)
    if (!isSame || (await lastReplaced(trx, documentId)) !== before.replaced)
      throw new ApiError(
        'conflict',
        'This document has got another file or text meanwhile. Look at it again.',
        {
          detail: 'documentId',
        },
      )
    await refuseSecond(trx, documentId, 'documentId')
    await nameBlobs(trx, new Map(blobs.map((one) => [one.sha256, one.size])), at)
    await recordOld(trx, { projectId, documentId, userId, at }, old)
    const exceptionIds = await work(trx)
    await trx
      .insertInto('index_queue')
      .values({ project_id: projectId, document_id: documentId, what: 'document' })
      .execute()
    await queueAnalysis(trx, ctx.jobs, {
      projectId,
      createdBy: userId,
      told: { ...byCaller(ctx), how: 'manual' },
    })
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'document.fileReplaced',
        documentId,
        how: 'manual',
        ...entry,
        facts: { ...entry.facts, exceptionIds },
      },
    ])
  })
}
