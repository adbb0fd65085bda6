/** Coding on its way to the record: saves, in order per document and once each; forms, as far as they are not known. */
import { getForm, listForms, saveCoding, staleData } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { initialise } from '../commands/coding.ts'
import { failForms, receiveForms } from '../commands/coding-forms.ts'
import { confirmSave, conflictSave, failSave } from '../commands/coding-saves.ts'
import { addToast } from '../commands/toasts.ts'
import { formsRequested, saveRequested } from '../events/catalog/coding.ts'
import { outdated } from '../events/coding/forms.ts'
import { markOf, requestIdOf } from '../events/coding/mark.ts'
import { shownTab } from '../events/review/views.ts'
import { documentIn } from '../stores/coding.ts'
import { standingIn } from './batch-standing.ts'
import { effect } from './define.ts'

const fetchForms = effect({
  name: 'coding.fetchForms',
  on: formsRequested,
  strategy: 'first',
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  request: async (_, { call, state }) => {
    const { data } = await call(listForms, { query: { basicInfoOnly: 'true' } })
    const list = data.map(({ sections: _sections, ...info }) => info)
    const unknown = outdated(state().coding.forms, list)
    const forms = await Promise.all(unknown.map((id) => call(getForm, { params: { id } })))
    return { list, forms }
  },
  done: (_, known) => ({ commands: [receiveForms(known)] }),
  fail: (_, failure) =>
    failure.kind === 'canceled' ? {} : { commands: [failForms({ message: failure.message })] },
})

/**
 * A save leaves with the versions as they are known when it is sent: one that waited for an earlier save of the same
 * field has seen what that one wrote.
 */
const sendSave = effect({
  name: 'coding.sendSave',
  on: saveRequested,
  strategy: 'queue',
  delivery: 'once',
  timeout: 20_000,
  retry: { times: 5, base: 300, cap: 30_000 },
  request: (asked, { call, state }) => {
    const { payload, undo, commandId, correlationId } = asked
    const doc = documentIn(state().coding, payload.documentId)
    return call(saveCoding, {
      body: {
        documentId: payload.documentId,
        coding_form_id: payload.formId,
        fields: payload.fields.map(({ fieldId: _, seen: __, ...field }) => field),
        ...(payload.gaveUp === undefined ? {} : { gaveUp: payload.gaveUp }),
        ...(payload.batchId === undefined ? {} : { batchId: payload.batchId }),
        ...(payload.propagation === undefined ? {} : { propagation: payload.propagation }),
        undo: markOf(payload, undo, commandId),
        correlationId,
      },
      // What only says that something was given up has written nothing that anybody could have changed.
      ...(payload.fields.length === 0
        ? {}
        : {
            ifMatch: ifMatchOf(
              new Map(
                payload.fields.map(({ fieldId, coding_form_field_id, seen }) => [
                  coding_form_field_id,
                  doc?.fields[fieldId]?.base ?? seen,
                ]),
              ),
            ),
          }),
      idempotencyKey: requestIdOf(asked),
    })
  },
  done: (asked, { values, auditIds, propagated }, { coding }) => {
    const { documentId } = asked.payload
    const saveId = requestIdOf(asked)
    if (propagated === undefined) return { commands: [confirmSave({ documentId, saveId, values, auditIds })] }
    const { values: others, ...counts } = propagated
    return {
      commands: [
        confirmSave({ documentId, saveId, values, auditIds, propagated: counts }),
        ...others.filter((one) => documentIn(coding, one.documentId) !== null).map(initialise),
        ...(asked.undo.kind !== 'none' && counts.left > 0
          ? [addToast({ kind: 'warning', message: sayLeft(counts.left) })]
          : []),
      ],
    }
  },
  fail: (asked, failure, { review, shell }) => {
    const { documentId } = asked.payload
    const saveId = requestIdOf(asked)
    // Cut off, it is unknown and not failed: the outbox asks again by the same key.
    if (failure.kind === 'canceled') return {}
    const stale = failure.code === 'coding.stale' ? staleData.safeParse(failure.data).data : undefined
    const refused = stale
      ? conflictSave({ documentId, saveId, conflicts: stale.conflicts })
      : failSave({
          ...{ documentId, saveId, code: failure.code, message: failure.message },
          ...(failure.detail === propagationOff ? { goesNowhere: true as const } : {}),
        })
    // The form says it where the document is still in view; who has moved on would not see it there.
    const stood = standingIn(failure)
    const inView = review.byTab[shownTab(review, shell, asked.tabId)]?.current?.documentId === documentId
    return {
      commands: [
        refused,
        ...stood,
        ...(inView ? [] : [addToast(sayRefused(failure.message, stale !== undefined))]),
      ],
    }
  },
})

/** The detail of a refusal where the project does not propagate any more. */
const propagationOff = 'propagationEnabled'

const sayLeft = (left: number): string =>
  `Of what had been propagated, ${left} ${left === 1 ? 'value was' : 'values were'} left as ${left === 1 ? 'it is' : 'they are'}.`

/** Names no document: what it is called is its content. The foot of the screen leads there. */
const sayRefused = (message: string, stale: boolean) => ({
  kind: 'error' as const,
  message: stale
    ? 'The coding of a document you have left was not saved: somebody has changed it meanwhile.'
    : `The coding of a document you have left was not saved: ${message}`,
})

export const codingEffects = [fetchForms, sendSave]
