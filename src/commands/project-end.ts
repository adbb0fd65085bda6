/** Archiving a project, holding it, and having it deleted. */
import * as happened from '../events/catalog/project-end.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const
const notAllowed = reject('Administrators of the client archive, hold and delete projects.')

export const archiveProject = command({
  ...never,
  type: 'projectEnd.archive',
  payload: happened.archiveAsked.payload,
  decide: (_state, payload, { can }) =>
    can('project.archive') ? [happened.archiveAsked(payload)] : notAllowed,
  label: ({ archived }) => (archived ? 'Archive the project' : 'Restore the project'),
})

export const holdProject = command({
  ...never,
  type: 'projectEnd.hold',
  payload: happened.holdAsked.payload,
  decide: (_state, payload, { can }) => (can('project.archive') ? [happened.holdAsked(payload)] : notAllowed),
  label: ({ holdId }) => (holdId === null ? 'Set a legal hold' : 'Release the legal hold'),
})

export const endProject = command({
  ...never,
  type: 'projectEnd.end',
  payload: happened.endAsked.payload,
  decide: (_state, payload, { can }) => (can('project.archive') ? [happened.endAsked(payload)] : notAllowed),
  label: ({ step }) =>
    ({
      ask: 'Ask for the deletion of the project',
      approve: 'Approve the deletion of the project',
      takeBack: 'Take the deletion of the project back',
    })[step],
})

/** By the effect, with what became of it. */
export const settleEndForm = command({
  ...never,
  type: 'projectEnd.settle',
  payload: happened.formSettled.payload,
  decide: (_state, payload) => [happened.formSettled(payload)],
  label: ({ message }) => message ?? 'It is done',
})
