/** The calls of contracts/derived-texts.ts. */
import * as derived from '#contracts/derived-texts.ts'
import { jobState } from '#contracts/jobs.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { recordGiven } from '../documents/trail.ts'
import { requireReadable } from '../documents/visible.ts'
import { destinationOf } from './gate.ts'
import type { DerivedKind } from './kinds.ts'
import { check, start } from './start.ts'
import { settledState, summariesOf } from './summaries.ts'

/** What is looked at is not sent yet: where there is no endpoint, the check says so. */
const wouldGo = (ctx: ProjectContext, kind: DerivedKind) =>
  destinationOf(ctx.config, kind) ?? { host: '', model: '' }

export const routes: readonly Route[] = [
  route(derived.checkSummaries, (ctx, { body: { documents, again, by } }) => {
    const sendTo = by === 'model' ? wouldGo(ctx, 'summarize') : null
    return check(ctx, documents, { kind: 'summarize', again, sendTo })
  }),
  route(derived.checkTranslation, (ctx, { body: { documents, again, to } }) =>
    check(ctx, documents, { kind: 'translate', again, to, sendTo: wouldGo(ctx, 'translate') }),
  ),
  route(derived.checkTranscription, (ctx, { body: { documents, again } }) =>
    check(ctx, documents, { kind: 'transcribe', again, language: null, sendTo: wouldGo(ctx, 'transcribe') }),
  ),
  route(derived.startSummaries, (ctx, { body: { documents, correlationId, ...asked } }) =>
    start(ctx, documents, { kind: 'summarize', ...asked }, correlationId),
  ),
  route(derived.startTranslation, (ctx, { body: { documents, correlationId, ...asked } }) =>
    start(ctx, documents, { kind: 'translate', ...asked }, correlationId),
  ),
  route(derived.startTranscription, (ctx, { body: { documents, correlationId, ...asked } }) =>
    start(ctx, documents, { kind: 'transcribe', ...asked }, correlationId),
  ),
  route(derived.getSummaries, async (ctx, { query: { documentId } }) => {
    await requireReadable(ctx, documentId)
    const data = await summariesOf(ctx.records.read, ctx.project.projectId, documentId)
    if (data === null) throw notFound('document')
    if (data.length > 0) await recordGiven(ctx, 'document.textRead', documentId)
    return { data, totalCount: data.length }
  }),
  route(derived.summariseNow, async (ctx, { body: { documentId, sendTo, correlationId } }) => {
    await requireReadable(ctx, documentId)
    const want = { kind: 'summarize', again: true, sendTo } as const
    const { jobId } = await start(ctx, { ids: [documentId] }, want, correlationId)
    const state = jobState.parse(await settledState(ctx, jobId))
    const done = state === 'Completed'
    const all = done ? await summariesOf(ctx.records.read, ctx.project.projectId, documentId) : null
    const summary = all?.find(({ origin }) => origin === (sendTo === null ? 'extractive' : 'summary')) ?? null
    if (summary !== null) await recordGiven(ctx, 'document.textRead', documentId)
    return { jobId, state, summary }
  }),
]
