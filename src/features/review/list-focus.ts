/** Gives the keyboard to the list; does nothing where there is none in view. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[role=listbox][aria-label=Documents]')?.focus()
}
