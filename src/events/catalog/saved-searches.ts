/** Saved searches: asked to be saved, deleted or opened, what became of it, and which one each tab has chosen. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { searchSettings } from '#contracts/saved-searches.ts'
import { event } from '../define.ts'

/** Each try to save a form has a key of its own. */
const form = { formKey: z.string() }

const ofProject = { log: 'project', stream: () => 'savedSearches' } as const

export const saveAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'savedSearches.saveAsked',
  payload: z.strictObject({
    ...form,
    name: z.string(),
    folder: z.string(),
    shared: z.boolean(),
    search: searchSettings,
    /** The one that it takes the place of, as it was seen; null: a new one. */
    over: z.nullable(z.strictObject({ savedSearchId: id, version: z.int() })),
  }),
})

/** It is on the record: the message is null; else it says why it is not. */
export const saveSettled = event({
  ...ofProject,
  retention: 'audit',
  type: 'savedSearches.saveSettled',
  payload: z.strictObject({
    ...form,
    message: z.nullable(z.string()),
    /** The one that was saved; null where none was. */
    savedSearchId: z.nullable(id),
  }),
})

export const deletionAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'savedSearches.deletionAsked',
  payload: z.strictObject({ savedSearchId: id, name: z.string() }),
})

/** A tab shows what one finds; with `inside`, it searches among that. */
export const opened = event({
  type: 'savedSearches.opened',
  log: 'project',
  retention: 'session',
  stream: ({ tabId }: { tabId: string }) => `savedSearches:${tabId}`,
  payload: z.strictObject({ tabId: z.string(), savedSearchId: id, name: z.string(), inside: z.boolean() }),
})
