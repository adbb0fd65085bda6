/** Tags on their way to the record, in order per document and once each. */
import { applyTags, listTags, staleTags } from '#contracts/tags.ts'
import { confirmTags, failTagChange, failTags, receiveTags } from '../commands/tags.ts'
import { categoriesRequested, changeRequested } from '../events/catalog/tags.ts'
import { markOf, requestIdOf } from '../events/coding/mark.ts'
import { standingIn } from './batch-standing.ts'
import { effect } from './define.ts'

const fetchTags = effect({
  name: 'tags.fetch',
  on: categoriesRequested,
  strategy: 'first',
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  request: (_, { call }) => call(listTags),
  done: (_, { data }) => ({ commands: [receiveTags({ categories: data })] }),
  fail: (_, failure) =>
    failure.kind === 'canceled' ? {} : { commands: [failTags({ message: failure.message })] },
})

const sendTags = effect({
  name: 'tags.send',
  on: changeRequested,
  strategy: 'queue',
  delivery: 'once',
  timeout: 20_000,
  retry: { times: 5, base: 300, cap: 30_000 },
  request: (asked, { call }) => {
    const { payload, undo, commandId, correlationId } = asked
    const { documentId, on, off, seen, batchId } = payload
    return call(applyTags, {
      body: {
        documentId,
        add: on,
        remove: off,
        ...(seen === undefined ? {} : { seen }),
        ...(batchId === undefined ? {} : { batchId }),
        undo: markOf({ undoes: null, mark: null }, undo, commandId),
        correlationId,
      },
      idempotencyKey: requestIdOf(asked),
    })
  },
  done: (asked, { tagIds, auditIds }) => ({
    commands: [
      confirmTags({ documentId: asked.payload.documentId, changeId: requestIdOf(asked), tagIds, auditIds }),
    ],
  }),
  fail: (asked, failure) => {
    const { kind, code, message, data } = failure
    return kind === 'canceled'
      ? {}
      : {
          commands: [
            failTagChange({
              documentId: asked.payload.documentId,
              changeId: requestIdOf(asked),
              code,
              message,
              ...(code === 'tag.stale' ? { tagIds: staleTags.safeParse(data).data?.tagIds } : {}),
            }),
            ...standingIn(failure),
          ],
        }
  },
})

export const tagsEffects = [fetchTags, sendTags]
