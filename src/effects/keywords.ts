/** Has a keyword list saved or deleted. */
import * as z from 'zod/mini'
import { changeKeywordList, createKeywordList, deleteKeywordList } from '#contracts/keywords.ts'
import { termFaults } from '#contracts/term-faults.ts'
import { settleKeywordList } from '../commands/keywords.ts'
import { addToast } from '../commands/toasts.ts'
import { listAsked, listDeletionAsked } from '../events/catalog/keywords.ts'
import type { PayloadOf } from '../events/define.ts'
import { keywordLists } from '../reads/keywords.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { asOutcome, toastError } from './outcomes.ts'

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
      keywordLists.request({}),
    ],
  }
}

async function dropList(
  { keywordListId, version, name }: PayloadOf<typeof listDeletionAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(deleteKeywordList, { params: { keywordListId }, query: { version } })
  return {
    commands: [addToast({ kind: 'success', message: `${name} is deleted` }), keywordLists.request({})],
  }
}

const policy = {
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: asOutcome,
} as const

export const keywordsEffects = [
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
    fail: (_, failure) => toastError(failure),
  }),
]
