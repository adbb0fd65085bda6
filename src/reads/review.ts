/** All that is known of a document beside its text, and the fields that a query may ask for. */
import * as z from 'zod/mini'
import { getMetadata, type metadata } from '#contracts/documents.ts'
import { id } from '#contracts/ids.ts'
import { listFields } from '#contracts/project.ts'
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
