/** How it goes with the form that each tab sent last. Each try has a key of its own, so that no form takes another's answer for its own. */
import { putTab } from './by-tab.ts'

export interface FormSave {
  readonly formKey: string
  readonly phase: 'sending' | 'saved' | 'refused'
  /** Why it was refused. */
  readonly message: string | null
}

/** By tab. */
export type FormSaves = Readonly<Record<string, FormSave>>

export const formSent = (saves: FormSaves, tabId: string, formKey: string): FormSaves =>
  putTab(saves, tabId, { formKey, phase: 'sending', message: null })

/** It is on the record: the message is null. What comes of a form after which another was sent, nobody waits for. */
export const formSettled = (
  saves: FormSaves,
  tabId: string,
  formKey: string,
  message: string | null,
): FormSaves =>
  saves[tabId]?.formKey === formKey
    ? putTab(saves, tabId, { formKey, phase: message === null ? 'saved' : 'refused', message })
    : saves
