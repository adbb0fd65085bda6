/** What a model is asked about one document, piece by piece. */
import { describe, expect, it } from 'vitest'
import { AiFault } from '../../platform/ai/fault.ts'
import { textHash, type Variant } from '../texts/texts.ts'
import { type Ask, byModel } from './make.ts'

const own = (text: string): Variant => ({
  origin: 'ocr',
  language: 'en',
  name: 'OCR Text',
  redactable: false,
  characters: text.length,
  truncated: false,
  confidence: 90,
  engine: null,
  at: null,
  source: null,
  text,
  madeOf: null,
})
const sendTo = { host: 'ai.example', model: 'scribe-1' }
const summary = { kind: 'summarize', again: false, sendTo } as const
/** Answers with the number of the piece, and remembers what it was asked. */
function model() {
  const asked: { part: number; instruction: string; text: string }[] = []
  const ask: Ask = async (part, { instruction, text }) => {
    asked.push({ part, instruction, text })
    return `answer ${part}`
  }
  return { asked, ask }
}
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, n) => `Paragraph ${n}. ${'It is about the lease. '.repeat(900)}`)

describe('a summary by a model', () => {
  it('of a text that is short is the one answer, and says of which text it is', async () => {
    const { asked, ask } = model()
    const made = await byModel(summary, own('The lease was signed.'), 'scribe-1', ask)
    expect(asked.map(({ text }) => text)).toEqual(['The lease was signed.'])
    expect(made).toEqual({
      text: 'answer 0',
      language: 'und',
      engine: 'scribe-1',
      truncated: false,
      source: { origin: 'ocr', language: 'en', sha256: textHash('The lease was signed.'), sentences: [] },
    })
  })

  it('of a long text is the summary of the summaries of its pieces', async () => {
    const { asked, ask } = model()
    const made = await byModel(summary, own(paragraphs(3).join('\n\n')), 'scribe-1', ask)
    expect(asked.map(({ part, text }) => [part, text.slice(0, 11)])).toEqual([
      [0, 'Paragraph 0'],
      [1, 'Paragraph 1'],
      [2, 'Paragraph 2'],
      [3, 'answer 0\n\na'],
    ])
    expect(new Set(asked.map(({ instruction }) => instruction)).size).toBe(2)
    expect([made.text, made.truncated]).toEqual(['answer 3', false])
  })

  it('of a text that is longer than what is sent of one says so', async () => {
    const { asked, ask } = model()
    const made = await byModel(summary, own(paragraphs(20).join('\n\n')), 'scribe-1', ask)
    expect(asked).toHaveLength(17)
    expect(made.truncated).toBe(true)
  })
})

it('a translation is the translations of its pieces, in order, in the language that was asked for', async () => {
  const { asked, ask } = model()
  const want = { kind: 'translate', again: false, to: 'it', sendTo } as const
  const made = await byModel(want, own(paragraphs(2).join('\n\n')), 'scribe-1', ask)
  expect(made).toMatchObject({ language: 'it', text: asked.map(({ part }) => `answer ${part}`).join('\n\n') })
  expect(
    asked
      .map(({ text }) => text)
      .join('')
      .replace(/\s/g, ''),
  ).toBe(paragraphs(2).join('').replace(/\s/g, ''))
  for (const { instruction } of asked) expect(instruction).toContain('Italian')
})

describe('a translation that the model cuts off', () => {
  const want = { kind: 'translate', again: false, to: 'it', sendTo } as const
  const text = paragraphs(2).join('\n\n')
  const words = (said: string): string => said.replace(/\s/g, '')
  /** Says back what it is asked, unless that is longer than it can say. */
  const saying = (most: number) => {
    const parts: number[] = []
    const ask: Ask = async (part, { text }) => {
      parts.push(part)
      if (text.length > most) throw new AiFault('cutOff', 'The model’s answer was cut off.')
      return text
    }
    return { parts, ask }
  }

  it('is put together of its halves, each a part of its own', async () => {
    const { parts, ask } = saying(4_000)
    const made = await byModel(want, own(text), 'scribe-1', ask)
    expect(words(made.text)).toBe(words(text))
    expect(new Set(parts).size).toBe(parts.length)
    expect(parts.length).toBeGreaterThan(10)
  })

  it('is none where the model can say next to nothing', async () => {
    const { parts, ask } = saying(100)
    await expect(byModel(want, own(text), 'scribe-1', ask)).rejects.toThrow('cut off')
    expect(parts.length).toBeLessThan(8)
  })
})
