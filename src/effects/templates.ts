/** Asks about saved filters, and has one saved or deleted. */
import { settleTemplate } from '../commands/templates.ts'
import {
  nameAsked,
  templateAsked,
  templateDeletionAsked,
  templatesRequested,
} from '../events/catalog/templates.ts'
import { nameKey, templatesKey } from '../stores/templates.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { missed, refused, told } from './outcomes.ts'

const calls = later(() => import('./templates-calls.ts'))
const policy = {
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: told,
} as const

export const templatesEffects = [
  effect({
    ...policy,
    name: 'templates.fetch',
    on: templatesRequested,
    strategy: 'latest',
    request: async (_, ctx) => (await calls()).readTemplates(ctx),
    fail: (_, failure) => missed(templatesKey, failure),
  }),
  effect({
    ...policy,
    name: 'templates.checkName',
    on: nameAsked,
    strategy: 'latest',
    request: async ({ payload: { name } }, ctx) => (await calls()).checkName(name, ctx),
    fail: (_, failure) => missed(nameKey, failure),
  }),
  effect({
    ...policy,
    name: 'templates.send',
    on: templateAsked,
    strategy: 'queue',
    request: async ({ payload }, ctx) => (await calls()).sendTemplate(payload, ctx),
    fail: ({ payload: { formKey } }, { message }) => ({ commands: [settleTemplate({ formKey, message })] }),
  }),
  effect({
    ...policy,
    name: 'templates.delete',
    on: templateDeletionAsked,
    strategy: 'queue',
    request: async ({ payload }, ctx) => (await calls()).dropTemplate(payload, ctx),
    fail: (_, failure) => refused(failure),
  }),
]
