/** Has exports started, gone on with, and their files removed. */
import { type Exported, removeExport, slipFailedExport, startExport } from '#contracts/exports.ts'
import { settleForm } from '../commands/exports.ts'
import { addToast } from '../commands/toasts.ts'
import { removeAsked, slipAsked, startAsked } from '../events/catalog/exports.ts'
import { exportedDocuments, exportList, oneExport } from '../reads/exports.ts'
import { effect, type Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'

const policy = { scope: 'project', strategy: 'queue', retry: { times: 3, base: 300, cap: 5_000 } } as const

/** Ms for what looks at every document of an export. */
const patience = 300_000

const settled = (formKey: string, exportId: number | null = null) =>
  settleForm({ formKey, message: null, detail: '', exportId })

const refused = (formKey: string, { message, detail }: CallFailure): Outcome => ({
  commands: [settleForm({ formKey, message, detail, exportId: null })],
})

const said = (message: string) => addToast({ kind: 'success', message })

/** An export as it is now: its screen and the list ask anew. */
const askedAnew = ({ exportId }: Pick<Exported, 'exportId'>) => [
  oneExport.request({ exportId }),
  exportList.request({}),
]

export const exportEffects = [
  effect({
    ...policy,
    name: 'exports.start',
    on: startAsked,
    timeout: patience,
    request: ({ payload: { name, settings } }, { call }) => call(startExport, { body: { name, settings } }),
    done: ({ payload: { formKey, name } }, { exportId }) => ({
      commands: [settled(formKey, exportId), said(`${name} is being exported`), exportList.request({})],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'exports.slip',
    on: slipAsked,
    request: ({ payload: { exportId } }, { call }) => call(slipFailedExport, { body: { exportId } }),
    done: ({ payload: { formKey } }, exported) => ({
      commands: [
        settled(formKey),
        said('Sheets stand for what could not be made. The job goes on.'),
        exportedDocuments.request({ exportId: exported.exportId, after: 0, failed: true }),
        ...askedAnew(exported),
      ],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'exports.remove',
    on: removeAsked,
    timeout: patience,
    request: ({ payload: { exportId } }, { call }) => call(removeExport, { body: { exportId } }),
    done: ({ payload: { formKey, name } }, exported) => ({
      commands: [settled(formKey), said(`The files of ${name} are removed`), ...askedAnew(exported)],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
]
