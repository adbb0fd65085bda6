/** Saves of coding, with what goes to related documents: the call of contracts/coding.ts, and those of contracts/propagation.ts. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { changeDocument, saveCoding } from '#contracts/coding.ts'
import { listJoined, previewPropagation, relationsIn } from '#contracts/propagation.ts'
import { requireForms } from '../../organization/project/features.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { started } from '../../platform/records/started.ts'
import { requireHeld } from '../batch-standing/standing.ts'
import { saveContextOf, versionsIn } from '../coding/asked.ts'
import { askForSave, saveTelling } from '../coding/save.ts'
import { joinedSince } from './joined.ts'
import { preview } from './preview.ts'
import { propagate, requirePropagable } from './propagate.ts'
import { takeBack } from './take-back.ts'

export const routes: readonly Route[] = [
  route(saveCoding, (ctx, { body }) => saveAsked(ctx, body)),
  route(changeDocument, (ctx, { body }) => saveAsked(ctx, body)),

  route(previewPropagation, (ctx, { body }) => preview(ctx, body)),

  route(listJoined, (ctx, { query }) => joinedSince(ctx, query.documentId)),
]

async function saveAsked(
  ctx: ProjectContext & { readonly idempotencyKey: string },
  body: BodyOf<typeof saveCoding>,
): Promise<ReplyOf<typeof saveCoding>> {
  const seen = body.fields.length === 0 ? new Map() : versionsIn(ctx, saveCoding)
  const by = saveContextOf(ctx)
  const reply = await idempotent(
    ctx,
    async (trx, { held, forms, rests }) => {
      await held
      await forms
      await requirePropagable(trx, ctx, body)
      const { reply: own, saved } = await saveTelling(trx, by, body, seen, rests)
      const propagated = (await propagate(trx, ctx, body, saved)) ?? (await takeBack(trx, ctx, body, saved))
      return propagated === undefined ? own : { ...own, propagated }
    },
    {
      ahead: (trx) => ({
        held: started(requireHeld(trx, ctx, body.batchId)),
        // What only says that something was given up changes nothing.
        forms: body.fields.length === 0 ? undefined : started(requireForms(trx, ctx.project.projectId)),
        rests: askForSave(trx, by, body),
      }),
      // Others' answers do not wait for what goes to many documents.
      alone: body.propagation !== undefined && relationsIn(body.propagation).length > 0,
    },
  )
  ctx.search.wake()
  if (reply.propagated !== undefined && reply.propagated.inJobs > 0) ctx.jobs.wake()
  return reply
}
