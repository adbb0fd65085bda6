/** Has a project archived, restored, held, released, and deleted. */
import { getProject } from '#contracts/project.ts'
import {
  archiveProject,
  endProject,
  type ProjectEnd,
  releaseHold,
  restoreProject,
  setHold,
} from '#contracts/project-end.ts'
import { settleEndForm } from '../commands/project-end.ts'
import { takeProject } from '../commands/selection.ts'
import { addToast } from '../commands/toasts.ts'
import * as happened from '../events/catalog/project-end.ts'
import { projects } from '../reads/company.ts'
import { projectEnd } from '../reads/project-end.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import type { CallFailure } from './failure.ts'
import { asOutcome, cacheValue } from './outcomes.ts'

const policy = {
  scope: 'project',
  strategy: 'queue',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: asOutcome,
  // What stands is shown again, and the form says why it was refused.
  fail: ({ payload: { formKey } }: { payload: { formKey: string } }, { message }: CallFailure): Outcome => ({
    commands: [settleEndForm({ formKey, message }), projectEnd.request({})],
  }),
} as const

/** What one may do in the project is other by it: it is told anew with it. */
const settled = async (
  { call }: RequestContext,
  formKey: string,
  now: ProjectEnd,
  message: string,
): Promise<Outcome> => ({
  ...cacheValue(projectEnd.cache, projectEnd.key({}), now),
  commands: [
    settleEndForm({ formKey, message: null }),
    addToast({ kind: 'success', message }),
    takeProject(await call(getProject)),
    projects.request({}),
  ],
})

const ended = {
  ask: 'The deletion is asked for: a second administrator approves it',
  approve: 'The deletion is approved',
  takeBack: 'The deletion is taken back',
} as const

export const projectEndEffects = [
  effect({
    ...policy,
    name: 'projectEnd.sendArchive',
    on: happened.archiveAsked,
    request: async ({ payload: { formKey, archived } }, ctx): Promise<Outcome> => {
      const now = await ctx.call(archived ? archiveProject : restoreProject)
      return await settled(
        ctx,
        formKey,
        now,
        archived ? 'The project is archived' : 'The project is restored',
      )
    },
  }),
  effect({
    ...policy,
    name: 'projectEnd.sendHold',
    on: happened.holdAsked,
    request: async ({ payload: { formKey, holdId, reason } }, ctx): Promise<Outcome> => {
      if (holdId === null)
        return await settled(
          ctx,
          formKey,
          await ctx.call(setHold, { body: { reason } }),
          'The legal hold is set',
        )
      const now = await ctx.call(releaseHold, { body: { holdId, reason } })
      const message =
        now.hold === null
          ? 'The legal hold is released'
          : 'The release is asked for: another administrator releases it'
      return await settled(ctx, formKey, now, message)
    },
  }),
  effect({
    ...policy,
    name: 'projectEnd.sendEnd',
    on: happened.endAsked,
    request: async ({ payload: { formKey, ...body } }, ctx): Promise<Outcome> =>
      await settled(ctx, formKey, await ctx.call(endProject, { body }), ended[body.step]),
  }),
]
