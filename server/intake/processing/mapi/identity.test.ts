import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { type Draft, msg, tags } from '#tests/fixtures/msg.ts'
import { runs, property as test } from '#tests/runs.ts'
import { readFamily } from '../family.ts'
import { defaultLimits } from '../limits.ts'

const options = { maxTextSize: 1_000_000, limits: defaultLimits, ...unlocked }
const hash = async (draft: Draft): Promise<string> =>
  (await readFamily(msg(draft), { path: ['x.msg'] }, options, 'msg')).dedupeHash

const sent = new Date('2024-03-05T15:00:00Z')
const task = '0320060000000000c000000000000046'
/** Of no kind of item is this property read. */
const unread = 0x80000102
const item = (messageClass: string, value: string, others: Draft['properties'] = {}): Draft => ({
  properties: {
    [tags.messageClass]: messageClass,
    [tags.subject]: 'About the well',
    [tags.senderAddress]: 'dale@northwind.example',
    [tags.body]: 'See there.',
    ...others,
    [unread]: Buffer.from(value),
  },
  names: [[task, 0x8999]],
})

describe('an item is a copy of another', () => {
  it.each([
    'IPM.Activity',
    'IPM.DistList',
    'IPM.Contact',
    'IPM.Task',
    'IPM.Appointment',
    'IPM.StickyNote',
    'IPM.Post',
    'REPORT.IPM.Note.NDR',
    'IPM.Notes',
  ])('of the class %s where all that it says is the same, also what no field has', async (messageClass) => {
    const one = await hash(item(messageClass, 'one', { [tags.submittedAt]: sent }))
    expect(await hash(item(messageClass, 'one', { [tags.submittedAt]: sent }))).toBe(one)
    expect(await hash(item(messageClass, 'two', { [tags.submittedAt]: sent }))).not.toBe(one)
  })

  it('where all that it says is the same although the names of its properties are lost', async () => {
    const nameless = (value: string) => hash({ properties: item('IPM.Task', value).properties })
    expect(await nameless('one')).toBe(await nameless('one'))
    expect(await nameless('one')).not.toBe(await nameless('two'))
  })

  it('that is mail by its people, its time and its words, whatever else is beside them', async () => {
    for (const messageClass of ['IPM.Note', 'IPM.Note.SMIME', 'IPM.Schedule.Meeting.Request']) {
      const one = await hash(item(messageClass, 'one', { [tags.submittedAt]: sent }))
      expect(await hash(item(messageClass, 'two', { [tags.submittedAt]: sent }))).toBe(one)
    }
  })

  it('that is mail and was never sent only where all that it says is the same', async () => {
    expect(await hash(item('IPM.Note', 'one'))).not.toBe(await hash(item('IPM.Note', 'two')))
    const to = (type: number): Draft => ({
      ...item('IPM.Note', 'one'),
      recipients: [{ [tags.recipientType]: type, [tags.smtpAddress]: 'eve@x.example' }],
    })
    expect(await hash(to(3))).not.toBe(await hash(item('IPM.Note', 'one')))
  })

  it('whatever the store wrote about it, and in whatever encoding and order its texts and people are kept', async () => {
    const people = ['ann', 'bo'].map((name) => ({
      [tags.recipientType]: 1,
      [tags.smtpAddress]: `${name}@x.example`,
    }))
    const { [tags.subject]: subject = '', ...others } = item('IPM.Task', 'one').properties
    const draft = { ...item('IPM.Task', 'one'), recipients: people }
    const elsewhere: Draft = {
      ...draft,
      properties: {
        ...others,
        [tags.subjectAnsi]: subject,
        [tags.modifiedAt]: sent,
        [tags.messageFlags]: 17,
      },
      recipients: people.toReversed(),
    }
    expect(await hash(elsewhere)).toBe(await hash(draft))
  })

  test('never where one property differs, whichever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0x1100, max: 0x2fff }),
        fc.uint8Array({ maxLength: 50 }),
        fc.uint8Array({ maxLength: 50 }),
        async (id, one, two) => {
          const tag = id * 0x10000 + 0x0102
          const of = (value: Uint8Array) => hash(item('IPM.Task', '', { [tag]: Buffer.from(value) }))
          expect((await of(one)) === (await of(two))).toBe(Buffer.compare(one, two) === 0)
        },
      ),
      { numRuns: runs(40) },
    )
  })
})
