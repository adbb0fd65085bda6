/** Asks about sources, keeps them, and carries what they are told. What it calls is fetched when it is first needed. */
import { answerSource, lookAt } from '../commands/collect-sources.ts'
import { lookAsked, sourceSaveAsked, sourceTold } from '../events/catalog/collect-sources.ts'
import { lookKey } from '../stores/collect.ts'
import { calls } from './collect.ts'
import { effect } from './define.ts'
import { missed, refused, told } from './outcomes.ts'

const retry = { times: 3, base: 300, cap: 5_000 } as const

const look = effect({
  name: 'collect.look',
  on: lookAsked,
  strategy: 'latest',
  retry,
  request: async ({ payload }, ctx) => (await calls()).answerTo(payload, ctx),
  done: told,
  fail: ({ payload: { projectId, question } }, failure) => missed(lookKey(projectId, question), failure),
})

const save = effect({
  name: 'collect.saveSource',
  on: sourceSaveAsked,
  strategy: 'queue',
  retry,
  request: async ({ payload }, ctx) => (await calls()).saveSource(payload, ctx),
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
  request: async ({ payload }, ctx) => (await calls()).carry(payload, ctx),
  done: told,
  fail: (_, failure) => refused(failure),
})

export const sourcesEffects = [look, save, tell]
