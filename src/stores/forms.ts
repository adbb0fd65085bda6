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
import { differsFrom } from '../events/forms/forms.ts'
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
  /** The tab that waits for it: it alone knows whether it still hears of it. */
  readonly sentBy: string | null
  /** The last try, as long as nothing was edited since: what becomes of it is taken in also after nobody waited for it any more. */
  readonly lastTry: string | null
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
export const isUnsaved = ({ formId, base, build }: Pick<FormWork, 'formId' | 'base' | 'build'>): boolean =>
  formId === null || base === null || differsFrom(build, base.definition)

/**
 * Whether nobody hears any more of the try that is on its way: the tab that began it was loaded anew since (`here`: the tries
 * since then). Of another tab's nobody here knows.
 */
export const isLost = ({ sending, sentBy }: FormWork, tabId: string, here: ReadonlySet<string>): boolean =>
  sending !== null && sentBy === tabId && !here.has(sending)

/** So many steps can be undone. */
export const stepsKept = 200

const settled = { sending: null, sentBy: null, refusal: null, present: null, findings: null } as const

export const forms = projection<FormsState>({
  name: 'forms',
  version: 2,
  log: 'project',
  initial: { works: {} },
  handlers: [
    on(formBegun, (state, { key, formId, base, build }, { at }) =>
      put(state, key, {
        ...{ formId, base, build, past: [], future: [] },
        editedAt: formId === null ? at : null,
        lastTry: null,
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
          lastTry: null,
          refusal: null,
        }
      }),
    ),
    on(formUndone, (state, { key }, { at }) =>
      inWork(state, key, (work) => {
        const step = work.past.at(-1)
        if (step === undefined) return work
        const build = applied(work.build, step.back)
        const future = [step, ...work.future]
        return { ...work, build, past: work.past.slice(0, -1), future, editedAt: at, lastTry: null }
      }),
    ),
    on(formRedone, (state, { key }, { at }) =>
      inWork(state, key, (work) => {
        const [step, ...future] = work.future
        if (step === undefined) return work
        const build = applied(work.build, step.edit)
        return { ...work, build, past: [...work.past, step], future, editedAt: at, lastTry: null }
      }),
    ),
    on(formDiscarded, (state, { key }) => drop(state, key)),
    on(formAsked, (state, { key, formKey }, { tabId }) =>
      inWork(state, key, (work) => ({
        ...work,
        ...settled,
        ...{ sending: formKey, sentBy: tabId, lastTry: formKey },
      })),
    ),
    on(formWarned, (state, { key, formKey, findings }) =>
      inTry(state, key, formKey, (work) => ({ ...work, ...settled, findings })),
    ),
    on(formRefused, (state, { key, formKey, message, present }) =>
      inTry(state, key, formKey, (work) => ({ ...work, ...settled, refusal: message, present })),
    ),
    on(formSaved, (state, { key, formKey }) =>
      isLast(state.works[key], formKey) ? drop(state, key) : state,
    ),
    on(formAnswered, (state, { key, base }) =>
      inWork(state, key, (work) => ({
        ...work,
        ...settled,
        base: base ?? work.base,
        lastTry: base === null ? work.lastTry : null,
      })),
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
): FormsState => (isLast(state.works[key], formKey) ? inWork(state, key, change) : state)

const isLast = (work: FormWork | undefined, formKey: string): boolean =>
  work !== undefined && (work.sending === formKey || work.lastTry === formKey)

export const $formWorks = forms.$state.map(({ works }) => works)
