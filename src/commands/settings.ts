/** Changing a project's settings. */
import { excludedAsked, reviewSettingsAsked, settingsAsked } from '../events/catalog/settings.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const

/** What is not named stays. */
export const changeSettings = command({
  ...never,
  type: 'settings.change',
  payload: settingsAsked.payload,
  decide: (_state, payload, { can }) =>
    can('project.manage') ? [settingsAsked(payload)] : reject('Project managers change the settings.'),
  label: () => 'Change the settings',
})

export const changeReviewSettings = command({
  ...never,
  type: 'settings.changeReview',
  payload: reviewSettingsAsked.payload,
  decide: (_state, payload, { can }) =>
    can('assignment.manage')
      ? [reviewSettingsAsked(payload)]
      : reject('Review managers say how the project is reviewed.'),
  label: ({ propagationEnabled, reviewerTrackingEnabled, codingIdleTimeout }) =>
    propagationEnabled !== undefined
      ? `Turn propagation ${propagationEnabled ? 'on' : 'off'}`
      : reviewerTrackingEnabled !== undefined
        ? `Turn the recording of review time ${reviewerTrackingEnabled ? 'on' : 'off'}`
        : `Stop the review clock after ${codingIdleTimeout} minutes without input`,
})

export const changeExcluded = command({
  ...never,
  type: 'settings.changeExcluded',
  payload: excludedAsked.payload,
  decide: (_state, payload, { can }) =>
    can('project.manage')
      ? [excludedAsked(payload)]
      : reject('Project managers say which fields leave the project.'),
  label: () => 'Change excluded fields',
})
