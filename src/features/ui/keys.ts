/** Reading keys: one listener for all actions, which never takes a key from somebody who is writing. */
import { useEffect, useRef } from 'react'
import type { Action } from './actions.tsx'

/** Ms within which the second key of a sequence must come. */
const sequenceWait = 1200

/** `Ctrl+Shift+K`, in a fixed order; the command key of a Mac counts as Ctrl. */
export function written(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toLowerCase() : event.key
  const named = [
    event.ctrlKey || event.metaKey ? 'Ctrl' : '',
    event.altKey ? 'Alt' : '',
    // A sign that only Shift makes (`?`) is that sign; a letter or a named key with Shift says so.
    event.shiftKey && (key.length > 1 || /[a-z]/.test(key)) ? 'Shift' : '',
    key,
  ]
  return named.filter((part) => part !== '').join('+')
}

const normal = (keys: string): string =>
  keys
    .split(' ')
    .map((chord) => {
      const parts = chord.split('+')
      const last = parts.at(-1) ?? ''
      return [...parts.slice(0, -1), last.length === 1 ? last.toLowerCase() : last].join('+')
    })
    .join(' ')

/** Whether keys are single: a letter, figure or sign without Ctrl or Alt. These can be switched off. */
export const isSingle = (keys: string): boolean =>
  !/Ctrl|Alt/.test(keys) && keys.split(' ').some((chord) => chord.split('+').at(-1)?.length === 1)

/** Inputs that are pressed, not written in: on them single keys count as anywhere else. */
const pressed = new Set(['radio', 'checkbox', 'button', 'submit', 'reset', 'file', 'range', 'color'])

/** Whether what is pressed there is written. */
export const isWriting = (target: EventTarget | null): boolean => {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !pressed.has(target.type)
  return target.isContentEditable || target.closest('input, textarea, select, [role=textbox]') !== null
}

const pressable = 'button, summary, [role=button], [role=menuitem], [role=tab]'
/** What Enter and Space press by themselves, where the keyboard is: a link only by Enter, a choice only by Space. */
const pressedBy = {
  Enter: `a, ${pressable}`,
  Space: `input, select, [role=option], [role=checkbox], [role=switch], ${pressable}`,
} as const

/** Enter and Space belong to what they press: a button, a link, an entry of a menu, a choice. */
const pressesItself = (chord: string, target: EventTarget | null): boolean => {
  const key = chord.replace('Shift+', '')
  return (
    (key === 'Enter' || key === 'Space') &&
    target instanceof Element &&
    target.closest(pressedBy[key]) !== null
  )
}

/** Runs the action whose keys were pressed. `single`: whether single keys count. */
export function useKeys(actions: readonly Action[], single: boolean): void {
  const latest = useRef({ actions, single })
  latest.current = { actions, single }
  useEffect(() => {
    let first: { chord: string; at: number } | null = null
    const press = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.isComposing ||
        // What lies behind a dialog waits for it: a key must not save or move on there.
        document.querySelector('[aria-modal=true]:not([hidden])') !== null ||
        ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)
      ) {
        return
      }
      const chord = written(event)
      if (pressesItself(chord, event.target)) return
      const sequence = first && event.timeStamp - first.at < sequenceWait ? `${first.chord} ${chord}` : null
      first = null
      const writing = isWriting(event.target)
      const listens = (action: Action, keys: string): boolean =>
        [action.keys, ...(action.alsoKeys ?? [])].some(
          (own) =>
            own !== undefined &&
            normal(own) === keys &&
            (!isSingle(own) || latest.current.single) &&
            // A letter that is written is never a key, whatever its action says of Ctrl and that letter.
            (!writing || (action.inInputs === true && !isSingle(own))),
        )
      for (const pressed of sequence === null ? [chord] : [sequence, chord]) {
        const found = latest.current.actions.find(
          (action) => listens(action, pressed) && action.when?.(event.target) !== false,
        )
        if (!found) continue
        event.preventDefault()
        found.run(pressed)
        return
      }
      const begins = latest.current.actions.some((action) =>
        [action.keys, ...(action.alsoKeys ?? [])].some(
          (own) => own !== undefined && normal(own).startsWith(`${chord} `),
        ),
      )
      if (begins && !writing && latest.current.single) first = { chord, at: event.timeStamp }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
