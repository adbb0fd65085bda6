/** Asks about keyword lists and what they find, and has one saved or deleted. */
import * as z from 'zod/mini'
import { termFaults } from '#contracts/term-faults.ts'
import { settleKeywordList } from '../commands/keywords.ts'
import { listAsked, listDeletionAsked, listsRequested, reportRequested } from '../events/catalog/keywords.ts'
import { keywordListsKey, reportKey } from '../stores/keywords.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { missed, refused, told } from './outcomes.ts'

const calls = later(() => import('./keywords-calls.ts'))
const policy = {
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: told,
} as const

export const keywordsEffects = [
  effect({
    ...policy,
    name: 'keywords.fetch',
    on: listsRequested,
    strategy: 'latest',
    request: async (_, ctx) => (await calls()).readLists(ctx),
    fail: (_, failure) => missed(keywordListsKey, failure),
  }),
  effect({
    ...policy,
    name: 'keywords.report',
    on: reportRequested,
    strategy: 'latest',
    request: async ({ payload }, ctx) => (await calls()).readReport(payload, ctx),
    fail: ({ payload: { stage, keywordListId } }, failure) =>
      missed(reportKey(stage, keywordListId), failure),
  }),
  effect({
    ...policy,
    name: 'keywords.send',
    on: listAsked,
    strategy: 'queue',
    request: async ({ payload }, ctx) => (await calls()).sendList(payload, ctx),
    fail: ({ payload: { formKey } }, { message, data }) => {
      const said = z.safeParse(termFaults, data)
      const faults = said.success ? said.data.terms : []
      return { commands: [settleKeywordList({ formKey, message, faults })] }
    },
  }),
  effect({
    ...policy,
    name: 'keywords.delete',
    on: listDeletionAsked,
    strategy: 'queue',
    request: async ({ payload }, ctx) => (await calls()).dropList(payload, ctx),
    fail: (_, failure) => refused(failure),
  }),
]
