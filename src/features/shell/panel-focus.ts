/** The keyboard and the panel beside the rail: goes into it when its key opens it. */

/** Brings the keyboard into the panel that is open; answers whether it was elsewhere. */
export function focusPanel(): boolean {
  const content = document.querySelector<HTMLElement>('[data-panel-content]')
  if (content === null || content.contains(document.activeElement)) return false
  content.focus()
  return true
}

let entering = false
/** The keyboard goes into the panel that opens next. */
export const enterPanel = (): void => {
  entering = true
}
/** Called with a panel's content as it comes and goes. */
export const enter = (content: HTMLElement | null): void => {
  if (content === null || !entering) return
  entering = false
  content.focus()
}
