/** Which client and project are chosen: by the account, and shown in each tab; and how strong the user is in each project. */
import { combine } from 'effector'
import { type Capability, canIn } from '#contracts/permission.ts'
import type { Project } from '#contracts/project.ts'
import * as happened from '../events/catalog/selection.ts'
import { type Choice, type Choices, choiceOf } from '../events/choice.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import type { SessionState } from './session.ts'
import { $tabId } from './tab.ts'

export { type Choice, choiceOf } from '../events/choice.ts'

interface Offer {
  readonly clientId: number
  readonly projectId: number
  /** The tab that has changed the project. */
  readonly from: string
}

export interface SelectionState extends Choices {
  /** Tabs that have unsaved work of the project which another tab has left. */
  readonly offers: Readonly<Record<string, Offer>>
  /** By project id. */
  readonly projects: Readonly<Record<string, Project>>
  /** Permission level by project id. */
  readonly levels: Readonly<Record<string, number>>
}

const nothingGranted: ReadonlySet<Capability> = new Set()
const none: Choice = { clientId: null, projectId: null }

export const selection = projection<SelectionState>({
  name: 'selection',
  version: 2,
  log: 'account',
  initial: { chosen: none, byTab: {}, offers: {}, projects: {}, levels: {} },
  handlers: [
    on(happened.tabJoined, (state, { tabId, clientId, projectId }) =>
      inTab(state, tabId, { clientId, projectId }),
    ),
    on(happened.clientSelected, (state, { tabId, clientId }) => {
      const choice = { clientId, projectId: null }
      return { ...inTab(state, tabId, choice), chosen: choice }
    }),
    on(happened.projectSelected, (state, { tabId, clientId, projectId }) => {
      const choice = { clientId, projectId }
      return { ...inTab(state, tabId, choice), chosen: choice }
    }),
    on(happened.changeOffered, (state, { tabId, ...offer }) => ({
      ...state,
      offers: putTab(state.offers, tabId, offer),
    })),
    on(happened.projectFollowed, (state, { tabId, ...choice }) => inTab(state, tabId, choice)),
    on(happened.projectLoaded, (state, project) => ({
      ...state,
      projects: { ...state.projects, [project.projectId]: project },
      levels: { ...state.levels, [project.projectId]: project.level },
    })),
    on(happened.projectLost, (state, { projectId }) => {
      const { [projectId]: _project, ...projects } = state.projects
      const { [projectId]: _level, ...levels } = state.levels
      const without = (choice: Choice): Choice =>
        choice.projectId === projectId ? { ...choice, projectId: null } : choice
      return {
        ...state,
        projects,
        levels,
        chosen: without(state.chosen),
        byTab: Object.fromEntries(Object.entries(state.byTab).map(([tab, choice]) => [tab, without(choice)])),
      }
    }),
  ],
})

/** The current permission level of a tab: its project's once loaded, else the one of the project list. */
export function levelOf(selected: SelectionState, who: SessionState, tabId: string): number {
  const { projectId } = choiceOf(selected, tabId)
  if (projectId === null) return who.projectListLevelPermission
  return selected.levels[projectId] ?? who.projectListLevelPermission
}

/** Whether a tab's user may do it: in its project once loaded, else as far as the role of the account lets suppose. */
export function mayIn(
  selected: SelectionState,
  who: SessionState,
  tabId: string,
  capability: Capability,
): boolean {
  const { projectId } = choiceOf(selected, tabId)
  const loaded = projectId === null ? undefined : selected.projects[projectId]
  // Everybody who may open a project may do something there: none told means that it is not known yet.
  if (loaded !== undefined && loaded.may.length > 0) return loaded.may.includes(capability)
  return (
    who.roleName !== null &&
    canIn(
      { role: who.roleName, member: true, support: false, granted: nothingGranted, walled: false },
      capability,
    )
  )
}

export const $selection = selection.$state
/** This tab's client and project. */
export const $choice = combine($selection, $tabId, choiceOf)
export const $project = combine($selection, $choice, ({ projects }, { projectId }) =>
  projectId === null ? null : (projects[projectId] ?? null),
)
/** The review idle timeout in minutes, where this person's review time is recorded; else null. */
export const $timed = $project.map((project) =>
  project?.reviewerTrackingEnabled === true && project.may.includes('coding.save')
    ? project.codingIdleTimeout
    : null,
)
/** Another tab's change of project, waiting for this one to save. */
export const $offer = combine($selection, $tabId, ({ offers }, tabId) => offers[tabId] ?? null)

function inTab(state: SelectionState, tabId: string, choice: Choice): SelectionState {
  const { [tabId]: _offer, ...offers } = state.offers
  return { ...state, offers, byTab: putTab(state.byTab, tabId, choice) }
}
