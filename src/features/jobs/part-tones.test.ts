import { expect, it } from 'vitest'
import { dark, light } from '../ui/palette.ts'
import { openTone, partTones } from './part-tones.ts'

it.each([
  ['light', light],
  ['dark', dark],
])('no two parts of the reconciliation look the same in the %s theme', (_, palette) => {
  const colours = [...Object.values(partTones), openTone].map((tone) => palette[tone])
  expect(new Set(colours).size).toBe(colours.length)
})
