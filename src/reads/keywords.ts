/** Keyword lists and what they find. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { listKeywordLists, readKeywordReport } from '#contracts/keywords.ts'
import type { Stage } from '#contracts/stages.ts'
import { readTimeout } from '../effects/define.ts'
import { read } from './read.ts'

const stages = ['review', 'processing'] as const satisfies readonly Stage[]

export const keywordLists = read({
  name: 'keywords.lists',
  event: 'keywords.requested',
  label: 'Look up keyword lists',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(listKeywordLists)).data,
})

export const keywordReport = read({
  name: 'keywords.report',
  event: 'keywords.reportRequested',
  label: 'Count what keywords hit',
  log: 'project',
  payload: z.strictObject({
    stage: z.enum(stages),
    /** Null: of all lists. */
    keywordListId: z.nullable(id),
  }),
  ask: ({ stage, keywordListId }, { call }) => {
    const query = keywordListId === null ? { stage } : { stage, keywordListId }
    return call(readKeywordReport, { query, timeout: readTimeout })
  },
})
