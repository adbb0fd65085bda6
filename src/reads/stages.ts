/** Where documents stand between processing and review: the flow, the moves, and the first of those that are chosen. */
import * as z from 'zod/mini'
import { clearSnapshot } from '#contracts/documents.ts'
import { chosenDocuments } from '#contracts/filter.ts'
import { filterReport, fullSearch, readFlow } from '#contracts/stages.ts'
import { readTimeout } from '../effects/define.ts'
import { searchOf } from '../events/filter/query.ts'
import { read, withoutTab } from './read.ts'

export const flow = read({
  name: 'stages.flow',
  event: 'stages.flowAsked',
  label: 'Look up the flow',
  log: 'project',
  payload: z.strictObject({}),
  ask: (_, { call }) => call(readFlow),
})

export const moves = read({
  name: 'stages.moves',
  event: 'stages.movesAsked',
  label: 'Look up promotions and filters',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(filterReport)).data,
})

/** While one types and ticks, nothing is asked. */
const quietMs = 250
/** Rows of the list of first documents. */
const rows = 25

/** The result is not paged: it is dropped on the server as soon as its first rows are here. */
export const firstDocuments = read({
  name: 'stages.first',
  event: 'stages.firstAsked',
  ...withoutTab,
  label: 'Load documents',
  log: 'project',
  payload: z.strictObject({ of: chosenDocuments }),
  lane: () => 'stages:first',
  limit: 10,
  ask: async ({ of }, { call, rest }) => {
    await rest(quietMs)
    const { data, snapshotId } = await call(fullSearch, {
      idempotencyKey: null,
      repeatable: true,
      timeout: readTimeout,
      body: {
        query: searchOf(of, false),
        where: of.filter,
        sort: 'parentDateAsc',
        viewer: 'parentsAndChildren',
        filter: 'all',
        pageSize: rows,
        page: 1,
      },
    })
    await call(clearSnapshot, { idempotencyKey: null, repeatable: true, body: { snapshotId } })
    return data
  },
})
