/** Coding forms in the browser: their list, the one to code with, and how this tab shows it. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import {
  fieldFocused,
  formChosen,
  formsArrived,
  formsFailed,
  formsRequested,
  sectionToggled,
} from '../events/catalog/coding.ts'
import { currentForm } from '../events/coding/forms.ts'
import { command, reject } from './define.ts'

/** Brings the list up to date: on opening the project, and after a form was changed. */
export const loadForms = command({
  type: 'coding.loadForms',
  capture: 'never',
  payload: z.object({}),
  decide: () => [formsRequested({})],
  label: () => 'Look for coding forms',
})

export const receiveForms = command({
  type: 'coding.receiveForms',
  capture: 'never',
  payload: formsArrived.payload,
  decide: (_, payload) => [formsArrived(payload)],
  label: ({ list }) => `Coding forms: ${list.length}`,
})

/** The list that was kept stays good as long as nothing newer comes. */
export const failForms = command({
  type: 'coding.failForms',
  capture: 'never',
  payload: formsFailed.payload,
  decide: (_, payload) => [formsFailed(payload)],
  label: () => 'The coding forms could not be fetched',
})

export const chooseForm = command({
  type: 'coding.chooseForm',
  capture: 'never',
  payload: z.object({ formId: id }),
  decide: ({ coding: { forms } }, { formId }) => {
    if (currentForm(forms).coding_form_id === formId) return []
    return forms.byId[formId] ? [formChosen({ formId })] : reject('There is no such form.')
  },
  label: ({ formId }, { coding }) => `Code with ${coding.forms.byId[formId]?.name ?? 'another form'}`,
})

/** Opens and closes a section in this tab. */
export const toggleSection = command({
  type: 'coding.toggleSection',
  capture: 'never',
  payload: z.object({ sectionId: id }),
  decide: ({ coding: { forms, views } }, { sectionId }, { tabId }) => {
    const section = currentForm(forms).sections.find((one) => one.sectionId === sectionId)
    if (!section) return reject('The form has no such section.')
    const shown = views[tabId]?.sections[sectionId]?.isExpanded ?? section.isExpanded
    return [sectionToggled({ tabId, sectionId, part: 'isExpanded', on: !shown })]
  },
  label: () => 'Open or close a section',
})

/** The field that the keys 1–9 go to, in this tab. */
export const focusField = command({
  type: 'coding.focusField',
  capture: 'never',
  payload: z.object({ fieldId: z.nullable(id) }),
  decide: ({ coding: { views } }, { fieldId }, { tabId }) =>
    (views[tabId]?.focused ?? null) === fieldId ? [] : [fieldFocused({ tabId, fieldId })],
  label: () => 'Go to a field',
})
