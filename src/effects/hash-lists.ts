/** Asks about lists of known files, sends one, and takes one away. */
import { endHashList, requestHashLists } from '../commands/hash-lists.ts'
import { listsRequested, removalAsked, uploadAsked } from '../events/catalog/hash-lists.ts'
import { hashListsKey } from '../stores/hash-lists.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { missed, refused, told } from './outcomes.ts'

const retry = { times: 5, base: 500, cap: 8_000 } as const
const calls = later(() => import('./hash-lists-calls.ts'))

const fetchLists = effect({
  name: 'hashLists.fetch',
  on: listsRequested,
  strategy: 'latest',
  retry,
  request: async ({ payload: { projectId } }, ctx) => (await calls()).readLists(projectId, ctx),
  done: told,
  fail: ({ payload: { projectId } }, failure) => missed(hashListsKey(projectId), failure),
})

/** A try that follows a cut line goes on where the server says that the list ends. */
const send = effect({
  name: 'hashLists.send',
  on: uploadAsked,
  strategy: 'queue',
  retry,
  request: async (asked, ctx) => (await calls()).sendList(asked, ctx),
  done: told,
  fail: ({ payload: { uploadKey, projectId } }, { message }) => ({
    commands: [endHashList({ uploadKey, message }), requestHashLists({ projectId })],
  }),
})

const remove = effect({
  name: 'hashLists.remove',
  on: removalAsked,
  strategy: 'queue',
  retry,
  request: async ({ payload }, ctx) => (await calls()).removeList(payload, ctx),
  done: told,
  fail: (_, failure) => refused(failure),
})

export const hashListsEffects = [fetchLists, send, remove]
