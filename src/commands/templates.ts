/** Filters that are saved under a name: saving, choosing and deleting one. */
import * as z from 'zod/mini'
import { chosenDocuments } from '#contracts/filter.ts'
import { filterChanged } from '../events/catalog/filter.ts'
import { templateAsked, templateDeletionAsked, templateSettled } from '../events/catalog/templates.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const
const noFiltering = reject('Review managers and stronger roles use saved filters.')

export const saveTemplate = command({
  ...never,
  type: 'templates.save',
  payload: templateAsked.payload,
  decide: (_state, payload, { can }) => (can('collect.view') ? [templateAsked(payload)] : noFiltering),
  label: ({ name, over }) => `${over === null ? 'Save' : 'Save over'} the filter ${name}`,
})

/** By the effect, with what became of it. */
export const settleTemplate = command({
  ...never,
  type: 'templates.settle',
  payload: templateSettled.payload,
  decide: (_state, payload) => [templateSettled(payload)],
  label: ({ message }) => message ?? 'The filter is saved',
})

/** What it chooses takes the place of what was chosen. */
export const applyTemplate = command({
  ...never,
  type: 'templates.apply',
  payload: z.strictObject({ name: z.string(), choice: chosenDocuments }),
  decide: (_state, { choice }, { can }) => (can('collect.view') ? [filterChanged(choice)] : noFiltering),
  label: ({ name }) => `Apply the filter ${name}`,
})

export const deleteTemplate = command({
  ...never,
  type: 'templates.delete',
  payload: templateDeletionAsked.payload,
  decide: (_state, payload, { can }) =>
    can('collect.view') ? [templateDeletionAsked(payload)] : noFiltering,
  label: ({ name }) => `Delete the filter ${name}`,
})
