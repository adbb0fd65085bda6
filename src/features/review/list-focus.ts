/** Gives the keyboard to the list; does nothing where there is none in view. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[data-testid=document-list]')?.focus()
}

/** The same for the search. */
export function focusSearch(): void {
  document.querySelector<HTMLElement>('[data-shortcut="/"]')?.focus()
}

/** The same for the document. */
export function focusDocument(): void {
  document.querySelector<HTMLElement>('section[aria-label=Document]')?.focus()
}

const result = 'section[aria-label=Result]'

/** Whether the list has given way to the document, and is not laid over it. */
export const isListAway = (): boolean => document.querySelector(`[hidden] ${result}`) !== null

/** Whether the keyboard is in the list, or in what stands around it. */
export const isListFocused = (): boolean => document.activeElement?.closest(result) != null
