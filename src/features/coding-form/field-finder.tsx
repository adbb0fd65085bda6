/** The fields of the form, to go to one of them: by a part of its name, or by its place in the form. */
import { useUnit } from 'effector-react'
import { type ReactElement, useCallback } from 'react'
import { toggleSection } from '../../commands/coding-forms.ts'
import { dispatch } from '../../commands/dispatch.ts'
import type { FieldView, FormView } from '../../stores/coding-view.ts'
import { Finder, ranked } from '../ui/finder.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { focusInput } from './form-focus.ts'

interface Place {
  /** From 1. */
  readonly number: number
  readonly field: FieldView
  readonly section: { readonly sectionId: number; readonly name: string; readonly isExpanded: boolean }
}

export function FieldFinder({
  view,
  onClose,
}: {
  readonly view: FormView
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const places = view.sections
    .flatMap((section) => section.fields.map((field) => ({ field, section })))
    .map((place, at): Place => ({ ...place, number: at + 1 }))
  const find = useCallback((text: string) => findPlaces(places, text), [places])
  return (
    <Finder
      label="Fields of the form"
      ask="Find a field"
      placeholder="Find a field by its name or number"
      find={find}
      keyOf={({ field }) => String(field.fieldId)}
      groupOf={({ section }) => section.name}
      from={places.find(({ field }) => field.focused)}
      show={shown}
      none={(text) => `The form has no field “${text}”.`}
      onChoose={({ field, section }) => {
        if (!section.isExpanded) run(toggleSection({ sectionId: section.sectionId }))
        focusField(field.name)
      }}
      onClose={onClose}
    />
  )
}

/** Ms for which a field is waited for whose section was closed. */
const patience = 2_000

/**
 * Into the field of this name, once what stood over the form has given the keyboard back and the field is drawn; to the
 * field itself where nothing in it can be used. Whoever presses something before that has gone on without it.
 */
function focusField(name: string): void {
  const go = (): boolean => {
    const field = document.querySelector<HTMLElement>(
      `[data-coding-fields] [data-field="${CSS.escape(name)}"]`,
    )
    field?.focus()
    focusInput(field)
    field?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    return field !== null
  }
  setTimeout(() => {
    const form = document.querySelector('[data-coding-fields]')
    if (form === null || go()) return
    const over = new AbortController()
    const { signal } = over
    const drawn = new MutationObserver(() => go() && over.abort())
    signal.addEventListener('abort', () => drawn.disconnect())
    drawn.observe(form, { childList: true, subtree: true })
    for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, () => over.abort(), { signal })
    setTimeout(() => over.abort(), patience)
  })
}

const shown = ({ number, field }: Place): ReactElement => (
  <>
    <Kbd keys={String(number)} />
    <span className="label">{field.name}</span>
    <span className="aside">{field.missing ? 'required' : field.shown}</span>
  </>
)

/** In the order of the form, so that its sections stay together; a number is the place of a field and nothing else. */
export function findPlaces(places: readonly Place[], text: string): readonly Place[] {
  const asked = text.trim()
  if (/^\d+$/.test(asked)) return places.filter(({ number }) => String(number) === asked)
  const found = new Set(ranked(places, ({ field }) => field.name, asked))
  return places.filter((place) => found.has(place))
}
