/** Asks for the job of text recognition. */
import { startOcr } from '#contracts/ocr.ts'
import { requestProgress } from '../commands/jobs.ts'
import { addToast } from '../commands/toasts.ts'
import { ocrRequested } from '../events/catalog/ocr.ts'
import { effect } from './define.ts'

export const ocrEffects = [
  effect({
    name: 'ocr.start',
    on: ocrRequested,
    strategy: 'queue',
    scope: 'project',
    retry: { times: 3, base: 300, cap: 5_000 },
    timeout: 60_000,
    request: ({ payload: { tabId: _, ...asked }, correlationId }, { call }) =>
      call(startOcr, { body: { ...asked, correlationId } }),
    done: ({ projectId }, { documents, pages }) => ({
      commands: [
        addToast({
          kind: 'success',
          message: `Text recognition of ${pages} pages in ${documents} documents has begun`,
        }),
        ...(projectId === null ? [] : [requestProgress({ projectId })]),
      ],
    }),
    // That there is nothing to recognise is said in the server's words.
    fail: (_, failure) =>
      failure.kind === 'canceled'
        ? {}
        : {
            commands: [
              addToast({ kind: failure.status === 400 ? 'info' : 'error', message: failure.message }),
            ],
          },
  }),
]
