/** Validating a production: every check is run over the list as it is now, and what it finds is kept with the version. */
import * as z from 'zod/mini'
import type { BodyOf } from '#contracts/call.ts'
import {
  type acceptWarning,
  blocking,
  foundByCheck,
  preCheck,
  type Validation,
} from '#contracts/production-checks.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { flag, instantOf } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { controlNumbers } from '../../review/documents/control.ts'
import { type ListNow, listNow } from '../planning/list-now.ts'
import { requirePreparing, type StoredProduction, storedProduction } from '../record/stored.ts'
import type { Finding } from './check.ts'
import { checks } from './checks.ts'

/** Documents that are told of by a check. */
const told = 200

const someSchema = foundByCheck.shape.some

/** Looks at what would go out now. */
export async function examine(
  ctx: ProjectContext,
  { production_id: productionId, settings }: StoredProduction,
): Promise<ListNow & { readonly findings: readonly Finding[] }> {
  const now = await listNow(ctx, settings)
  if (now.list.length === 0)
    throw new ApiError('conflict', 'There are no documents in this production. Choose what goes out first.', {
      detail: 'set',
    })
  const findings: Finding[] = []
  for (const check of checks) {
    ctx.signal.throwIfAborted()
    const found = await check(ctx, { productionId, settings, ...now })
    findings.push(...[found].flat().filter((one) => one !== null))
  }
  return { ...now, findings }
}

export async function validate(
  ctx: ProjectContext,
  { productionId, version }: { readonly productionId: number; readonly version: number },
): Promise<Validation> {
  const { projectId } = ctx.project
  const before = await storedProduction(ctx.records.read, projectId, productionId)
  requirePreparing(before, version)
  const { list, findings } = await examine(ctx, before)
  const pages = await pagesKnown(ctx, list)
  await idempotent(ctx, async (trx) => {
    requirePreparing(await storedProduction(trx, projectId, productionId), version)
    await keepFindings(trx, ctx, { productionId, findings, same: before.checked_version === version })
    await trx
      .updateTable('production')
      .set({
        ...{ checked_version: version, checked_at: instantOf(ctx.now()), checked_documents: list.length },
        ...{ checked_pages: pages, state: 'Validated' },
      })
      .where('production_id', '=', productionId)
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'production.validated', how: 'manual' },
        facts: {
          ...{ productionId, name: before.name, documents: list.length },
          found: findings.map(({ check, documents }) => ({ check, documents: documents.size })),
        },
      },
    ])
    return {}
  })
  return await validationOf(ctx, ctx.records.read, productionId)
}

/** Keeps what was found. A warning that was accepted stays so while it is about as many documents of the same settings. */
async function keepFindings(
  trx: Writer,
  ctx: ProjectContext,
  kept: { readonly productionId: number; readonly findings: readonly Finding[]; readonly same: boolean },
): Promise<void> {
  const { productionId, findings, same } = kept
  const { projectId } = ctx.project
  const before = await trx
    .selectFrom('production_check')
    .selectAll()
    .where('production_id', '=', productionId)
    .execute()
  await trx.deleteFrom('production_check').where('production_id', '=', productionId).execute()
  const numbers = await controlNumbers(
    trx,
    ctx.project,
    findings.flatMap(({ documents }) => [...documents.keys()].slice(0, told)),
  )
  await insertAll(
    trx,
    'production_check',
    findings.map(({ check, message, documents }) => {
      const accepted = before.find((row) => same && row.kind === check && row.documents === documents.size)
      const some: z.infer<typeof someSchema> = [...documents].slice(0, told).map(([documentId, detail]) => ({
        ...{ documentId, controlNumber: numbers.get(documentId) ?? '', detail },
      }))
      return {
        ...{
          production_id: productionId,
          project_id: projectId,
          kind: check,
          blocks: flag(blocking.includes(check)),
        },
        ...{ documents: documents.size, told: JSON.stringify(some), message },
        ...{ accepted_by: accepted?.accepted_by ?? null, accepted_at: accepted?.accepted_at ?? null },
        reason: accepted?.reason ?? null,
      }
    }),
  )
}

/** Pages that are counted already; a slip sheet is one. */
async function pagesKnown(ctx: ProjectContext, list: ListNow['list']): Promise<number> {
  const drawn = list.flatMap(({ d, t }) => (t === 'images' || t === 'both' ? d : []))
  let pages = list.length - drawn.length
  for (let from = 0; from < drawn.length; from += told) {
    const rows = await ctx.records.read
      .selectFrom('document_pages')
      .select('sizes')
      .where('document_id', 'in', drawn.slice(from, from + told))
      .execute()
    for (const { sizes } of rows)
      pages += sizes === null ? 1 : z.array(z.any()).parse(JSON.parse(sizes)).length
  }
  return pages
}

/** What was found last. */
export async function validationOf(
  ctx: ProjectContext,
  read: Reader,
  productionId: number,
): Promise<Validation> {
  const production = await storedProduction(read, ctx.project.projectId, productionId)
  const rows = await read
    .selectFrom('production_check as c')
    .leftJoin('app_user as u', 'u.user_id', 'c.accepted_by')
    .selectAll('c')
    .select('u.name as accepter')
    .where('c.production_id', '=', productionId)
    .execute()
  const documents = rows.map((row) => someSchema.parse(JSON.parse(row.told)))
  // Whoever sees a part of the project is told of those documents alone.
  const seen = await controlNumbers(
    read,
    ctx.project,
    documents.flat().map(({ documentId }) => documentId),
  )
  const found = rows
    .map((row, at) => ({
      ...{ check: preCheck.parse(row.kind), blocks: row.blocks === 1, documents: row.documents },
      ...{
        some: (documents[at] ?? []).filter(({ documentId }) => seen.has(documentId)),
        message: row.message,
      },
      accepted:
        row.accepter === null || row.accepted_at === null
          ? null
          : { by: row.accepter, at: row.accepted_at, reason: row.reason ?? '' },
    }))
    .sort((a, b) => Number(b.blocks) - Number(a.blocks) || b.documents - a.documents)
  const current = production.checked_version === production.version
  return {
    ...{ productionId, version: production.checked_version ?? 0, at: production.checked_at },
    ...{ documents: production.checked_documents, pages: production.checked_pages, found },
    mayRun:
      current &&
      production.state === 'Validated' &&
      found.every(({ blocks, accepted }) => !blocks && accepted !== null),
  }
}

/** Accepts a warning, with the reason on the record. */
export async function accept(
  ctx: ProjectContext,
  { productionId, check, reason }: BodyOf<typeof acceptWarning>,
): Promise<Validation> {
  const { projectId } = ctx.project
  return await idempotent(ctx, async (trx) => {
    const production = await storedProduction(trx, projectId, productionId)
    requirePreparing(production, production.version)
    const warning = await trx
      .selectFrom('production_check')
      .select(['blocks', 'documents'])
      .where('production_id', '=', productionId)
      .where('kind', '=', check)
      .executeTakeFirst()
    if (warning === undefined || warning.blocks === 1)
      throw new ApiError('conflict', 'This is no warning of the last validation. Validate again.', {
        detail: check,
      })
    await trx
      .updateTable('production_check')
      .set({ accepted_by: ctx.caller.userId, accepted_at: instantOf(ctx.now()), reason })
      .where('production_id', '=', productionId)
      .where('kind', '=', check)
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'production.warningAccepted', how: 'manual' },
        facts: { productionId, name: production.name, check, documents: warning.documents },
        erasable: { reason },
      },
    ])
    return await validationOf(ctx, trx, productionId)
  })
}
