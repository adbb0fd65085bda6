import { describe, expect, it } from 'vitest'
import { parseTexts } from './protocol.ts'
import { work } from './worker.ts'

describe('what is read of texts', () => {
  it('counts all personal data, also where there is more of a kind than its places are told of', async () => {
    const cards = 'account 4111 1111 1111 1111\n'.repeat(10_005)
    const numbers = '123-45-6789\n'.repeat(3)
    const asked = { what: 'texts', texts: [{ id: 7, text: `${cards}\n\n\nlist\n${numbers}` }] } as const
    const tools = { at: () => {}, emit: async () => {} }
    const [found] = parseTexts(await work(asked, tools))
    expect(found).toMatchObject({
      likely: { 'Payment card': 10_005 },
      potential: { 'US social security number': 3 },
    })
  })
})
