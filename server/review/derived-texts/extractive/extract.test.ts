/** Extractive summaries: the sentences of the text, what is left out, and what holds for every text. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { extract } from './extract.ts'
import { parsePlaces } from './protocol.ts'

const sentences = (text: string): string[] =>
  extract(text).map(([start, length]) => text.slice(start, start + length).replace(/\s+/g, ' '))

const mail = `From: Ada
Subject: Dredging

Bob,

The harbour dredging tender closes on Friday and we have not yet
seen the bond from Rotterdam. I like tea in the afternoon. Please ask Jonathan whether the wharf lease
was signed before the dredging tender was published.

Best regards,
Ada Lovelace
Engine Ltd

This e-mail is confidential and meant for the intended recipient only.

-----Original Message-----
From: Bob
Sent: Monday

The submarine cable quotation came in today and it is far too high.
> Quoted words about the harbour dredging tender and its bond stand here.
`

describe('an extractive summary', () => {
  it('is of the author’s own sentences, whole where a program broke their lines', () => {
    expect(sentences(mail)).toEqual([
      'The harbour dredging tender closes on Friday and we have not yet seen the bond from Rotterdam.',
      'Please ask Jonathan whether the wharf lease was signed before the dredging tender was published.',
    ])
  })

  it('of what is passed on with no more than a word is of what was passed on', () => {
    const forwarded = mail.slice(mail.indexOf('-----Original'))
    for (const text of [forwarded, `READ THIS.\n\n ${forwarded}`])
      expect(sentences(text)).toEqual(['The submarine cable quotation came in today and it is far too high.'])
  })

  it('says nothing twice', () => {
    const text = `${'The tender for the dredging closes on Friday. '.repeat(6)}Nobody has asked the harbour master for his permit. `
    expect(sentences(text)).toEqual(['The tender for the dredging closes on Friday.'])
    expect(sentences(`${text} The wharf lease was signed in Rotterdam yesterday.`)).toHaveLength(2)
  })

  it('is none where there are no sentences', () => {
    expect(extract('')).toEqual([])
    expect(extract('Total 4 5 6\n\nYes\n')).toEqual([])
  })

  const word = fc.constantFrom(
    'lease',
    'harbour',
    'the',
    'Friday',
    'tender',
    '€5',
    '合同',
    '😀',
    '>',
    'From:',
  )
  const anyText = fc
    .array(fc.oneof(word, fc.constantFrom('. ', '\n', '\r\n', '\n\n', '\f', '! '), fc.string()), {
      maxLength: 120,
    })
    .map((parts) => parts.join(' '))

  test('stands in every text where it says, in order, and is the same each time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const places = extract(text)
        expect(places.length).toBeLessThanOrEqual(5)
        expect(parsePlaces(places, text.length)).toEqual(places)
        const said = new Set<string>()
        for (const [start, length] of places) {
          const sentence = text.slice(start, start + length)
          expect(sentence).toBe(sentence.trim())
          expect(said.has(sentence)).toBe(false)
          said.add(sentence)
          expect(sentence).toMatch(/\p{L}/u)
          const line = text.slice(text.lastIndexOf('\n', start - 1) + 1)
          expect(line).not.toMatch(/^[ \t]*(?:From:|>)/)
        }
        expect(extract(text)).toEqual(places)
      }),
      { numRuns: runs(200) },
    )
  })

  it('is believed by the server only as places of the text', () => {
    expect(() => parsePlaces([[0, 11]], 10)).toThrow()
    expect(() =>
      parsePlaces(
        [
          [4, 2],
          [3, 2],
        ],
        10,
      ),
    ).toThrow()
    expect(() => parsePlaces('The lease is void.', 10)).toThrow()
  })
})
