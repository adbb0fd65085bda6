// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Foreign, marked, PersonName, personOf } from './foreign.tsx'

afterEach(cleanup)
const shown = (text: string) => {
  const { container } = render(<PersonName {...personOf(text)} />)
  expect([...container.childNodes].every((node) => node.nodeName === 'BDI' || node.textContent === ' ')).toBe(
    true,
  )
  return container.textContent
}

describe('text that came with the documents', () => {
  it('shows every sign that turns the direction of writing, and obeys none', () => {
    expect(marked('invoice\u202efdp.exe')).toBe('invoice[U+202E]fdp.exe')
    const signs = [
      0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
    ]
    for (const sign of signs) {
      const code = sign.toString(16).toUpperCase().padStart(4, '0')
      expect(marked(`a${String.fromCharCode(sign)}b`)).toBe(`a[U+${code}]b`)
    }
    // Writing that runs to the left by itself is left as it is.
    expect(marked('חשבונית 12')).toBe('חשבונית 12')
    const { container } = render(<Foreign text={'a\u202eb'} />)
    expect(container.innerHTML).toBe('<bdi>a[U+202E]b</bdi>')
  })

  it('shows the bare address beside every name, and a name that looks like an address as none', () => {
    expect(shown('Ann Poe <ann@poe.example>')).toBe('Ann Poe <ann@poe.example>')
    expect(shown('ceo@bank.example <thief@elsewhere.example>')).toBe(
      '“ceo@bank.example” <thief@elsewhere.example>',
    )
    expect(shown('Ann <ann@poe.example> <thief@elsewhere.example>')).toBe(
      '“Ann <ann@poe.example>” <thief@elsewhere.example>',
    )
    expect(shown('Ann\u202e <ann@poe.example>')).toBe('Ann[U+202E] <ann@poe.example>')
    expect(shown('ann@poe.example')).toBe('ann@poe.example')
    expect(shown('/O=POE/CN=ANN')).toBe('/O=POE/CN=ANN')
    expect(personOf('Ann Poe <ann@poe.example>')).toEqual({ name: 'Ann Poe', address: 'ann@poe.example' })
  })
})
