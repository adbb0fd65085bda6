/** Has coding forms saved, deleted and selected; before a form is saved it is asked what that means for coded documents. */

import { ifMatchOf } from '#contracts/coding-versions.ts'
import { checkForm, type FormFinding, staleForm } from '#contracts/form-builder.ts'
import { createForm, deleteForm, patchForm, putForm } from '#contracts/form-drafts.ts'
import { loadForms } from '../commands/coding-forms.ts'
import { answerForm, confirmForm, refuseForm, warnOfForm } from '../commands/forms.ts'
import { addToast } from '../commands/toasts.ts'
import { formAsked, formDeletionAsked, formSelectionAsked } from '../events/catalog/forms.ts'
import type { PayloadOf } from '../events/define.ts'
import { isAsSaved } from '../events/forms/forms.ts'
import { managedForms } from '../reads/forms.ts'
import { effect, type Outcome, type RequestContext, readTimeout } from './define.ts'
import { asOutcome, toastError } from './outcomes.ts'

type Asked = PayloadOf<typeof formAsked>

const listed = [managedForms.request({}), loadForms({})]

async function sendForm(asked: Asked, ctx: RequestContext): Promise<Outcome> {
  const { key, formKey, draft, accepted } = asked
  const findings = accepted ? [] : await findingsOf(asked, ctx)
  if (findings.length === 0 && asked.looksAgain === true)
    return {
      commands: [
        answerForm({ key, base: null }),
        addToast({ kind: 'success', message: 'Nothing stands in the way of saving any more' }),
      ],
    }
  if (findings.length > 0) return { commands: [warnOfForm({ key, formKey, findings: [...findings] })] }
  const { version } = await write(asked, ctx)
  const message = version === 1 ? `${draft.name} is saved` : `${draft.name} is saved as version ${version}`
  return {
    commands: [confirmForm({ key, formKey }), addToast({ kind: 'success', message }), ...listed],
  }
}

async function findingsOf(
  { formId, draft }: Asked,
  { call }: RequestContext,
): Promise<readonly FormFinding[]> {
  if (formId === null) return []
  const asked = { body: draft, idempotencyKey: null, repeatable: true, timeout: readTimeout }
  return (await call(checkForm, { params: { id: formId }, ...asked })).findings
}

const write = ({ formId, version, draft }: Asked, { call }: RequestContext) =>
  formId === null
    ? call(createForm, { body: draft })
    : call(putForm, {
        params: { id: formId },
        body: draft,
        ifMatch: ifMatchOf(new Map([[formId, version ?? 0]])),
      })

async function removeForm(
  { formId, name }: PayloadOf<typeof formDeletionAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(deleteForm, { params: { id: formId } })
  return { commands: [addToast({ kind: 'success', message: `${name} is deleted` }), ...listed] }
}

async function selectForm(
  { formId, name }: PayloadOf<typeof formSelectionAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  await call(patchForm, { params: { id: formId }, body: { isSelected: true } })
  return { commands: [addToast({ kind: 'success', message: `${name} is the project's form` }), ...listed] }
}

const policy = {
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: asOutcome,
} as const

export const formsEffects = [
  effect({
    ...policy,
    name: 'forms.send',
    on: formAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => sendForm(payload, ctx),
    fail: ({ payload: { key, formKey, draft } }, { code, message, data }) => {
      const stale = code === 'form.stale' ? staleForm.safeParse(data).data : undefined
      // It was saved before, and the answer did not arrive.
      if (stale !== undefined && isAsSaved(draft, stale.present))
        return { commands: [confirmForm({ key, formKey }), ...listed] }
      return { commands: [refuseForm({ key, formKey, message, present: stale?.present ?? null })] }
    },
  }),
  effect({
    ...policy,
    name: 'forms.remove',
    on: formDeletionAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => removeForm(payload, ctx),
    fail: (_, failure) => toastError(failure),
  }),
  effect({
    ...policy,
    name: 'forms.select',
    on: formSelectionAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => selectForm(payload, ctx),
    fail: (_, failure) => toastError(failure),
  }),
]
