/** Asks for the job of text recognition. */
import { startOcr } from '#contracts/ocr.ts'
import { requestProgress } from '../commands/running-jobs.ts'
import { addToast } from '../commands/toasts.ts'
import { ocrRequested } from '../events/catalog/ocr.ts'
import { alsoRunning, projectJobsKey, runningJobs } from '../stores/running-jobs.ts'
import { effect } from './define.ts'

export const ocrEffects = [
  effect({
    name: 'ocr.start',
    on: ocrRequested,
    strategy: 'queue',
    scope: 'project',
    retry: { times: 3, base: 300, cap: 5_000 },
    timeout: 60_000,
    request: async ({ payload: { tabId: _, ...asked }, correlationId, projectId }, { call, cached }) => {
      const begun = await call(startOcr, { body: { ...asked, correlationId } })
      const running = projectId === null ? undefined : cached(runningJobs, projectJobsKey(projectId))
      return { ...begun, running }
    },
    done: ({ projectId }, { jobId, documents, pages, running }) => ({
      cache: projectId === null ? [] : [alsoRunning(running, projectId, jobId)],
      commands: [
        addToast({
          kind: 'success',
          message: `OCR of ${pages} pages in ${documents} documents has started`,
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
