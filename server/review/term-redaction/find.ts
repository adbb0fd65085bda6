/** Asking for a search of what is to be redacted: what is wrong with it is said at once, all the rest is its job's. */
import { randomBytes } from 'node:crypto'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { type findTerms, termRedactionLimits } from '#contracts/term-redactions.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { denied } from '../../platform/http/scope.ts'
import { flag, instantOf } from '../../platform/records/dialect.ts'
import { keepDocuments } from '../documents/job-documents.ts'
import { isInReview } from '../documents/visible.ts'
import { readHighlightTerm } from '../highlights/terms.ts'
import { writtenTerm } from '../search/keyword-term.ts'
import { wordReadingOf } from '../search/query.ts'
import { documentsMeant } from '../search/search-documents.ts'
import { requireReadable } from '../search/term-faults.ts'
import { wantedOf } from './asked.ts'
import { expressionFault } from './expressions.ts'

export async function askToFind(
  ctx: ProjectContext,
  {
    documents,
    terms: asked,
    expressions: written = [],
    personalData,
    correlationId,
  }: BodyOf<typeof findTerms>,
): Promise<ReplyOf<typeof findTerms>> {
  const { projectId } = ctx.project
  const terms = [...new Set(asked.map(writtenTerm))]
  const kinds = [...new Set(personalData)]
  const expressions = [...new Set(written)]
  requireSome(terms.length + expressions.length + kinds.length)
  requireExpressions(expressions)
  const reading = await wordReadingOf(ctx.records.read, projectId)
  requireReadable(terms, (term) => readHighlightTerm(term, reading))
  const wanted = wantedOf(terms, expressions, kinds, reading)
  const ids = documentsMeant(ctx, documents)
  const [only] = ids
  const isMany = ids.length > 1
  if (isMany && !ctx.can('coding.bulk')) throw denied('coding.bulk')
  if (!isMany && only !== undefined && !(await isInReview(ctx.records.read, projectId, only)))
    throw notFound('document')
  const answer = await idempotent(
    ctx,
    async (trx) => {
      const of = ids.length === 1 ? 'one document' : `${ids.length} documents`
      const jobId = await ctx.jobs.enqueue(trx, {
        projectId,
        kind: 'redactFind',
        // Others see the titles of jobs: what is looked for may say what is covered.
        title: `Look for what to redact in ${of}`,
        input: null,
        bytesTotal: 0,
        createdBy: ctx.caller.userId,
      })
      await trx.updateTable('job').set({ items_total: ids.length }).where('job_id', '=', jobId).execute()
      await trx
        .insertInto('term_redaction')
        .values({
          ...{ job_id: jobId, project_id: projectId, asked_by: ctx.caller.userId },
          ...{ asked_at: instantOf(ctx.now()), terms: JSON.stringify(wanted) },
          noise: reading.noise === null ? null : JSON.stringify([...reading.noise]),
          ...{ many: flag(isMany), places: 0, label: '', reason: '' },
          gesture: randomBytes(15).toString('base64url'),
          ...{
            apply_job: null,
            made: 0,
            undo_job: null,
            removed: 0,
            changed: 0,
            redone: 0,
            forgotten_at: null,
          },
        })
        .execute()
      await keepDocuments(trx, jobId, ids)
      const told = await appendAudit(trx, `project:${projectId}`, [
        {
          ...byCaller(ctx),
          action: 'termRedaction.searched',
          jobId,
          how: 'manual',
          correlationId,
          // How many, never which.
          facts: {
            ...{ documents: ids.length, terms: terms.length, personalData: kinds },
            ...(expressions.length === 0 ? {} : { expressions: expressions.length }),
          },
        },
      ])
      return { jobId, auditIds: told.map(({ auditId }) => auditId) }
    },
    { alone: true },
  )
  ctx.jobs.wake()
  return answer
}

function requireExpressions(expressions: readonly string[]): void {
  for (const [at, expression] of expressions.entries()) {
    const fault = expressionFault(expression)
    if (fault !== null)
      throw new ApiError('request.invalid', `Pattern ${at + 1} cannot be read: ${fault}.`, {
        detail: `expressions[${at}]`,
      })
  }
}

function requireSome(count: number): void {
  if (count === 0)
    throw new ApiError(
      'request.invalid',
      'There is nothing to look for. Write a term, or choose personal data.',
      {
        detail: 'terms',
      },
    )
  if (count > termRedactionLimits.terms)
    throw new ApiError(
      'request.invalid',
      `At most ${termRedactionLimits.terms} terms and kinds of personal data are looked for at once; these are ${count}.`,
      { detail: 'terms' },
    )
}
