/** Facts about the client and the project that were chosen. The choice is the account's; what a tab shows is the tab's. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { project } from '#contracts/project.ts'
import { event } from '../define.ts'

const own = { log: 'account', retention: 'session', stream: () => 'selection' } as const
const tabId = z.string()

/** A tab begins with what the account has chosen last. */
export const tabJoined = event({
  ...own,
  type: 'selection.tabJoined',
  payload: z.object({ tabId, clientId: z.nullable(id), projectId: z.nullable(id) }),
})

export const clientSelected = event({
  ...own,
  type: 'selection.clientSelected',
  payload: z.object({ tabId, clientId: id }),
})

export const projectSelected = event({
  ...own,
  type: 'selection.projectSelected',
  payload: z.object({
    tabId,
    clientId: id,
    projectId: id,
    /** What the tab showed before. */
    previous: z.nullable(id),
  }),
})

/** Another tab has changed the project while this one has unsaved work: saving it is offered first. */
export const changeOffered = event({
  ...own,
  type: 'selection.changeOffered',
  payload: z.object({ tabId, clientId: id, projectId: id, from: z.string() }),
})

export const projectFollowed = event({
  ...own,
  type: 'selection.projectFollowed',
  payload: z.object({ tabId, clientId: id, projectId: id }),
})

export const projectLoaded = event({
  ...own,
  type: 'selection.projectLoaded',
  version: 2,
  // The first version did not say what the user may do: nothing is known of it until the project comes again.
  upcasts: [(first: unknown) => ({ ...Object(first), may: [] })],
  payload: project,
})

/** The project is not there for this user (any more). */
export const projectLost = event({
  ...own,
  type: 'selection.projectLost',
  payload: z.object({ projectId: id }),
})
