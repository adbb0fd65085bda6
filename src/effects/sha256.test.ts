import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { createSha256 } from './sha256.ts'

describe('SHA-256 in pieces', () => {
  it('knows the standard vectors', () => {
    const of = (text: string) => {
      const sha = createSha256()
      sha.update(new TextEncoder().encode(text))
      return sha.hex()
    }
    expect(of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  test('gives what node gives, however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), (pieces) => {
        const ours = createSha256()
        const theirs = createHash('sha256')
        for (const piece of pieces) {
          ours.update(piece)
          theirs.update(piece)
        }
        expect(ours.hex()).toBe(theirs.digest('hex'))
      }),
    )
  })
})
