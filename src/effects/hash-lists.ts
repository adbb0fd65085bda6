/** Sends a list of known files, and takes one away. */
import { chunkBytes } from '#contracts/collect.ts'
import {
  beginHashList,
  finishHashList,
  type HashList,
  hashList,
  listHashLists,
  putHashListChunk,
  removeHashList,
} from '#contracts/hash-lists.ts'
import { endHashList } from '../commands/hash-lists.ts'
import { requestProgress } from '../commands/running-jobs.ts'
import { addToast } from '../commands/toasts.ts'
import { removalAsked, uploadAsked } from '../events/catalog/hash-lists.ts'
import type { PayloadOf } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { projectHashLists } from '../reads/hash-lists.ts'
import { projectJobs } from '../reads/jobs.ts'
import { write } from '../stores/cache.ts'
import { listOfUpload, notAtHand, pickedList } from '../stores/hash-lists.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { CallFailed } from './failure.ts'
import { asOutcome, toastError } from './outcomes.ts'

type Upload = PayloadOf<typeof uploadAsked>

/** Sends what the server does not have yet, chunk by chunk, and has it made searchable. */
async function sendList(
  { payload: upload, tabId, commandId }: Envelope<Upload>,
  ctx: RequestContext,
): Promise<Outcome> {
  const { projectId, uploadKey, name } = upload
  const { call, cached, put, state } = ctx
  const file = cached(pickedList, uploadKey) ?? null
  const again = [projectHashLists.request({ projectId })]
  const ended = (message: string) => ({ commands: [endHashList({ uploadKey, message }), ...again] })
  if (file === null) return ended(notAtHand)
  const stopped = () => {
    const own = state().hashLists.uploads[tabId]
    return own?.uploadKey !== uploadKey || own.phase !== 'sending'
  }
  const there = await opened(upload, `${commandId}-begin`, file, ctx)
  if (typeof there === 'string') return ended(there)
  let at = there
  showAmong(at, ctx, projectId)
  const params = { hashListId: at.hashListId }
  while (at.received < file.size) {
    put(write(listOfUpload, uploadKey, at))
    if (stopped()) return { commands: again }
    at = await chunk(at, file, projectId, call)
  }
  const { jobId } = await call(finishHashList, {
    projectId,
    params,
    idempotencyKey: `${commandId}-finish`,
  })
  return {
    commands: [
      endHashList({ uploadKey, message: null }),
      addToast({ kind: 'success', message: `${name} has come in and is made searchable, job ${jobId}` }),
      ...again,
      projectJobs.request({ projectId }),
      requestProgress({ projectId }),
    ],
  }
}

/** A list that is begun is one of those that are there, before they are asked for again. */
function showAmong(one: HashList, { cached, put }: RequestContext, projectId: number): void {
  const key = projectHashLists.key({ projectId })
  const known = cached(projectHashLists.cache, key)
  if (known === undefined || known.some(({ hashListId }) => hashListId === one.hashListId)) return
  put(write(projectHashLists.cache, key, [...known, one]))
}

/**
 * The list as the server has it: begun now, or before; or why this file cannot go there. A try that follows another goes out
 * under the same key, whatever the one before has sent.
 */
async function opened(
  { projectId, uploadKey, hashListId, name, version, fileName }: Upload,
  idempotencyKey: string,
  file: File,
  { call, cached }: RequestContext,
): Promise<HashList | string> {
  const known = hashListId ?? cached(listOfUpload, uploadKey)?.hashListId ?? null
  if (known === null) {
    const body = { name, version, fileName, size: file.size }
    return await call(beginHashList, { projectId, body, idempotencyKey })
  }
  const there = (await call(listHashLists, { projectId })).data.find((one) => one.hashListId === known)
  if (there === undefined) return 'The list that this file belongs to is not there any more.'
  if (there.size !== file.size) {
    const bytes = there.size.toLocaleString('en-US')
    return `This is another file: that list has ${bytes} bytes.`
  }
  return there
}

async function chunk(
  at: HashList,
  file: File,
  projectId: number,
  call: RequestContext['call'],
): Promise<HashList> {
  const offset = at.received
  try {
    return await call(putHashListChunk, {
      projectId,
      params: { hashListId: at.hashListId },
      query: { offset },
      body: file.slice(offset, offset + chunkBytes / 2),
      idempotencyKey: null,
      repeatable: true,
    })
  } catch (thrown) {
    // A chunk whose answer was lost had arrived after all. Where nothing has moved, it is a refusal.
    const known = thrown instanceof CallFailed && thrown.failure.status === 409 ? thrown.failure.data : null
    const actual = hashList.safeParse(known).data
    if (actual === undefined || actual.received === offset) throw thrown
    return actual
  }
}

async function removeList(
  { projectId, hashListId, name }: PayloadOf<typeof removalAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(removeHashList, { projectId, params: { hashListId } })
  const message = `${name} is taken away`
  return { commands: [addToast({ kind: 'success', message }), projectHashLists.request({ projectId })] }
}

const retry = { times: 5, base: 500, cap: 8_000 } as const

/** A try that follows a cut line goes on where the server says that the list ends. */
const send = effect({
  name: 'hashLists.send',
  on: uploadAsked,
  strategy: 'queue',
  retry,
  request: (asked, ctx) => sendList(asked, ctx),
  done: asOutcome,
  fail: ({ payload: { uploadKey, projectId } }, { message }) => ({
    commands: [endHashList({ uploadKey, message }), projectHashLists.request({ projectId })],
  }),
})

const remove = effect({
  name: 'hashLists.remove',
  on: removalAsked,
  strategy: 'queue',
  retry,
  request: ({ payload }, ctx) => removeList(payload, ctx),
  done: asOutcome,
  fail: (_, failure) => toastError(failure),
})

export const hashListsEffects = [send, remove]
