import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { cycled } from './ciphers.ts'

describe('the cipher that Outlook calls high', () => {
  it('is what MS-PST 5.2 computes', () => {
    // Computed by the program that the specification prints.
    expect(cycled(Buffer.from('Outlook'), 0x12345678).toString('hex')).toBe('e2f9f8706b331c')
    // Of the number of a block its lower half counts.
    expect(cycled(Buffer.from('Outlook'), 0x1_1234_5678).toString('hex')).toBe('e2f9f8706b331c')
  })

  test('undoes itself, and hides each block another way', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.maxSafeNat(), (given, bid) => {
        const bytes = Buffer.from(given)
        expect(cycled(cycled(bytes, bid), bid)).toEqual(bytes)
      }),
    )
    const bytes = Buffer.alloc(64, 'x')
    expect(cycled(bytes, 4)).not.toEqual(cycled(bytes, 8))
  })
})
