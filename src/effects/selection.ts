/** What follows a choice of client or project: in this browser's storage, in the other tabs, and from the server. */
import { getProject, type Project } from '#contracts/project.ts'
import * as selection from '../commands/selection.ts'
import { addToast } from '../commands/toasts.ts'
import * as happened from '../events/catalog/selection.ts'
import { type AnyEffect, effect, type Outcome, type RequestContext } from './define.ts'
import type { CallFailure } from './failure.ts'
import type { Messages } from './messages.ts'
import type { Storages } from './storages.ts'

export interface SelectionPorts {
  readonly storages: Storages
  readonly messages: Pick<Messages, 'post'>
}

/** Nothing of a project can be shown before it has come: it is asked for until it does, or the tab goes elsewhere. */
const untilItComes = { times: 10_000, base: 300, cap: 10_000 } as const

export function selectionEffects({ storages, messages }: SelectionPorts): readonly AnyEffect[] {
  return [
    effect({
      name: 'selection.switchProject',
      on: happened.projectSelected,
      strategy: 'every',
      request: async ({ payload: { clientId, projectId } }) => {
        messages.post({ type: 'CHANGE_PROJECT', client: clientId, project: projectId })
        storages.leaveProject()
      },
      done: () => ({}),
      fail: () => ({}),
    }),
    effect({
      name: 'selection.followProject',
      on: happened.projectFollowed,
      strategy: 'every',
      request: async () => storages.leaveProject(),
      done: () => ({}),
      fail: () => ({}),
    }),
    effect({
      name: 'selection.switchClient',
      on: happened.clientSelected,
      strategy: 'every',
      // The stored current document belongs to a project of the client before.
      request: async () => storages.codingFormData.remove(),
      done: () => ({}),
      fail: () => ({}),
    }),
    loading('selection.loadSelected', happened.projectSelected),
    loading('selection.loadFollowed', happened.projectFollowed),
    loading('selection.loadJoined', happened.tabJoined),
  ]
}

type Chosen = typeof happened.projectSelected | typeof happened.projectFollowed | typeof happened.tabJoined

/** The project itself: the user's level in it, its settings and features. */
function loading(name: string, on: Chosen): AnyEffect {
  return {
    name,
    on: on.type,
    key: () => 'project',
    strategy: 'latest',
    scope: 'session',
    delivery: 'tab',
    retry: untilItComes,
    request: async ({ payload }: { payload: { projectId: number | null } }, { call }: RequestContext) =>
      payload.projectId === null ? null : call(getProject, { projectId: payload.projectId }),
    done: (_: unknown, project: Project | null): Outcome =>
      project === null ? {} : { commands: [selection.takeProject(project)] },
    fail: ({ payload }: { payload: { projectId: number | null } }, failure: CallFailure): Outcome =>
      payload.projectId === null || (failure.status !== 403 && failure.status !== 404)
        ? {}
        : {
            commands: [
              selection.loseProject({ projectId: payload.projectId }),
              addToast({ kind: 'error', message: failure.message }),
            ],
          },
  }
}
