// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { findActions } from '../shell/palette.tsx'
import type { Action } from './actions.tsx'
import { isSingle, written } from './keys.ts'

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

describe('finding an action', () => {
  const action = (label: string, group = 'Go to', more: Partial<Action> = {}): Action => ({
    id: label,
    label,
    group,
    run: () => undefined,
    ...more,
  })
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
