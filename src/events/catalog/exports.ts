/** Exports: started, gone on with, removed, and what became of it. */
import * as z from 'zod/mini'
import { exportSettings } from '#contracts/exports.ts'
import { id } from '#contracts/ids.ts'
import { productionName } from '#contracts/production-settings.ts'
import { event } from '../define.ts'

/** Each try to send a form has a key of its own. */
const form = { formKey: z.string() }
const ofProject = { log: 'project', retention: 'audit' } as const
const ofExport = {
  ...ofProject,
  stream: ({ exportId }: { readonly exportId: number }) => `export:${exportId}`,
  payload: z.strictObject({ ...form, exportId: id, /** For people. */ name: z.string() }),
} as const

export const startAsked = event({
  ...ofProject,
  type: 'exports.startAsked',
  stream: () => 'exports',
  payload: z.strictObject({ ...form, name: productionName, settings: exportSettings }),
})

/** Sheets are to stand for what could not be made. */
export const slipAsked = event({ ...ofExport, type: 'exports.slipAsked' })

/** Its files are to go now. */
export const removeAsked = event({ ...ofExport, type: 'exports.removeAsked' })

/** What became of a form: the message is null where it is done; else it says why it is not. */
export const formSettled = event({
  ...ofProject,
  type: 'exports.formSettled',
  stream: () => 'exports',
  payload: z.strictObject({
    ...form,
    message: z.nullable(z.string()),
    /** What the refusal is about: a field, `set`, or nothing that is known. */
    detail: z.string(),
    /** The export that was started; null for others. */
    exportId: z.nullable(id),
  }),
})
