/** Whether the pointer is at work: what would move the page by itself waits until it rests, so that no press goes astray. */

/** Ms without a move or a press. */
const rest = 700

let last = Number.NEGATIVE_INFINITY
let pressed = false

function note(event: PointerEvent): void {
  last = performance.now()
  // A button that was let go outside of the window is not held any more.
  pressed = event.type === 'pointerdown' || (event.type === 'pointermove' && event.buttons !== 0)
}

const kinds = ['pointermove', 'pointerdown', 'pointerup', 'pointercancel'] as const

/** Begins to watch the pointer; answers how to stop. */
export function watchPointer(): () => void {
  for (const kind of kinds) addEventListener(kind, note, { passive: true, capture: true })
  return () => {
    for (const kind of kinds) removeEventListener(kind, note, { capture: true })
    pressed = false
  }
}

/** Calls once the pointer has rested, at once where it does; answers how to take that back. */
export function whenPointerRests(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    const left = pressed ? rest : last + rest - performance.now()
    if (left <= 0) then()
    else timer = setTimeout(look, left)
  }
  look()
  return () => clearTimeout(timer)
}
