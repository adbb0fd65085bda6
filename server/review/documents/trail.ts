/** Puts on the record who looked at a document, who took its file, and whose browser was given it without a look. */

import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { sessionLife } from '../../platform/auth/sessions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { checkedOnly, instantOf } from '../../platform/records/dialect.ts'
import type { Reader, Records, Writer } from '../../platform/records/records.ts'

export type Looked = 'document.viewed' | 'document.downloaded'

/** What a browser asks for again and again: the record has it once for each document and session. */
export type Given =
  | 'document.fetchedAhead'
  | 'document.metadataRead'
  | 'document.pagesRead'
  | 'document.sheetRead'
  | 'document.textRead'
  | 'document.conversationRead'
  | 'document.personalDataRead'

/** Appends one row about a document; the caller has made sure that it is the project's. */
export async function recordLook(
  trx: Writer,
  ctx: ProjectContext,
  action: Looked,
  documentId: number,
  facts: Record<string, unknown> = {},
): Promise<void> {
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    {
      ...entryOf(ctx, action, documentId),
      how: 'manual',
      ...(ctx.idempotencyKey === null ? {} : { commandId: ctx.idempotencyKey }),
      ...(Object.keys(facts).length === 0 ? {} : { facts }),
    },
  ])
}

/**
 * Resolves once the record says that this session was given the document; the caller has made sure that it is the
 * project's. What is asked for while a transaction waits for its turn goes with it: looking ahead costs a durable write
 * now and then, not one for each document.
 */
export async function recordGiven(ctx: ProjectContext, action: Given, documentId: number): Promise<void> {
  const { records } = ctx
  const given = entryOf(ctx, action, documentId)
  if (await isOnRecord(records.read, given)) return
  const batches = gathering.get(records) ?? new Map<number, Batch>()
  gathering.set(records, batches)
  const batch = batches.get(given.projectId) ?? openBatch(records, batches, given.projectId)
  batch.entries.push(given)
  return batch.written
}

type Entry<A extends string> = AuditEntry & {
  readonly user: NonNullable<AuditEntry['user']>
  readonly action: A
  readonly projectId: number
  readonly documentId: number
  readonly sessionId: string
}

function entryOf<A extends string>(ctx: ProjectContext, action: A, documentId: number): Entry<A> {
  return { ...byCaller(ctx), action, documentId }
}

interface Batch {
  readonly entries: Entry<Given>[]
  readonly written: Promise<void>
}

/** What waits to be written, by project: each has a chain of its own. */
const gathering = new WeakMap<Records, Map<number, Batch>>()

function openBatch(records: Records, batches: Map<number, Batch>, projectId: number): Batch {
  const entries: Entry<Given>[] = []
  const close = (): void => {
    if (batches.get(projectId)?.entries === entries) batches.delete(projectId)
  }
  // Not before the batch can be found: whoever joins one that has been closed would not be written.
  const written = Promise.resolve().then(() =>
    records.write('interactive', async (trx) => {
      close()
      const missing: Entry<Given>[] = []
      for (const one of entries)
        if (!missing.some((other) => isSame(one, other)) && !(await isOnRecord(trx, one))) missing.push(one)
      await appendAudit(trx, `project:${projectId}`, missing)
    }),
  )
  const batch = { entries, written }
  batches.set(projectId, batch)
  // A transaction that never began has not closed it.
  written.catch(close)
  return batch
}

const isSame = (one: Entry<Given>, other: Entry<Given>): boolean =>
  one.sessionId === other.sessionId && one.documentId === other.documentId && one.action === other.action

/** Which session it was is said by the text alone; rows from before the longest session cannot be this one's. */
async function isOnRecord(read: Reader, one: Entry<Given>): Promise<boolean> {
  const rows = await read
    .selectFrom('audit')
    .select('text')
    .where('document_id', '=', one.documentId)
    .where(checkedOnly('user_id'), '=', one.user.userId)
    .where('action', '=', one.action)
    .where('at', '>=', instantOf(new Date(one.at.getTime() - sessionLife.fullMs)))
    .execute()
  return rows.some(({ text }) => text.includes(`"sessionId":"${one.sessionId}"`))
}
