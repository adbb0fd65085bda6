/** Coding forms as those who manage them see them: where each is used, its versions, and forms of other projects to copy. */
import * as z from 'zod/mini'
import { getForm } from '#contracts/coding.ts'
import {
  type FormDefinition,
  getFormVersion,
  listFormVersions,
  listManagedForms,
} from '#contracts/form-builder.ts'
import { id } from '#contracts/ids.ts'
import { definitionOf } from '../events/forms/forms.ts'
import { read } from './read.ts'

export const managedForms = read({
  name: 'forms.managed',
  label: 'Look up coding forms',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(listManagedForms)).data,
})

/** Of another project: refused where one does not manage forms there. */
export const formsOfProject = read({
  name: 'forms.ofProject',
  label: 'Look up coding forms of another project',
  log: 'project',
  payload: z.strictObject({ projectId: id }),
  retry: { times: 0, base: 300, cap: 300 },
  ask: async ({ projectId }, { call }) => (await call(listManagedForms, { projectId })).data,
})

export interface PresentForm {
  readonly version: number
  readonly definition: FormDefinition
}

export const presentForm = read({
  name: 'forms.present',
  label: 'Open a coding form',
  log: 'project',
  /** Of another project: to be copied. */
  payload: z.strictObject({ formId: id, projectId: z.optional(id) }),
  ask: async ({ formId, projectId }, { call }): Promise<PresentForm> => {
    const elsewhere = projectId === undefined ? {} : { projectId }
    const form = await call(getForm, { params: { id: formId }, ...elsewhere })
    return { version: form.version ?? 1, definition: definitionOf(form) }
  },
})

export const formVersions = read({
  name: 'forms.versions',
  label: 'Look up the versions of a coding form',
  log: 'project',
  payload: z.strictObject({ formId: id }),
  ask: async ({ formId }, { call }) => (await call(listFormVersions, { params: { id: formId } })).data,
})

/** A version never changes. */
export const formVersion = read({
  name: 'forms.version',
  label: ({ version }) => `Look at version ${version} of a coding form`,
  log: 'project',
  payload: z.strictObject({ formId: id, version: id }),
  ask: ({ formId, version }, { call }) => call(getFormVersion, { params: { id: formId, version } }),
})
