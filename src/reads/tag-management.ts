/** The tags of a project as whoever manages them sees them, and what merging two of them would change. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { listManagedTags, previewMerge } from '#contracts/tag-management.ts'
import { read } from './read.ts'

export const managedTags = read({
  name: 'tagManagement.list',
  label: 'Look up tags',
  log: 'project',
  payload: z.strictObject({}),
  ask: (_, { call }) => call(listManagedTags),
})

export const mergePreview = read({
  name: 'tagManagement.preview',
  label: 'Look what merging would change',
  log: 'project',
  payload: z.strictObject({ tagId: id, intoTagId: id }),
  ask: (query, { call }) => call(previewMerge, { query }),
})
