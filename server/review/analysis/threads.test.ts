import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { baseSubject } from './base-subject.ts'
import { answeredBy, type Sent } from './subject-links.ts'
import { Conversations, type Threadable } from './threads.ts'

const message = (id: number, fields: Partial<Threadable> = {}): Threadable => ({
  id,
  messageId: `m${id}`,
  inReplyTo: '',
  references: [],
  conversationIndex: '',
  subject: `Subject ${id}`,
  from: 'ann@x',
  to: ['bo@x'],
  sentAt: `2024-03-0${(id % 9) + 1}T10:00:00.000Z`,
  ...fields,
})
const threadsOf = async (messages: Iterable<Threadable>) => {
  const conversations = new Conversations()
  for (const one of messages) conversations.add(one)
  return await conversations.linked()
}
const linked = async (messages: Iterable<Threadable>) =>
  Object.fromEntries(
    (await threadsOf(messages)).map(({ id, thread, parent, by }) => [id, [thread, parent, by]]),
  )

describe('the base of a subject', () => {
  it.each([
    ['Re: Prices', 'prices', true],
    ['RE: FW: Re[2]: Prices', 'prices', true],
    ['Fwd: [wells] Re: Prices', 'prices', true],
    ['[Fwd: Prices]', 'prices', true],
    ['Prices (fwd)', 'prices', true],
    ['AW: WG: Preise', 'preise', true],
    ['SV: Vs: Priser', 'priser', true],
    ['回复：价格', '价格', true],
    ['  Prices   of\tgas ', 'prices of gas', false],
    ['[wells] Prices', 'prices', false],
    ['Re:', 're:', true],
    ['[wells]', '[wells]', false],
    ['Regarding: gas', 'regarding: gas', false],
    ['I: Prices', 'prices', true],
  ])('of %s is %s', (subject, base, isReply) => {
    expect(baseSubject(subject)).toEqual({ base, isReply })
  })

  test('has no base of its own that is another', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Re: ', 'FW: ', '[x] ', '(fwd)', 'gas ', '[fwd: ', ']', 'AW:')),
        (parts) => {
          const { base } = baseSubject(parts.join(''))
          expect(baseSubject(base).base).toBe(base)
        },
      ),
      { numRuns: runs(300) },
    )
  })
})
const begin = Buffer.from('01d9aaaaaaaaaabbccddeeff00112233445566778899', 'hex').subarray(0, 22)
const index = (...answers: number[]) =>
  Buffer.concat([begin, ...answers.map((n) => Buffer.alloc(5, n))]).toString('base64')

describe('conversations', () => {
  it('are linked by what headers say, through messages that were not collected', async () => {
    expect(
      await linked([
        message(1),
        message(2, { inReplyTo: 'm1' }),
        message(3, { references: ['m1', 'gone'], inReplyTo: 'gone' }),
        message(4, { references: ['m1', 'gone'] }),
      ]),
    ).toEqual({ 1: [1, null, null], 2: [1, 1, 'headers'], 3: [1, 1, 'headers'], 4: [1, 1, 'headers'] })
  })

  it('have a message below what In-Reply-To names, also where References names it earlier or more than once', async () => {
    const found = await linked([
      message(1),
      message(2, { inReplyTo: 'm1' }),
      message(3, { references: ['m2', 'm1'], inReplyTo: 'm2' }),
      message(4, { references: ['m2', 'm1', 'm2'] }),
    ])
    expect([found[3], found[4]]).toEqual([
      [1, 2, 'headers'],
      [1, 2, 'headers'],
    ])
  })

  it('tell that a message answers one that is missing', async () => {
    const [, second] = await threadsOf([message(1), message(2, { inReplyTo: 'gone' })])
    expect(second).toMatchObject({ parent: null, missingParent: true, thread: 2 })
    const [, , third] = await threadsOf([
      message(1),
      message(2, { inReplyTo: 'm1' }),
      message(3, { references: ['m2', 'gone'] }),
    ])
    expect(third).toMatchObject({ parent: 2, missingParent: true, thread: 1 })
  })

  it('of one subject stay apart where headers say of both what they are', async () => {
    const subject = 'Re: Status'
    expect(
      (
        await linked([
          message(1, { subject }),
          message(2, { subject, inReplyTo: 'm1' }),
          message(3, { subject, inReplyTo: 'other' }),
        ])
      )[3],
    ).toEqual([3, null, 'headers'])
  })

  it('are linked by Outlook’s index where headers say nothing', async () => {
    expect(
      await linked([
        message(1, { conversationIndex: index() }),
        message(2, { conversationIndex: index(1) }),
        message(3, { conversationIndex: index(1, 2, 3) }),
        message(4, { conversationIndex: 'AQ==' }),
      ]),
    ).toEqual({ 1: [1, null, null], 2: [1, 1, 'index'], 3: [1, 2, 'index'], 4: [4, null, null] })
  })

  it('are linked by Outlook’s index also where what they answer was not collected', async () => {
    expect(
      await threadsOf([
        message(1, { conversationIndex: index(1) }),
        message(2, { conversationIndex: index(2) }),
        message(3, { conversationIndex: index(2, 3, 4) }),
        message(4, { conversationIndex: index(5, 6, 7) }),
        message(5, { conversationIndex: index(5, 6, 8) }),
        message(6, { conversationIndex: Buffer.from(index(1), 'base64').fill(9, 6, 10).toString('base64') }),
      ]),
    ).toMatchObject([
      { id: 1, thread: 1, parent: null, by: 'index', missingParent: true },
      { id: 2, thread: 1, parent: null, by: 'index', missingParent: true },
      { id: 3, thread: 1, parent: 2, by: 'index', missingParent: true },
      { id: 4, thread: 1, parent: null, by: 'index', missingParent: true },
      { id: 5, thread: 1, parent: null, by: 'index', missingParent: true },
      { id: 6, thread: 6 },
    ])
  })

  it('are one by Outlook’s name for it, where a message is there twice or begins it anew; headers count for more', async () => {
    const again = Buffer.from(index(), 'base64').fill(9, 1, 6)
    const other = Buffer.from(index(), 'base64').fill(9, 6, 7)
    expect(
      await linked([
        message(1, { conversationIndex: index() }),
        message(2, { conversationIndex: index() }),
        message(3, { conversationIndex: again.toString('base64') }),
        message(4, { conversationIndex: index(1) }),
        message(5, { conversationIndex: index(), inReplyTo: 'gone' }),
        message(6, { conversationIndex: other.toString('base64') }),
      ]),
    ).toEqual({
      1: [1, null, null],
      2: [1, null, null],
      3: [1, null, null],
      4: [1, 1, 'index'],
      5: [5, null, 'headers'],
      6: [6, null, null],
    })
  })

  it('take no index that goes deeper than people answer', async () => {
    const deep = (depth: number) => index(...Array.from({ length: depth }, (_, n) => n % 256))
    const parents = (
      await threadsOf([199, 200, 201].map((depth) => message(depth, { conversationIndex: deep(depth) })))
    ).map(({ parent }) => parent)
    expect(parents).toEqual([null, 199, null])
  })

  it('take of very many references the first and the last', async () => {
    const names = Array.from({ length: 1000 }, (_, n) => `gone${n}`)
    const answers = [0, 500, 950].map((n) => message(n + 1, { references: [names[n] ?? ''] }))
    const threads = (await threadsOf([...answers, message(2000, { references: names })])).map(
      ({ thread }) => thread,
    )
    expect(threads).toEqual([1, 501, 1, 1])
  })

  it('are found with each message read once, however many have one subject', async () => {
    let read = 0
    const alarms = Array.from({ length: 2000 }, (_, n) => ({
      ...message(n + 1, { subject: 'Re: Alarm', sentAt: new Date(n * 1000).toISOString() }),
      get to() {
        read++
        return [`p${n}@x`]
      },
    }))
    expect((await threadsOf(alarms)).every(({ parent }) => parent === null)).toBe(true)
    expect(read).toBe(2000)
  })

  it('look for what is answered from the latest back to the longest pause, and at the writer first', () => {
    const day = 24 * 3_600_000
    const looked: number[] = []
    const sent = (at: number, ...people: number[]): Sent => ({
      at: at * day,
      get people() {
        looked.push(at)
        return Int32Array.from(people)
      },
    })
    const earlier = [sent(0, 1, 2), sent(5, 1, 2), sent(200, 1, 2), sent(201, 1, 3), sent(202, 2, 9)]
    expect(answeredBy({ at: 203 * day, people: Int32Array.of(2, 1) }, earlier)?.at).toBe(200 * day)
    // Twice where who answers had it; not at all before the one that was found.
    expect(looked).toEqual([202, 202, 201, 200, 200])
    looked.length = 0
    expect(answeredBy({ at: 203 * day, people: Int32Array.of(7, 1) }, earlier)).toBeUndefined()
    expect(looked).toEqual([202, 201, 200])
    looked.length = 0
    const many = Array.from({ length: 3000 }, (_, n) => sent(200 + n / 3000, 1, 2))
    expect(answeredBy({ at: 203 * day, people: Int32Array.of(7, 1) }, many)).toBeUndefined()
    expect(looked).toHaveLength(500)
  })

  it('tell how far they are, and stop where that is refused; messages come in the order of their ids', async () => {
    const conversations = new Conversations()
    for (const id of [1, 2, 3]) conversations.add(message(id, { references: ['x', 'y'] }))
    expect(() => conversations.add(message(3))).toThrow()
    const told: number[] = []
    await conversations.linked(async (done, total) => void told.push(done / total))
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(told.at(-1)).toBe(1)
    const stop = new Error('stopped')
    await expect(conversations.linked(() => Promise.reject(stop))).rejects.toBe(stop)
  })

  it('are linked by subject, people and time where nothing else is said', async () => {
    const at = (day: number) => `2024-03-${String(day).padStart(2, '0')}T10:00:00.000Z`
    const answer = { subject: 'RE: Prices', from: 'bo@x', to: ['ann@x'] }
    expect(
      await linked([
        message(1, { subject: 'Prices', sentAt: at(1) }),
        message(2, { subject: 'Prices', from: 'eve@x', to: ['mal@x'], sentAt: at(2) }),
        message(3, { ...answer, sentAt: at(3) }),
        message(4, { ...answer, from: 'zoe@x', sentAt: at(4) }),
        message(5, { ...answer, sentAt: '2024-11-01T10:00:00.000Z' }),
        message(6, { subject: 'Prices', from: 'bo@x', to: ['ann@x'], sentAt: at(5) }),
        message(7, { ...answer, sentAt: null }),
      ]),
    ).toEqual({
      1: [1, null, null],
      2: [2, null, null],
      3: [1, 1, 'subject'],
      4: [4, null, null],
      5: [5, null, null],
      6: [6, null, null],
      7: [7, null, null],
    })
  })

  it('have copies of a message beside it', async () => {
    const copy = message(3, { messageId: 'm2', inReplyTo: 'm1' })
    expect((await linked([message(1), message(2, { inReplyTo: 'm1' }), copy]))[3]).toEqual([1, 1, 'copy'])
  })

  test('have no loops, whatever headers say', async () => {
    const id = fc.integer({ min: 0, max: 7 }).map((n) => `m${n}`)
    const any = fc.array(
      fc.record({
        messageId: fc.oneof(fc.constant(''), id),
        inReplyTo: fc.oneof(fc.constant(''), id),
        references: fc.array(id, { maxLength: 4 }),
        conversationIndex: fc.constantFrom('', index(), index(1), index(1, 2), index(1, 2, 3), index(4, 5)),
        subject: fc.constantFrom('Prices', 'Re: Prices', 'Re: Gas', ''),
      }),
      { minLength: 1, maxLength: 9 },
    )
    await fc.assert(
      fc.asyncProperty(any, async (drafts) => {
        const messages = drafts.map((draft, n) => message(n + 1, draft))
        const found = await threadsOf(messages)
        const byId = new Map(found.map((one) => [one.id, one]))
        for (const one of found) {
          expect(one.thread).toBeLessThanOrEqual(one.id)
          let at = byId.get(one.id)
          for (let steps = 0; at?.parent != null; steps++) {
            expect(steps).toBeLessThan(messages.length)
            at = byId.get(at.parent)
            expect(at?.thread).toBe(one.thread)
          }
        }
      }),
      { numRuns: runs(300) },
    )
  })
})
