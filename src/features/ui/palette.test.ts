import { describe, expect, it } from 'vitest'
import { dark, grounds, light, type Palette } from './palette.ts'

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const inks = ['ink', 'muted', 'faint', 'accentInk'] as const
const meanings = ['ok', 'attention', 'danger', 'info'] as const

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('[theme-light-dark] the %s theme', (_name, palette: Palette) => {
  it.each(inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const)))(
    'can be read: %s on %s',
    (ink, ground) => {
      expect(contrast(palette[ink], palette[ground])).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(meanings)('can be read: %s on its own ground, and on a surface', (meaning) => {
    expect(contrast(palette[`${meaning}Ink`], palette[`${meaning}Ground`])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette[`${meaning}Ink`], palette.surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette[`${meaning}Ink`], palette.canvas)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette[`${meaning}Bar`], palette.surface)).toBeGreaterThanOrEqual(3)
  })

  it('can be read: what stands on a filled button', () => {
    expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.onAccent, palette.accentHover)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.onDanger, palette.danger)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.accentInk, palette.accentGround)).toBeGreaterThanOrEqual(4.5)
  })

  it('shows where a control ends, and what has the focus', () => {
    for (const ground of ['canvas', 'surface', 'raised'] as const) {
      expect(contrast(palette.control, palette[ground])).toBeGreaterThanOrEqual(3)
      expect(contrast(palette.focus, palette[ground])).toBeGreaterThanOrEqual(3)
    }
  })
})
