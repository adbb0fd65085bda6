import { afterEach, describe, expect, it, vi } from 'vitest'
import { inclusiveOf, type ThreadMessage } from './inclusive.ts'

describe('what has to be read of a conversation', () => {
  afterEach(() => vi.restoreAllMocks())
  interface Message extends ThreadMessage {
    readonly text: string
  }
  const told = (
    id: number,
    parent: number | null,
    text: string,
    fields: Partial<ThreadMessage> = {},
  ): Message => ({
    id,
    parent,
    text,
    attachments: [],
    copyOf: null,
    ...fields,
  })
  const textsOf = (messages: readonly Message[]) => async (id: number) =>
    messages.find((one) => one.id === id)?.text ?? ''
  const inclusive = async (...messages: readonly Message[]) =>
    [...(await inclusiveOf(messages, textsOf(messages)))]
      .filter(([, is]) => is === 'inclusive')
      .map(([id]) => id)
  const quote = (text: string) => text.replaceAll(/^/gm, '> ')
  const a = 'The price is four.\nSay yes or no.'
  const b = `Yes.\n\nOn Monday Ann wrote:\n${quote(a)}`

  it('is the last message, where each repeats the one before', async () => {
    expect(await inclusive(told(1, null, a), told(2, 1, b), told(3, 2, `Good.\n${quote(b)}`))).toEqual([3])
  })
  it('is the last of every branch', async () => {
    expect(await inclusive(told(1, null, a), told(2, 1, b), told(3, 1, `No.\n${quote(a)}`))).toEqual([2, 3])
  })
  it('is a message whose attachment is dropped later', async () => {
    expect(await inclusive(told(1, null, a, { attachments: ['h'] }), told(2, 1, b))).toEqual([1, 2])
  })
  it('is a message of which a line was changed where it is quoted', async () => {
    expect(await inclusive(told(1, null, a), told(2, 1, b.replace('four', 'five')))).toEqual([1, 2])
  })
  it('is each message, where nothing is quoted', async () => {
    expect(await inclusive(told(1, null, a), told(2, 1, 'Yes.'))).toEqual([1, 2])
  })
  it('is a short message, which others say by chance', async () => {
    expect(await inclusive(told(1, null, 'no'), told(2, 1, 'I do not know'))).toEqual([1, 2])
    expect(await inclusive(told(1, null, 'Yes.'), told(2, 1, 'Yes.\nBo'))).toEqual([1, 2])
  })
  it('is a message whose words stand only within others, or within a line', async () => {
    const short = 'we can pay it on Monday'
    for (const answer of ['we can pay it on Mondays', 'we can pay it on Monday?', `Who says ${short}`])
      expect(await inclusive(told(1, null, short), told(2, 1, answer))).toEqual([1, 2])
    expect(await inclusive(told(1, null, short), told(2, 1, `No.\n> ${short}\n`))).toEqual([2])
  })
  it('is an empty message', async () => {
    const attachments = ['h']
    for (const text of ['', ' \n> '])
      expect(await inclusive(told(1, null, text, { attachments }), told(2, 1, b, { attachments }))).toEqual([
        1, 2,
      ])
  })
  it('is not one that is quoted in other lines, with other marks', async () => {
    const long =
      'We have looked at the contract again and think that the price is too high.\n\nSay yes or no.'
    const broken =
      '| > We have looked at the contract again\n| > and think that the\n>price is too high.\n\u00a0> Say yes or\r\n> no.'
    expect(await inclusive(told(1, null, long), told(2, 1, `No.\n${broken}`))).toEqual([2])
    const thai = 'เราได้ดูสัญญาอีกครั้งและคิดว่าราคาสูงเกินไป'
    expect(
      await inclusive(told(1, null, thai), told(2, 1, `ok\n> ${thai.slice(0, 20)}\n> ${thai.slice(20)}`)),
    ).toEqual([2])
  })
  it('is told whatever begins like what is sought', async () => {
    const sought = 'a b a b a c'
    expect(await inclusive(told(1, null, sought), told(2, 1, `x a b\n${sought}`))).toEqual([2])
    expect(await inclusive(told(1, null, sought), told(2, 1, `x\na b a b a b a c\n`))).toEqual([1, 2])
    expect(await inclusive(told(1, null, sought), told(2, 1, `x\na b\na b a b a c\n`))).toEqual([2])
  })
  it('is one of two copies; the other is a spare', async () => {
    const messages = [told(1, null, a), told(2, 1, b), told(3, 1, b, { copyOf: 2 })]
    const found = await inclusiveOf(messages, textsOf(messages))
    expect(Object.fromEntries(found)).toEqual({ 1: 'repeated', 2: 'inclusive', 3: 'spare' })
  })
  it('is not one whose copy was answered, and what is called a copy of what is not here is none', async () => {
    const messages = [
      told(1, null, a),
      told(2, null, a, { copyOf: 1 }),
      told(3, 2, b),
      told(4, null, b, { copyOf: 9 }),
    ]
    const found = await inclusiveOf(messages, textsOf(messages))
    expect(Object.fromEntries(found)).toEqual({
      1: 'repeated',
      2: 'repeated',
      3: 'inclusive',
      4: 'inclusive',
    })
  })
  it('is one of those that say the same and answer each other by way of a copy', async () => {
    const messages = [told(1, 2, a), told(2, 3, a), told(3, null, a, { copyOf: 1 })]
    const found = await inclusiveOf(messages, textsOf(messages))
    expect(Object.fromEntries(found)).toEqual({ 1: 'inclusive', 2: 'repeated', 3: 'spare' })
  })
  it('asks for one text after another, each twice at most', async () => {
    const messages = Array.from({ length: 300 }, (_, n) =>
      told(n + 1, n === 0 ? null : Math.ceil(n / 2), `${a} ${n}`),
    )
    const asked = new Map<number, number>()
    let open = 0
    await inclusiveOf(messages, async (id) => {
      expect(++open).toBe(1)
      asked.set(id, (asked.get(id) ?? 0) + 1)
      await Promise.resolve()
      open--
      return messages[id - 1]?.text ?? ''
    })
    expect(Math.max(...asked.values())).toBe(2)
  })
  it('tells how far it is also while it goes through the answers to one message', async () => {
    const messages = [told(1, null, a), ...Array.from({ length: 30 }, (_, n) => told(n + 2, 1, `No. ${n}`))]
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    let silent = 0
    let longest = 0
    const textOf = async (id: number) => {
      now += 60_000
      longest = Math.max(longest, ++silent)
      return messages[id - 1]?.text ?? ''
    }
    await inclusiveOf(messages, textOf, async () => {
      silent = 0
    })
    expect(longest).toBe(1)
  })
  it('tells how far it is, and stops where that is refused', async () => {
    const messages = [told(1, null, a), told(2, 1, b)]
    const done: number[] = []
    await inclusiveOf(messages, textsOf(messages), async (n) => void done.push(n))
    expect(done.at(-1)).toBe(2)
    const stop = new Error('stopped')
    await expect(inclusiveOf(messages, textsOf(messages), () => Promise.reject(stop))).rejects.toBe(stop)
  })
})
