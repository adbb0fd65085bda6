/** What became of commands that a browser knows of: which rows of the record they have written. */

import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { begunText, type CommandRow, type FoundCommands, saidText, taggedText } from '#contracts/reconcile.ts'
import { parseErasable } from '../../platform/audit/entry.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { checkedOnly, instantOf } from '../../platform/records/dialect.ts'

/** Rows of all commands together: more than any form can have asked for. */
const maxRows = 20_000

/** Only the caller's own, or everybody's where he may read the project's trail. */
export async function foundCommands(
  ctx: ProjectContext,
  commandIds: readonly string[],
): Promise<FoundCommands> {
  const { projectId } = ctx.project
  // The head first: what is committed meanwhile only makes the rows more than it says.
  const head = await ctx.records.read
    .selectFrom('audit_head')
    .select('seq')
    .where('chain', '=', `project:${projectId}`)
    .executeTakeFirst()
  let asked = ctx.records.read
    .selectFrom('audit')
    .select(['audit_id', 'command_id', 'document_id', 'job_id', 'text', 'erasable'])
    .where('command_id', 'in', [...new Set(commandIds)])
    .where(checkedOnly('project_id'), '=', projectId)
    // What the job of a bulk change has written stands on its receipt; of the command there is that it was asked for, and
    // which file it loads.
    .where(
      sql<SqlBool>`command_id is not null and (job_id is null or action in ('bulk.requested', 'overlay.loaded'))`,
    )
    .where('action', 'in', [
      'bulk.requested',
      'overlay.loaded',
      'coding.saved',
      'coding.gaveUp',
      'tags.changed',
    ])
  if (!ctx.can('audit.project')) asked = asked.where(checkedOnly('user_id'), '=', ctx.caller.userId)
  const rows = await asked
    .orderBy('audit_id')
    .limit(maxRows + 1)
    .execute()
  if (rows.length > maxRows)
    throw new ApiError(
      'request.invalid',
      'These commands have written too much for one answer: ask for fewer.',
      {
        detail: 'commandIds',
      },
    )
  const byCommand = Map.groupBy(rows, ({ command_id }) => command_id ?? '')
  return {
    asOf: head?.seq ?? 0,
    at: instantOf(ctx.now()),
    commands: [...byCommand].map(([commandId, own]) => ({
      commandId,
      rows: own.map(
        ({ audit_id, document_id, job_id, text, erasable }): CommandRow => ({
          auditId: audit_id,
          documentId: document_id,
          digests: job_id === null ? digestsOf(text, erasable) : [digest(begunText(job_id))],
        }),
      ),
    })),
  }
}

const said = z.object({
  action: z.string(),
  field: z.optional(z.string()),
  newValue: z.optional(z.unknown()),
  facts: z.optional(z.object({ on: z.optional(z.array(z.int())) })),
})

/** From the very text that was hashed. Typed values stand beside it; an erased one cannot be compared any more. */
function digestsOf(text: string, erasable: string | null): string[] | null {
  const { action, field = '', newValue, facts } = said.parse(JSON.parse(text))
  if (action === 'tags.changed') return (facts?.on ?? []).map((tagId) => digest(taggedText(tagId)))
  // A value that was given up is on the record as such: there is nothing that it would have to be.
  if (action === 'coding.gaveUp') return []
  if (newValue !== undefined) return [digest(saidText(field, newValue))]
  const beside = erasable === null ? null : parseErasable(erasable)?.newValue
  return beside?.value === undefined ? null : [digest(saidText(field, beside.value))]
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
