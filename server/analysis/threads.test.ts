import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#tests/runs.ts'
import { baseSubject } from './base-subject.ts'
import { inclusiveOf, type Told } from './inclusive.ts'
import { type Threadable, threadsOf } from './threads.ts'

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
const linked = (messages: readonly Threadable[]) =>
  Object.fromEntries(threadsOf(messages).map(({ id, thread, parent, by }) => [id, [thread, parent, by]]))

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

  it('has no base of its own that is another', () => {
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

describe('conversations', () => {
  it('are linked by what headers say, through messages that were not collected', () => {
    expect(
      linked([
        message(1),
        message(2, { inReplyTo: 'm1' }),
        message(3, { references: ['m1', 'gone'], inReplyTo: 'gone' }),
        message(4, { references: ['m1', 'gone'] }),
      ]),
    ).toEqual({ 1: [1, null, null], 2: [1, 1, 'headers'], 3: [1, null, 'headers'], 4: [1, null, 'headers'] })
  })

  it('tell that a message answers one that is missing', () => {
    const [, second] = threadsOf([message(1), message(2, { inReplyTo: 'gone' })])
    expect(second).toMatchObject({ parent: null, missingParent: true, thread: 2 })
  })

  it('of one subject stay apart where headers say of both what they are', () => {
    const subject = 'Re: Status'
    expect(
      linked([
        message(1, { subject }),
        message(2, { subject, inReplyTo: 'm1' }),
        message(3, { subject, inReplyTo: 'other' }),
      ])[3],
    ).toEqual([3, null, 'headers'])
  })

  it('are linked by Outlook’s index where headers say nothing', () => {
    const begin = Buffer.from('01d9aaaaaaaaaabbccddeeff00112233445566778899', 'hex').subarray(0, 22)
    const index = (...answers: number[]) =>
      Buffer.concat([begin, ...answers.map((n) => Buffer.alloc(5, n))]).toString('base64')
    expect(
      linked([
        message(1, { conversationIndex: index() }),
        message(2, { conversationIndex: index(1) }),
        message(3, { conversationIndex: index(1, 2, 3) }),
        message(4, { conversationIndex: 'AQ==' }),
      ]),
    ).toEqual({ 1: [1, null, null], 2: [1, 1, 'index'], 3: [1, 2, 'index'], 4: [4, null, null] })
  })

  it('are linked by subject, people and time where nothing else is said', () => {
    const at = (day: number) => `2024-03-${String(day).padStart(2, '0')}T10:00:00.000Z`
    const answer = { subject: 'RE: Prices', from: 'bo@x', to: ['ann@x'] }
    expect(
      linked([
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

  it('have copies of a message beside it', () => {
    const copy = message(3, { messageId: 'm2', inReplyTo: 'm1' })
    expect(linked([message(1), message(2, { inReplyTo: 'm1' }), copy])[3]).toEqual([1, 1, 'copy'])
  })

  it('have no loops, and are the same in whatever order messages come, whatever headers say', () => {
    const id = fc.integer({ min: 0, max: 7 }).map((n) => `m${n}`)
    const any = fc.array(
      fc.record({
        messageId: fc.oneof(fc.constant(''), id),
        inReplyTo: fc.oneof(fc.constant(''), id),
        references: fc.array(id, { maxLength: 4 }),
        subject: fc.constantFrom('Prices', 'Re: Prices', 'Re: Gas', ''),
      }),
      { minLength: 1, maxLength: 9 },
    )
    fc.assert(
      fc.property(any, fc.infiniteStream(fc.nat(100)), (drafts, random) => {
        const messages = drafts.map((draft, n) => message(n + 1, draft))
        const found = threadsOf(messages)
        const shuffled = messages.map((one) => [random.next().value, one] as const).sort(([a], [b]) => a - b)
        expect(threadsOf(shuffled.map(([, one]) => one))).toEqual(found)
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

describe('what has to be read of a conversation', () => {
  const told = (id: number, parent: number | null, text: string, fields: Partial<Told> = {}): Told => ({
    id,
    parent,
    text,
    attachments: [],
    copyOf: null,
    ...fields,
  })
  const inclusive = (...messages: readonly Told[]) =>
    [...inclusiveOf(messages)].filter(([, is]) => is === 'inclusive').map(([id]) => id)
  const quote = (text: string) => text.replaceAll(/^/gm, '> ')
  const a = 'The price is four.\nSay yes or no.'
  const b = `Yes.\n\nOn Monday Ann wrote:\n${quote(a)}`

  it('is the last message, where each repeats the one before', () => {
    expect(inclusive(told(1, null, a), told(2, 1, b), told(3, 2, `Good.\n${quote(b)}`))).toEqual([3])
  })
  it('is the last of every branch', () => {
    expect(inclusive(told(1, null, a), told(2, 1, b), told(3, 1, `No.\n${quote(a)}`))).toEqual([2, 3])
  })
  it('is a message whose attachment is dropped later', () => {
    expect(inclusive(told(1, null, a, { attachments: ['h'] }), told(2, 1, b))).toEqual([1, 2])
  })
  it('is a message of which a line was changed where it is quoted', () => {
    expect(inclusive(told(1, null, a), told(2, 1, b.replace('four', 'five')))).toEqual([1, 2])
  })
  it('is each message, where nothing is quoted', () => {
    expect(inclusive(told(1, null, a), told(2, 1, 'Yes.'))).toEqual([1, 2])
  })
  it('is one of two copies; the other is a spare', () => {
    const found = inclusiveOf([told(1, null, a), told(2, 1, b), told(3, 1, b, { copyOf: 2 })])
    expect(Object.fromEntries(found)).toEqual({ 1: 'repeated', 2: 'inclusive', 3: 'spare' })
  })
})
