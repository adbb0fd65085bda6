/** Keeps sources, and carries what they are told. */
import { changeSource, collectFolder, createSource, deleteSource, processSource } from '#contracts/collect.ts'
import { createCustodian } from '#contracts/project.ts'
import { answerSource } from '../commands/collect-sources.ts'
import { addToast } from '../commands/toasts.ts'
import { sourceSaveAsked, sourceTold } from '../events/catalog/collect-sources.ts'
import type { PayloadOf } from '../events/define.ts'
import { custodians } from '../reads/project.ts'
import { jobsAgain, sourcesAgain } from './collect.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { asOutcome, toastError } from './outcomes.ts'

/** A custodian who is named is added first; one of the same name is the same. */
async function saveSource(
  asked: PayloadOf<typeof sourceSaveAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { formKey, projectId, sourceId, custodian, name, autoProcess, autoPromote, version } = asked
  const custodianId =
    typeof custodian === 'number'
      ? custodian
      : (await call(createCustodian, { projectId, body: { name: custodian } })).custodianId
  const body = { name, custodianId, autoProcess, autoPromote }
  const kept =
    sourceId === null
      ? await call(createSource, { projectId, body })
      : await call(changeSource, { projectId, params: { sourceId }, body: { ...body, version } })
  return {
    commands: [
      sourcesAgain(projectId),
      custodians.request({ projectId }),
      answerSource({ formKey, answer: kept.sourceId }),
    ],
  }
}

/** Does what a source was told. */
async function carry(
  { projectId, sourceId, name, order }: PayloadOf<typeof sourceTold>,
  { call }: RequestContext,
): Promise<Outcome> {
  const params = { sourceId }
  const said = (message: string, kind: 'success' | 'info' = 'success') => ({
    commands: [addToast({ kind, message }), sourcesAgain(projectId), ...jobsAgain(projectId)],
  })
  switch (order.is) {
    case 'delete':
      await call(deleteSource, { projectId, params })
      return said(`${name}: the source is deleted`)
    case 'process': {
      const { jobId } = await call(processSource, { projectId, params, body: { ifAutomatic: false } })
      return jobId === null
        ? said(`${name}: nothing waits to be processed`, 'info')
        : said(`${name}: being processed, job ${jobId}`)
    }
    case 'collect': {
      const { root, path } = order
      const { jobId } = await call(collectFolder, { projectId, params, body: { root, path } })
      return said(`${name}: the folder is being copied, job ${jobId}`)
    }
  }
}

const retry = { times: 3, base: 300, cap: 5_000 } as const

const save = effect({
  name: 'collect.saveSource',
  on: sourceSaveAsked,
  strategy: 'queue',
  retry,
  request: ({ payload }, ctx) => saveSource(payload, ctx),
  done: asOutcome,
  // What is so is shown again: somebody else may have changed it.
  fail: ({ payload: { formKey, projectId } }, { message, detail: field }) => ({
    commands: [answerSource({ formKey, answer: { message, field } }), sourcesAgain(projectId)],
  }),
})

const tell = effect({
  name: 'collect.tellSource',
  on: sourceTold,
  strategy: 'queue',
  retry,
  request: ({ payload }, ctx) => carry(payload, ctx),
  done: asOutcome,
  fail: (_, failure) => toastError(failure),
})

export const sourcesEffects = [save, tell]
