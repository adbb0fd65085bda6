import { describe, expect, it } from 'vitest'
import { unlocked, usualMessages } from '#tests/fixtures/family-options.ts'
import { tags } from '#tests/fixtures/msg.ts'
import { type DraftItem, pst } from '#tests/fixtures/pst.ts'
import { linesOf, resumed, walked } from '#tests/fixtures/walked.ts'
import { largeFamily, readFamily } from '../family.ts'
import { defaultLimits } from '../limits.ts'

const item = (subject: string): DraftItem => ({
  properties: { [tags.messageClass]: 'IPM.Appointment', [tags.subject]: subject, [tags.senderName]: 'Dale' },
})
const mailbox = pst([
  { name: 'Inbox', items: [item('One'), item('Two')] },
  { name: 'Sent/old', items: [item('Three')] },
])

describe('a mailbox of Outlook', () => {
  it('is walked message by message, each under its folder', async () => {
    const steps = await walked('box.pst', mailbox)
    expect(steps.map(({ kind, path }) => [kind, path.join(' | ')])).toEqual([
      ['item', 'box.pst | Inbox/message@2097156.eml'],
      ['item', 'box.pst | Inbox/message@2097188.eml'],
      ['item', 'box.pst | Sent_old/message@2097476.eml'],
      ['container', 'box.pst'],
    ])
  })

  it('is gone on with from wherever it was left', async () => {
    const steps = await walked('box.pst', mailbox)
    for (const from of steps.keys()) {
      const { given, left } = await resumed(
        steps,
        (doneUpTo) => walked('box.pst', mailbox, { doneUpTo }),
        from,
      )
      expect(given).toEqual(left)
    }
  })

  it('gives its messages with what an e-mail file has no place for', async () => {
    const [step] = await walked('box.pst', mailbox)
    if (step?.kind !== 'item') throw new Error('No item')
    const options = {
      maxTextSize: 1e6,
      limits: defaultLimits,
      passwords: [],
      timeZone: 'UTC',
      messages: usualMessages,
      spoolFolder: '/nowhere',
    }
    const { members } = await readFamily(step.bytes, step, options, 'message', step.message)
    expect(members).toMatchObject([
      {
        title: 'One',
        category: 'Calendar',
        metadata: { Mail_Folder: ['Inbox'], Message_Class: ['IPM.Appointment'] },
      },
    ])
  })

  it('has messages that are larger than what is read, and says of them what it knows', async () => {
    const attachment = {
      properties: { [tags.attachedName]: 'data.bin', [tags.attachedData]: Buffer.alloc(12_000) },
    }
    const items = [{ ...item('Long'), attachments: [attachment, attachment] }, item('Short')]
    const limits = { ...defaultLimits, itemBytes: 15_000 }
    const [long, short] = await walked('box.pst', pst([{ name: 'Inbox', items }]), { limits })
    if (long?.kind !== 'large') throw new Error('It is not large.')
    expect(short?.kind).toBe('item')
    const options = { ...unlocked, maxTextSize: 1e6, limits, spoolFolder: '/nowhere' }
    const { members } = await largeFamily(long, long, options)
    expect(members).toMatchObject([
      {
        title: 'Long',
        category: 'Calendar',
        recordType: 'E-mail',
        text: null,
        metadata: { Mail_Folder: ['Inbox'] },
        flaws: [{ code: 'tooLarge', stage: 'parse' }],
      },
    ])
  })

  it('of which something is missing is opened in part, and said so', async () => {
    const steps = await walked('box.pst', pst([{ name: 'Inbox', count: 3, items: [item('One')] }]))
    expect(linesOf(steps.slice(1))).toEqual([
      ': containerPartial: The container is damaged: The folder "Inbox" says that it has 3 items; 1 are in the file.',
    ])
  })

  it('that cannot be opened is an exception with its bytes', async () => {
    const steps = await walked('box.pst', Buffer.concat([mailbox.subarray(0, 600), Buffer.alloc(100)]))
    expect(steps).toMatchObject([{ kind: 'failed', code: 'corrupt' }])
  })
})
