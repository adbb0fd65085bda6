/**
 * What has the focus may vanish by being used: a button that becomes another one or can be pressed no more, a row that is taken
 * away. Then the keyboard goes on nearby, and not from the beginning of the page.
 */
import { type RefObject, useEffect, useRef } from 'react'

/** The places, and what takes the focus in each. */
const targets = new WeakMap<Element, () => HTMLElement>()

/**
 * For a place that stays while things in it come and go. Of several around what has vanished the innermost that is still there
 * takes the focus: by `to`, or else at its heading or itself, whichever can have it.
 */
export function useKeptFocus<E extends HTMLElement>(
  to: (place: E) => HTMLElement | null = headingOf,
): RefObject<E | null> {
  const ref = useRef<E>(null)
  const toNow = useRef(to)
  toNow.current = to
  useEffect(() => {
    const place = ref.current
    if (place === null) return
    targets.set(place, () => toNow.current(place) ?? place)
    let held: Element | null = null
    /** Places around it, innermost first, while they could be told. */
    let around: readonly Element[] = []
    const forget = () => {
      held = null
      watch.disconnect()
    }
    const watch = new MutationObserver(() => {
      if (held === null || canHold(held)) return
      const isHeld = document.activeElement === held
      forget()
      // Whoever has moved it meanwhile knows better.
      if (!isHeld && document.activeElement !== document.body) return
      if (around.find((one) => one.isConnected) === place) goOn(around)
    })
    const enter = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      held = target
      around = placesAround(target)
      watch.observe(place, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    }
    // Where it was taken elsewhere, what it has left may vanish: some browsers say so of what is being removed as well.
    const leave = () =>
      queueMicrotask(() => {
        if (held?.isConnected === true && document.activeElement !== held) forget()
      })
    place.addEventListener('focusin', enter)
    place.addEventListener('focusout', leave)
    return () => {
      forget()
      targets.delete(place)
      place.removeEventListener('focusin', enter)
      place.removeEventListener('focusout', leave)
    }
  }, [])
  return ref
}

/**
 * Has the keyboard go on near an element that has vanished; false where nothing around it can have the focus. To be asked for
 * while the element stands there.
 */
export function goOnNear(element: Element): () => boolean {
  const around = placesAround(element)
  return () => goOn(around)
}

/** In the innermost place that is still there and has what can take the focus. */
const goOn = (around: readonly Element[]): boolean =>
  around.some((place) => {
    const target = place.isConnected ? targets.get(place)?.() : undefined
    target?.focus({ preventScroll: true })
    return target !== undefined && document.activeElement === target
  })

const canHold = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

function placesAround(target: Element): readonly Element[] {
  const places: Element[] = []
  for (let one: Element | null = target; one !== null; one = one.parentElement)
    if (targets.has(one)) places.push(one)
  return places
}

const headingOf = (place: HTMLElement): HTMLElement | null =>
  place.querySelector<HTMLElement>(':is(h1, h2)[tabindex="-1"]')

/** The first button of a place that can be seen and pressed: where one becomes another. What is hidden takes no focus. */
export const firstButton = (place: HTMLElement): HTMLElement | null =>
  [...place.querySelectorAll<HTMLElement>('button:not(:disabled)')].find(isSeen) ?? null

/** A narrow window hides by style, the button itself or what it stands in. */
function isSeen(element: HTMLElement): boolean {
  for (let one: Element | null = element; one !== null; one = one.parentElement)
    if (getComputedStyle(one).display === 'none') return false
  return getComputedStyle(element).visibility !== 'hidden'
}
