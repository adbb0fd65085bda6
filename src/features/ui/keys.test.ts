// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { findActions } from '../shell/palette.tsx'
import type { Action } from './actions.tsx'
import { isSingle, useKeys, written } from './keys.ts'

const press = (key: string, more: KeyboardEventInit = {}) =>
  written(new KeyboardEvent('keydown', { key, ...more }))

describe('keys', () => {
  it('are written the same way whatever the keyboard', () => {
    expect(press('J')).toBe('j')
    expect(press('j', { shiftKey: true })).toBe('Shift+j')
    expect(press('k', { ctrlKey: true })).toBe('Ctrl+k')
    expect(press('k', { metaKey: true })).toBe('Ctrl+k')
    expect(press('Enter', { shiftKey: true })).toBe('Shift+Enter')
    expect(press(' ')).toBe('Space')
    // The sign is what was meant; which keys make it differs from keyboard to keyboard.
    expect(press('?', { shiftKey: true })).toBe('?')
  })

  it('are single where neither Ctrl nor Alt is held', () => {
    expect(['j', '?', 't 1', 'Shift+J'].map(isSingle)).toEqual([true, true, true, true])
    expect(['Ctrl+K', 'Alt+1', 'Enter', 'Shift+Enter', 'ArrowDown'].map(isSingle)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

const action = (label: string, group = 'Go to', more: Partial<Action> = {}): Action => ({
  id: label,
  label,
  group,
  run: () => undefined,
  ...more,
})

describe('pressing keys', () => {
  afterEach(() => {
    cleanup()
    document.body.replaceChildren()
  })

  /** The keys of the review screen, as far as each is a case of its own; answers what has run. */
  function listening({ single = true } = {}) {
    const ran: string[] = []
    const on = (keys: string, more: Partial<Action> = {}) =>
      action(keys, 'Test', { keys, run: () => ran.push(keys), ...more })
    const actions = [
      on('j'),
      on('Ctrl+S', { alsoKeys: ['s'], inInputs: true }),
      on('Ctrl+Enter', { inInputs: true }),
      on('Ctrl+Z'),
      on('?'),
      on('Shift+J'),
      on('g r'),
      ...Array.from({ length: 9 }, (_, index) => on(String(index + 1))),
    ]
    const { unmount } = renderHook(() => useKeys(actions, single))
    return { ran, unmount }
  }

  /** Presses on what has the focus, as a browser does; answers whether the browser's own meaning is left to it. */
  function key(name: string, more: KeyboardEventInit & { timeStamp?: number } = {}): boolean {
    const { timeStamp, ...init } = more
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...init })
    if (timeStamp !== undefined) Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    return (document.activeElement ?? document.body).dispatchEvent(event)
  }

  function focused(html: string): HTMLElement {
    document.body.innerHTML = html
    const found = document.body.querySelector<HTMLElement>('[data-here], input, textarea, select, button')
    if (!found) throw new Error('Nothing to focus')
    found.focus()
    expect(document.activeElement).toBe(found)
    return found
  }

  const writingPlaces = {
    'an input': '<input>',
    'a search input': '<input type="search">',
    'a number input': '<input type="number">',
    'a date input': '<input type="date">',
    'a password input': '<input type="password">',
    'a text area': '<textarea></textarea>',
    'a select': '<select><option>Jones</option></select>',
    'a text box of its own making': '<div role="textbox" tabindex="0" data-here></div>',
  }
  for (const [place, html] of Object.entries(writingPlaces)) {
    it(`letters and figures are left to ${place}; Ctrl+S and Ctrl+Enter work there`, () => {
      const { ran } = listening()
      focused(html)
      for (const letter of ['j', 's', '1', '9', '?', 'g', 'r']) expect(key(letter)).toBe(true)
      expect(key('J', { shiftKey: true })).toBe(true)
      // Undo in what is being written is the browser's own.
      expect(key('z', { ctrlKey: true })).toBe(true)
      expect(ran).toEqual([])
      expect(key('s', { ctrlKey: true })).toBe(false)
      expect(key('Enter', { ctrlKey: true })).toBe(false)
      expect(key('s', { metaKey: true })).toBe(false)
      expect(ran).toEqual(['Ctrl+S', 'Ctrl+Enter', 'Ctrl+S'])
    })
  }

  it('letters are left to text that is written in place', () => {
    const { ran } = listening()
    const place = focused('<div contenteditable="true" tabindex="0" data-here>Words</div>')
    // The one thing about it that this document does not tell by itself.
    Object.defineProperty(place, 'isContentEditable', { value: true })
    expect(key('j')).toBe(true)
    expect(ran).toEqual([])
    key('s', { ctrlKey: true })
    expect(ran).toEqual(['Ctrl+S'])
  })

  for (const type of ['radio', 'checkbox', 'button', 'range']) {
    it(`work as anywhere else while an input of type ${type} has the focus`, () => {
      const { ran } = listening()
      focused(`<input type="${type}">`)
      for (const letter of ['j', 's', '1', '9']) expect(key(letter)).toBe(false)
      key('Enter', { ctrlKey: true })
      expect(ran).toEqual(['j', 'Ctrl+S', '1', '9', 'Ctrl+Enter'])
    })
  }

  it('work on a button and where nothing has the focus, whichever way a letter is shifted', () => {
    const { ran } = listening()
    focused('<button type="button">Go</button>')
    key('j')
    document.body.replaceChildren()
    key('J', { shiftKey: true })
    key('?', { shiftKey: true })
    // With Caps Lock on.
    key('J')
    expect(ran).toEqual(['j', 'Shift+J', '?', 'j'])
  })

  it('leave Space to what it presses; anywhere else it is a key like others, also on a link', () => {
    const ran: string[] = []
    renderHook(() =>
      useKeys([action('Scroll', 'Test', { keys: 'Space', run: () => ran.push('Space') })], true),
    )
    for (const html of [
      '<button type="button">Go</button>',
      '<input type="checkbox">',
      '<input type="radio">',
      '<input>',
    ]) {
      focused(html)
      expect(key(' ')).toBe(true)
    }
    expect(ran).toEqual([])
    focused('<a href="/" data-here>Go</a>')
    expect(key(' ')).toBe(false)
    focused('<div role="listbox" tabindex="0" data-here></div>')
    expect(key(' ')).toBe(false)
    expect(ran).toEqual(['Space', 'Space'])
  })

  it('leave Enter to what it presses, and to what is written; anywhere else it is a key like others', () => {
    const ran: string[] = []
    const actions = ['Enter', 'Shift+Enter'].map((keys) =>
      action(keys, 'Test', { keys, run: () => ran.push(keys) }),
    )
    renderHook(() => useKeys(actions, true))
    for (const html of ['<button type="button">Go</button>', '<a href="/" data-here>Go</a>', '<input>']) {
      focused(html)
      expect(key('Enter')).toBe(true)
      expect(key('Enter', { shiftKey: true })).toBe(true)
    }
    expect(ran).toEqual([])
    focused('<input type="radio">')
    key('Enter')
    document.body.replaceChildren()
    key('Enter', { shiftKey: true })
    expect(ran).toEqual(['Enter', 'Shift+Enter'])
  })

  it('that are single do nothing once they are switched off; the others stay', () => {
    const { ran } = listening({ single: false })
    for (const letter of ['j', 's', '1', '?', 'g', 'r']) expect(key(letter)).toBe(true)
    key('J', { shiftKey: true })
    expect(ran).toEqual([])
    key('s', { ctrlKey: true })
    key('z', { ctrlKey: true })
    expect(ran).toEqual(['Ctrl+S', 'Ctrl+Z'])
  })

  it('that begin a sequence wait for the second one, for a while', () => {
    const ran: string[] = []
    const actions = [
      action('Review', 'Go to', { keys: 'g r', run: () => ran.push('g r') }),
      action('Next', 'Go to', { keys: 'j', run: () => ran.push('j') }),
    ]
    renderHook(() => useKeys(actions, true))
    key('g', { timeStamp: 0 })
    expect(key('r', { timeStamp: 1_199 })).toBe(false)
    expect(ran.splice(0)).toEqual(['g r'])

    key('g', { timeStamp: 2_000 })
    key('r', { timeStamp: 3_200 })
    expect(ran).toEqual([])

    // Another key between them ends it, and is what it is by itself.
    key('g', { timeStamp: 5_000 })
    key('j', { timeStamp: 5_100 })
    key('r', { timeStamp: 5_200 })
    expect(ran.splice(0)).toEqual(['j'])

    // Shift on its way to a sign is no key.
    key('g', { timeStamp: 7_000 })
    key('Shift', { timeStamp: 7_100, shiftKey: true })
    key('r', { timeStamp: 7_200 })
    expect(ran.splice(0)).toEqual(['g r'])

    // What was begun outside is not ended in an input, and nothing begins there.
    key('g', { timeStamp: 9_000 })
    focused('<input>')
    key('r', { timeStamp: 9_100 })
    key('g', { timeStamp: 9_200 })
    document.body.replaceChildren()
    key('r', { timeStamp: 9_300 })
    expect(ran).toEqual([])
  })

  it('wait while a dialog is open', () => {
    const { ran } = listening()
    focused('<div role="dialog" aria-modal="true"><button>Close</button></div>')
    expect(key('j')).toBe(true)
    expect(key('Enter', { ctrlKey: true })).toBe(true)
    expect(ran).toEqual([])
    document.body.replaceChildren()
    key('j')
    expect(ran).toEqual(['j'])
  })

  it('say which they were to an action that has several', () => {
    const ran: (string | undefined)[] = []
    const choose = action('Choose', 'Test', {
      keys: '1',
      alsoKeys: ['2', 'g 3'],
      run: (pressed) => ran.push(pressed),
    })
    renderHook(() => useKeys([choose], true))
    for (const one of ['2', '1', 'g', '3']) key(one)
    expect(ran).toEqual(['2', '1', 'g 3'])
  })

  it('are nothing while a word is being composed, after somebody else has taken them, or when all is gone', () => {
    const { ran, unmount } = listening()
    key('j', { isComposing: true })
    const take = (event: Event) => event.preventDefault()
    document.body.addEventListener('keydown', take)
    key('j')
    document.body.removeEventListener('keydown', take)
    expect(ran).toEqual([])
    unmount()
    key('j')
    expect(ran).toEqual([])
  })
})

describe('finding an action', () => {
  const actions = [
    action('Preview'),
    action('Review'),
    action('Save and next', 'Coding'),
    action('Choose value 1', 'Coding', { hidden: true }),
  ]
  const found = (text: string) => findActions(actions, text).map(({ label }) => label)

  it('takes any part of its words, in any order, beginnings first', () => {
    expect(found('review')).toEqual(['Review', 'Preview'])
    expect(found('coding next')).toEqual(['Save and next'])
    expect(found('nothing like it')).toEqual([])
  })

  it('leaves out what is not worth a line', () => {
    expect(found('')).toEqual(['Preview', 'Review', 'Save and next'])
  })
})
