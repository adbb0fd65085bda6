/** Asks about sources, keeps them, and carries what they are told. */
import type { ParamsOf } from '#contracts/call.ts'
import {
  changeSource,
  collectFolder,
  createSource,
  deleteSource,
  listServerRoots,
  listSourceFiles,
  listSources,
  processSource,
  readServerFolder,
} from '#contracts/collect.ts'
import { createCustodian } from '#contracts/project.ts'
import { answerSource, lookAt } from '../commands/collect-sources.ts'
import { addToast } from '../commands/toasts.ts'
import { lookAsked, sourceSaveAsked, sourceTold } from '../events/catalog/collect-sources.ts'
import type { PayloadOf } from '../events/define.ts'
import { custodians } from '../reads/project.ts'
import { lookKey, serverFolders, serverRoots, sourceFiles, sources } from '../stores/collect.ts'
import { jobsAgain, onwards, sourcesAgain } from './collect.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { came, missed, refused, told } from './outcomes.ts'

/** Answers what was asked about sources, their files, and folders of the server. */
async function answerTo(
  { projectId, question, after }: PayloadOf<typeof lookAsked>,
  { call, cached }: RequestContext,
): Promise<Outcome> {
  const key = lookKey(projectId, question)
  switch (question.about) {
    case 'sources':
      return came(sources, key, (await call(listSources, { projectId })).data)
    case 'files': {
      const params: ParamsOf<typeof listSourceFiles> = { sourceId: question.sourceId }
      const page = await onwards(
        cached(sourceFiles, key)?.rows ?? [],
        after,
        ({ sourceFileId }) => sourceFileId,
        (query) => call(listSourceFiles, { projectId, params, query }),
      )
      return came(sourceFiles, key, page)
    }
    case 'roots':
      return came(serverRoots, key, (await call(listServerRoots, { projectId })).data)
    case 'folder': {
      const { root, path } = question
      const body = { root, path }
      return came(
        serverFolders,
        key,
        await call(readServerFolder, { projectId, body, idempotencyKey: null, repeatable: true }),
      )
    }
  }
}

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

const look = effect({
  name: 'collect.look',
  on: lookAsked,
  strategy: 'latest',
  retry,
  request: ({ payload }, ctx) => answerTo(payload, ctx),
  done: told,
  fail: ({ payload: { projectId, question } }, failure) => missed(lookKey(projectId, question), failure),
})

const save = effect({
  name: 'collect.saveSource',
  on: sourceSaveAsked,
  strategy: 'queue',
  retry,
  request: ({ payload }, ctx) => saveSource(payload, ctx),
  done: told,
  // What is so is shown again: somebody else may have changed it.
  fail: ({ payload: { formKey, projectId } }, { message, detail: field }) => ({
    commands: [
      answerSource({ formKey, answer: { message, field } }),
      lookAt(projectId, { about: 'sources' }),
    ],
  }),
})

const tell = effect({
  name: 'collect.tellSource',
  on: sourceTold,
  strategy: 'queue',
  retry,
  request: ({ payload }, ctx) => carry(payload, ctx),
  done: told,
  fail: (_, failure) => refused(failure),
})

export const sourcesEffects = [look, save, tell]
