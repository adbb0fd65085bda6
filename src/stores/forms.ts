/** Coding forms that are built in this browser: each with its steps, until it is saved or discarded. */
import type { DefinedVersion, FormDefinition, FormFinding } from '#contracts/form-builder.ts'
import {
  formAnswered,
  formAsked,
  formBegun,
  formDiscarded,
  formEdited,
  formRedone,
  formRefused,
  formSaved,
  formUndone,
  formWarned,
} from '../events/catalog/forms.ts'
import { applied, type Build, type BuildEdit, goesOn, inverseOf } from '../events/forms/build.ts'
import { on, projection } from './projection.ts'

/** An edit, and what takes it back. */
interface BuildStep {
  readonly edit: BuildEdit
  readonly back: BuildEdit
}

export interface FormWork {
  /** Null: a form that is not on the record yet. */
  readonly formId: number | null
  /** The version that it was begun with; null of a new form. */
  readonly base: { readonly version: number; readonly definition: FormDefinition } | null
  readonly build: Build
  readonly past: readonly BuildStep[]
  readonly future: readonly BuildStep[]
  /** When it was last edited; null: not at all. */
  readonly editedAt: string | null
  /** The try that is on its way. */
  readonly sending: string | null
  /** Why the last try was refused. */
  readonly refusal: string | null
  /** What somebody else has saved meanwhile. */
  readonly present: DefinedVersion | null
  /** What saving would mean for coded documents. */
  readonly findings: readonly FormFinding[] | null
}

export interface FormsState {
  /** By key. */
  readonly works: Readonly<Record<string, FormWork>>
}

/** Whether there is something that would be lost. */
export const isUnsaved = ({ formId, past }: FormWork): boolean => formId === null || past.length > 0

/** So many steps can be undone. */
export const stepsKept = 200

const settled = { sending: null, refusal: null, present: null, findings: null } as const

export const forms = projection<FormsState>({
  name: 'forms',
  version: 1,
  log: 'project',
  initial: { works: {} },
  handlers: [
    on(formBegun, (state, { key, formId, base, build }, { at }) =>
      put(state, key, {
        ...{ formId, base, build, past: [], future: [] },
        editedAt: formId === null ? at : null,
        ...settled,
      }),
    ),
    on(formEdited, (state, { key, edit }, { at }) =>
      inWork(state, key, (work) => {
        const back = inverseOf(work.build, edit)
        if (back === null) return work
        const last = work.past.at(-1)
        const step =
          last !== undefined && goesOn(last.edit, edit) ? { edit, back: last.back } : { edit, back }
        const before = step.back === back ? work.past : work.past.slice(0, -1)
        return {
          ...work,
          build: applied(work.build, edit),
          past: [...before, step].slice(-stepsKept),
          future: [],
          editedAt: at,
          refusal: null,
        }
      }),
    ),
    on(formUndone, (state, { key }, { at }) =>
      inWork(state, key, (work) => {
        const step = work.past.at(-1)
        if (step === undefined) return work
        const build = applied(work.build, step.back)
        return { ...work, build, past: work.past.slice(0, -1), future: [step, ...work.future], editedAt: at }
      }),
    ),
    on(formRedone, (state, { key }, { at }) =>
      inWork(state, key, (work) => {
        const [step, ...future] = work.future
        if (step === undefined) return work
        const build = applied(work.build, step.edit)
        return { ...work, build, past: [...work.past, step], future, editedAt: at }
      }),
    ),
    on(formDiscarded, (state, { key }) => drop(state, key)),
    on(formAsked, (state, { key, formKey }) =>
      inWork(state, key, (work) => ({ ...work, ...settled, sending: formKey })),
    ),
    on(formWarned, (state, { key, formKey, findings }) =>
      inTry(state, key, formKey, (work) => ({ ...work, ...settled, findings })),
    ),
    on(formRefused, (state, { key, formKey, message, present }) =>
      inTry(state, key, formKey, (work) => ({ ...work, ...settled, refusal: message, present })),
    ),
    on(formSaved, (state, { key, formKey }) =>
      state.works[key]?.sending === formKey ? drop(state, key) : state,
    ),
    on(formAnswered, (state, { key, base }) =>
      inWork(state, key, (work) => ({ ...work, ...settled, base: base ?? work.base })),
    ),
  ],
})

const put = (state: FormsState, key: string, work: FormWork): FormsState => ({
  works: { ...state.works, [key]: work },
})

function drop({ works }: FormsState, key: string): FormsState {
  const { [key]: _gone, ...others } = works
  return { works: others }
}

function inWork(state: FormsState, key: string, change: (work: FormWork) => FormWork): FormsState {
  const work = state.works[key]
  return work === undefined ? state : put(state, key, change(work))
}

const inTry = (
  state: FormsState,
  key: string,
  formKey: string,
  change: (work: FormWork) => FormWork,
): FormsState => (state.works[key]?.sending === formKey ? inWork(state, key, change) : state)

export const $formWorks = forms.$state.map(({ works }) => works)
