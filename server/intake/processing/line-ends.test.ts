/** Mail whose lines end in a carriage return alone. */
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { mbox, message } from '#tests/fixtures/mail.ts'
import { walked } from '#tests/fixtures/walked.ts'
import { readFamily } from './family.ts'
import { identify } from './identify/identify.ts'
import { defaultLimits } from './limits.ts'
import { withLineFeeds } from './line-ends.ts'

const family = (bytes: Buffer) =>
  readFamily(bytes, { path: ['m'] }, { maxTextSize: 100_000, limits: defaultLimits, ...unlocked })
const asReturns = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(/\r?\n/g, '\r'), 'latin1')

describe('mail whose lines end in carriage returns', () => {
  const attachments = [{ name: 'a.csv', type: 'text/csv', bytes: Buffer.from('a,b\r\n1,2\r\n') }]
  const usual = message({ text: 'One.\nTwo.', attachments })

  it('is a message like others, and a copy of the one with other line ends', async () => {
    const returns = asReturns(usual)
    expect(identify(returns, 'm').shape).toBe('message')
    const [read, expected] = [await family(returns), await family(usual)]
    const told = ({ members }: typeof read) => members.map(({ title, sentAt, text }) => [title, sentAt, text])
    expect(told(read)).toEqual(told(expected))
    expect(read.members[1]?.sha256).toBe(expected.members[1]?.sha256)
    expect(read.members[0]).toMatchObject({ title: 'A subject', flaws: [], bytes: returns })
    expect(read.dedupeHash).toBe(expected.dedupeHash)
  })

  it('is read behind a separator, and where its body has line feeds', async () => {
    const text = 'From a@x Tue Mar 05 09:00:00 2024\rFrom: a@x.example\rSubject: s\r\rOne.\rTwo.\nThree.\n'
    expect((await family(Buffer.from(text))).members[0]).toMatchObject({
      title: 's',
      text: 'One.\nTwo.\nThree.\n',
    })
  })

  it('is split where it is a mailbox, in its own places', async () => {
    const two = mbox([message({ subject: 'First' }), message({ subject: 'Second', id: 'm2' })])
    const box = asReturns(two)
    expect(identify(box, 'box').shape).toBe('mbox')
    const items = (await walked('box', box)).filter(({ kind }) => kind === 'item')
    const usual = (await walked('box', two)).filter(({ kind }) => kind === 'item')
    expect(items).toHaveLength(2)
    expect(items.map(({ at, path }) => [at, path])).toEqual(usual.map(({ at, path }) => [at, path]))
    const again = await walked('box', box, { doneUpTo: items[0] ?? null })
    expect(again.filter(({ kind }) => kind === 'item')).toHaveLength(1)
  })

  it('is split in the same places where it is gone on with, though a line of it ends in another way', async () => {
    const subjects = ['First', 'Second', 'Third']
    const box = asReturns(mbox(subjects.map((subject) => message({ subject, id: subject }))))
    // The line before the second message's separator is one whose end was translated.
    const second = box.indexOf('From ', 10)
    box[box.indexOf('\r', second)] = 0x0a
    const items = (await walked('box', box)).filter(({ kind }) => kind === 'item')
    expect(items).toHaveLength(3)
    for (const [n, done] of items.entries()) {
      const again = (await walked('box', box, { doneUpTo: done })).filter(({ kind }) => kind === 'item')
      expect(again).toEqual(items.slice(n + 1))
    }
  })
})

it.each([
  ['line feeds', 'A: b\nC: d\n\nx\r\ry'],
  ['both', 'A: b\r\nC: d\r\n\r\nx\r\ry'],
  ['returns that were doubled', 'A: b\r\r\nC: d\r\r\n\r\r\nx'],
  ['a return in a value', 'A: b\rc\nC: d\n\nx'],
  ['nothing', 'A: b'],
  ['what may be half of a line end', 'A: b\r'],
])('leaves lines as they are that end in %s', (_, text) => {
  const bytes = Buffer.from(text)
  expect(withLineFeeds(bytes)).toBe(bytes)
})
