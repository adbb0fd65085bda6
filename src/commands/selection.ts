/** Choosing a client and a project. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { project } from '#contracts/project.ts'
import { documentLeft } from '../events/catalog/review.ts'
import * as happened from '../events/catalog/selection.ts'
import { choiceOf } from '../events/choice.ts'
import type { Draft } from '../events/envelope.ts'
import type { RootState } from '../stores/root.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const

export const selectClient = command({
  ...never,
  type: 'selection.selectClient',
  payload: z.strictObject({ clientId: id }),
  decide: (state, { clientId }, { tabId }) => [
    happened.clientSelected({ tabId, clientId }),
    ...withoutDocument(state, tabId),
  ],
  label: () => 'Choose a client',
})

export const selectProject = command({
  ...never,
  type: 'selection.selectProject',
  payload: z.strictObject({ clientId: id, projectId: id }),
  decide: (state, { clientId, projectId }, { tabId }) => {
    const { selection } = state
    const previous = choiceOf(selection, tabId).projectId
    // Choosing it again where the tab is there already is no switch.
    return previous === projectId && selection.chosen.projectId === projectId
      ? []
      : [happened.projectSelected({ tabId, clientId, projectId, previous }), ...withoutDocument(state, tabId)]
  },
  label: () => 'Choose a project',
})

/** Another tab says that it has changed the project. */
export const hearChange = command({
  ...never,
  type: 'selection.hearChange',
  payload: z.strictObject({
    clientId: id,
    projectId: id,
    from: z.string(),
    /** This tab has work that is not saved. */
    unsaved: z.boolean(),
  }),
  decide: (state, { clientId, projectId, from, unsaved }, { tabId }) => {
    const { selection } = state
    if (from === tabId) return reject('It was this tab.')
    const shown = choiceOf(selection, tabId).projectId
    if (shown === projectId) return []
    if (shown === null) return reject('No project is shown here.')
    return unsaved
      ? [happened.changeOffered({ tabId, clientId, projectId, from })]
      : [happened.projectFollowed({ tabId, clientId, projectId }), ...withoutDocument(state, tabId)]
  },
  label: () => 'Another tab has changed the project',
})

/** Goes where the other tab went, once this one's work is saved or given up. */
export const followChange = command({
  ...never,
  type: 'selection.followChange',
  payload: z.strictObject({}),
  decide: (state, _, { tabId }) => {
    const offer = state.selection.offers[tabId]
    if (!offer) return reject('There is nothing to follow.')
    const { clientId, projectId } = offer
    return [happened.projectFollowed({ tabId, clientId, projectId }), ...withoutDocument(state, tabId)]
  },
  label: () => 'Follow the other tab into its project',
})

export const takeProject = command({
  ...never,
  type: 'selection.takeProject',
  payload: project,
  decide: (_, loaded) => [happened.projectLoaded(loaded)],
  label: ({ projectName }) => `Show the project ${projectName}`,
})

export const loseProject = command({
  ...never,
  type: 'selection.loseProject',
  payload: happened.projectLost.payload,
  decide: (_, lost) => [happened.projectLost(lost)],
  label: () => 'The project is not there any more',
})

/** A choice clears the stored current document: in the log of the project that is being left. */
const withoutDocument = ({ selection, review }: RootState, tabId: string): readonly Draft[] =>
  choiceOf(selection, tabId).projectId !== null && review.byTab[tabId]?.current
    ? [documentLeft({ tabId })]
    : []
