/** What effects of keyword lists ask of the server, and what its answers become. */
import {
  changeKeywordList,
  createKeywordList,
  deleteKeywordList,
  listKeywordLists,
  readKeywordReport,
} from '#contracts/keywords.ts'
import { requestKeywordLists, settleKeywordList } from '../commands/keywords.ts'
import { addToast } from '../commands/toasts.ts'
import type { listAsked, listDeletionAsked, reportRequested } from '../events/catalog/keywords.ts'
import type { PayloadOf } from '../events/define.ts'
import { keywordListsKey, keywordListsNow, keywordReports, reportKey } from '../stores/keywords.ts'
import { type Outcome, type RequestContext, readTimeout } from './define.ts'
import { came } from './outcomes.ts'

export async function readLists({ call }: RequestContext): Promise<Outcome> {
  return came(keywordListsNow, keywordListsKey, (await call(listKeywordLists)).data)
}

export async function readReport(
  { stage, keywordListId }: PayloadOf<typeof reportRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const query = keywordListId === null ? { stage } : { stage, keywordListId }
  const report = await call(readKeywordReport, { query, timeout: readTimeout })
  return came(keywordReports, reportKey(stage, keywordListId), report)
}

export async function sendList(
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

export async function dropList(
  { keywordListId, version, name }: PayloadOf<typeof listDeletionAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(deleteKeywordList, { params: { keywordListId }, query: { version } })
  return {
    commands: [addToast({ kind: 'success', message: `${name} is deleted` }), requestKeywordLists({})],
  }
}
