/** Finding the way into the form by the keyboard. */

const operable = 'input:not(:disabled):not([readonly]), textarea:not([readonly])'

/** Where coding goes on: at a required field that is empty, else where it was, else at the top. */
export function focusForm(panel: ParentNode = document): void {
  const form = panel.querySelector('[data-coding-fields]')
  const field =
    form?.querySelector('[data-field][data-missing]') ??
    form?.querySelector('[data-field][data-focused]') ??
    form
  const input =
    field?.querySelector<HTMLElement>('input:checked:not(:disabled)') ??
    field?.querySelector<HTMLElement>(operable)
  input?.focus()
}
