/** Finding the way into the form by the keyboard. */

const operable = 'input:not(:disabled):not([readonly]), textarea:not([readonly])'

/** Where coding goes on: at a required field that is empty, else where it was, else at the top. */
function fieldToCode(panel: ParentNode): Element | null {
  const form = panel.querySelector('[data-coding-fields]')
  return (
    form?.querySelector('[data-field][data-missing]') ??
    form?.querySelector('[data-field][data-focused]') ??
    form
  )
}

/** To what is chosen in a field, else to its first input. */
export function focusInput(field: Element | null | undefined): void {
  const input =
    field?.querySelector<HTMLElement>('input:checked:not(:disabled)') ??
    field?.querySelector<HTMLElement>(operable)
  input?.focus()
}

/** To the first input of where coding goes on, or to what is chosen in it. */
export function focusForm(panel: ParentNode = document): void {
  focusInput(fieldToCode(panel))
}

/** What clears the field that the keyboard is in; null where nothing can be cleared. */
export const clearButton = (): HTMLElement | null =>
  document.activeElement?.closest('[data-field]')?.querySelector<HTMLElement>('[data-clear]') ?? null

/**
 * Into the form of the document that came by itself. A field of choices has the focus as a whole: figures choose, while an
 * arrow that is still meant for the list or the document chooses nothing.
 */
export function focusNextForm(panel: ParentNode): void {
  const field = fieldToCode(panel)?.querySelector(operable)?.closest<HTMLElement>('[data-field]')
  if (field?.querySelector('.choices')) field.focus()
  else focusForm(panel)
}

/**
 * Brings the field that figures choose in into view, where it is scrolled out of it. Answers whether it had to: nobody
 * codes what he does not see. Where the form is in another window, it is seen there.
 */
export function broughtIntoView(): boolean {
  const form = document.querySelector('[data-coding-fields]')
  const field = form?.querySelector('[data-field][data-focused]')
  if (!form || !field) return false
  const [inside, whole] = [field.getBoundingClientRect(), form.getBoundingClientRect()]
  // Its name and its first values are enough to know what is chosen in. It need not stand there to the pixel.
  const spare = 8
  const isShown =
    inside.top >= whole.top - spare && Math.min(inside.bottom, inside.top + 60) <= whole.bottom + spare
  if (isShown) return false
  field.scrollIntoView({ block: 'center', behavior: 'instant' })
  return true
}
