/** What effects of settings ask of the server, and what its answers become. */
import { getExcludedFields, putExcludedFields } from '#contracts/excluded-fields.ts'
import { getProject } from '#contracts/project.ts'
import { getSettings, putSettings } from '#contracts/settings.ts'
import { takeProject } from '../commands/selection.ts'
import { addToast } from '../commands/toasts.ts'
import type { excludedAsked, settingsAsked } from '../events/catalog/settings.ts'
import type { PayloadOf } from '../events/define.ts'
import { excludedKey, excludedNow, settingsKey, settingsNow } from '../stores/settings.ts'
import type { Outcome, RequestContext } from './define.ts'
import { came } from './outcomes.ts'

export async function readSettings({ call }: RequestContext): Promise<Outcome> {
  return came(settingsNow, settingsKey, await call(getSettings))
}

/** Dates are shown in the project's zone: the project is told anew with it. */
export async function sendSettings(
  change: PayloadOf<typeof settingsAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const settings = await call(putSettings, { body: change })
  const project = await call(getProject)
  return {
    ...came(settingsNow, settingsKey, settings),
    commands: [takeProject(project), addToast({ kind: 'success', message: 'The settings are saved' })],
  }
}

export async function readExcluded({ call }: RequestContext): Promise<Outcome> {
  return came(excludedNow, excludedKey, await call(getExcludedFields))
}

export async function sendExcluded(
  body: PayloadOf<typeof excludedAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  return {
    ...came(excludedNow, excludedKey, await call(putExcludedFields, { body })),
    commands: [addToast({ kind: 'success', message: 'Which fields are left out is saved' })],
  }
}
