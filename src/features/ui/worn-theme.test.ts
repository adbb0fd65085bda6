import { expect, it } from 'vitest'
import { wearThemes } from './worn-theme.ts'

it('[theme-light-dark] the page wears what is chosen, and under "system" what the machine asks for, as it changes', () => {
  const machine = Object.assign(new EventTarget(), { matches: false })
  const page = { className: 'light' }
  const wear = wearThemes({
    document: { documentElement: page },
    matchMedia: () => machine,
  } as unknown as Window)
  const turn = (matches: boolean) => {
    machine.matches = matches
    machine.dispatchEvent(new Event('change'))
    return page.className
  }
  // Nobody has chosen: it stays as it was first painted.
  expect(turn(true)).toBe('light')
  wear('system')
  expect(page.className).toBe('dark')
  expect([turn(false), turn(true)]).toEqual(['light', 'dark'])
  wear('light')
  expect([page.className, turn(false), turn(true)]).toEqual(['light', 'light', 'light'])
  wear('dark')
  expect([page.className, turn(false)]).toEqual(['dark', 'dark'])
})
