import { expect, it } from 'vitest'
import { shortened } from './only-spelled.ts'

it('keeps the names that are spelled, in their order', () => {
  const spelled = new Set(['width', 'zIndex', 'order'])
  expect(shortened('width,writingMode,x,order', ',', (name) => spelled.has(name))).toBe('width,order')
})
