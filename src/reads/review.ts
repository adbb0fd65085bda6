/** All that is known of a document beside its text, and the fields that a query may ask for. */
import * as z from 'zod/mini'
import { selectFromList } from '#contracts/document-list.ts'
import { getMetadata, type metadata } from '#contracts/documents.ts'
import { id } from '#contracts/ids.ts'
import { type Field, listFields } from '#contracts/project.ts'
import { readTimeout } from '../effects/define.ts'
import { read } from './read.ts'

export const documentMetadata = read({
  name: 'review.metadata',
  label: 'Show the metadata',
  log: 'project',
  payload: z.object({ documentId: id }),
  lane: () => 'review:metadata',
  limit: 40,
  offline: true,
  ask: async ({ documentId }, { call }): Promise<z.infer<typeof metadata>['data']> =>
    (await call(getMetadata, { query: { documentId } })).data,
})

/** The project's fields, for lists that show their values. */
export const projectFields = read({
  name: 'review.projectFields',
  label: 'Look up the fields for columns',
  log: 'project',
  payload: z.object({}),
  strategy: 'first',
  limit: 1,
  offline: true,
  ask: async (_, { call }): Promise<readonly Field[]> => (await call(listFields)).data,
})

/** A selection of a result as a result of its own, or all of it: what a file of the list is made from. */
export const listSelection = read({
  name: 'review.listSelection',
  label: 'Prepare the list for a file',
  log: 'project',
  payload: z.object({ snapshotId: z.string(), all: z.boolean(), marked: z.array(id) }),
  lane: () => 'review:listSelection',
  limit: 2,
  ask: (body, { call }) =>
    call(selectFromList, { body, idempotencyKey: null, repeatable: true, timeout: readTimeout }),
})

/** The names by which a query asks for the project's fields. */
export const fieldNames = read({
  name: 'review.fields',
  label: 'Look up the fields',
  log: 'project',
  payload: z.object({}),
  strategy: 'first',
  limit: 1,
  offline: true,
  ask: async (_, { call }): Promise<readonly string[]> =>
    (await call(listFields)).data.flatMap(({ name, searchable }) => (searchable ? [name] : [])),
})
