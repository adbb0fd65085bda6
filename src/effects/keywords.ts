/** Asks about keyword lists and what they find, and has one saved or deleted. */
import * as z from 'zod/mini'
import {
  changeKeywordList,
  createKeywordList,
  deleteKeywordList,
  listKeywordLists,
  readKeywordReport,
} from '#contracts/keywords.ts'
import { termFaults } from '#contracts/term-faults.ts'
import { requestKeywordLists, settleKeywordList } from '../commands/keywords.ts'
import { addToast } from '../commands/toasts.ts'
import { listAsked, listDeletionAsked, listsRequested, reportRequested } from '../events/catalog/keywords.ts'
import type { PayloadOf } from '../events/define.ts'
import { keywordListsKey, keywordListsNow, keywordReports, reportKey } from '../stores/keywords.ts'
import { effect, type Outcome, type RequestContext, readTimeout } from './define.ts'
import { came, missed, refused, told } from './outcomes.ts'

async function readLists({ call }: RequestContext): Promise<Outcome> {
  return came(keywordListsNow, keywordListsKey, (await call(listKeywordLists)).data)
}

async function readReport(
  { stage, keywordListId }: PayloadOf<typeof reportRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const query = keywordListId === null ? { stage } : { stage, keywordListId }
  const report = await call(readKeywordReport, { query, timeout: readTimeout })
  return came(keywordReports, reportKey(stage, keywordListId), report)
}

async function sendList(
  { formKey, name, terms, over }: PayloadOf<typeof listAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  if (over === null) await call(createKeywordList, { body: { name, terms } })
  else
    await call(changeKeywordList, {
      params: { keywordListId: over.keywordListId },
      body: { name, terms, version: over.version },
    })
  return {
    commands: [
      settleKeywordList({ formKey, message: null, faults: [] }),
      addToast({ kind: 'success', message: `${name} is saved` }),
      requestKeywordLists({}),
    ],
  }
}

async function dropList(
  { keywordListId, version, name }: PayloadOf<typeof listDeletionAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(deleteKeywordList, { params: { keywordListId }, query: { version } })
  return {
    commands: [addToast({ kind: 'success', message: `${name} is deleted` }), requestKeywordLists({})],
  }
}

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
    request: (_, ctx) => readLists(ctx),
    fail: (_, failure) => missed(keywordListsKey, failure),
  }),
  effect({
    ...policy,
    name: 'keywords.report',
    on: reportRequested,
    strategy: 'latest',
    request: ({ payload }, ctx) => readReport(payload, ctx),
    fail: ({ payload: { stage, keywordListId } }, failure) =>
      missed(reportKey(stage, keywordListId), failure),
  }),
  effect({
    ...policy,
    name: 'keywords.send',
    on: listAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => sendList(payload, ctx),
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
    request: ({ payload }, ctx) => dropList(payload, ctx),
    fail: (_, failure) => refused(failure),
  }),
]
