/** Has a highlight set saved, deleted or restored, and the sets ordered. */
import * as z from 'zod/mini'
import * as contract from '#contracts/highlights.ts'
import { termFaults } from '#contracts/term-faults.ts'
import { settleHighlightSet } from '../commands/highlights.ts'
import { addToast } from '../commands/toasts.ts'
import { deletionAsked, orderAsked, restoreAsked, saveAsked } from '../events/catalog/highlights.ts'
import { highlightSets } from '../reads/highlight-sets.ts'
import { effect } from './define.ts'
import { asOutcome, toastError } from './outcomes.ts'

const policy = { scope: 'project', strategy: 'queue', retry: { times: 3, base: 300, cap: 5_000 } } as const

const said = (message: string) => ({
  commands: [addToast({ kind: 'success', message }), highlightSets.request({})],
})

export const highlightsEffects = [
  effect({
    ...policy,
    name: 'highlights.send',
    on: saveAsked,
    request: ({ payload: { formKey: _, ...body } }, { call }) => call(contract.saveHighlightSet, { body }),
    done: ({ payload: { formKey } }) => ({
      commands: [settleHighlightSet({ formKey, message: null, faults: [] }), highlightSets.request({})],
    }),
    fail: ({ payload: { formKey } }, { message, data }) => {
      const found = z.safeParse(termFaults, data)
      const faults = found.success ? found.data.terms : []
      return { commands: [settleHighlightSet({ formKey, message, faults })] }
    },
  }),
  effect({
    ...policy,
    name: 'highlights.order',
    on: orderAsked,
    request: async ({ payload }, { call }) => {
      await call(contract.orderHighlightSets, { body: payload })
      return { commands: [highlightSets.request({})] }
    },
    done: asOutcome,
    fail: (_, failure) => toastError(failure),
  }),
  effect({
    ...policy,
    name: 'highlights.delete',
    on: deletionAsked,
    request: async ({ payload: { name, ...query } }, { call }) => {
      await call(contract.deleteHighlightSet, { query })
      return said(`${name} is deleted. It can be restored.`)
    },
    done: asOutcome,
    fail: (_, failure) => toastError(failure),
  }),
  effect({
    ...policy,
    name: 'highlights.restore',
    on: restoreAsked,
    request: async ({ payload: { name, highlightSetId } }, { call }) => {
      await call(contract.restoreHighlightSet, { body: { highlightSetId } })
      return said(`${name} is restored`)
    },
    done: asOutcome,
    fail: (_, failure) => toastError(failure),
  }),
]
