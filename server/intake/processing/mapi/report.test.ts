/** What Outlook's reports say, of a message and of each who was to have it. */
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { type Draft, msg, tags } from '#tests/fixtures/msg.ts'
import { readFamily } from '../family.ts'
import { defaultLimits } from '../limits.ts'
import { readMail } from '../mail/read-mail.ts'

const read = (draft: Draft) => readMail(msg(draft), 'msg', defaultLimits)
const at = new Date('2024-03-05T10:00:00Z')
const report = {
  time: 0x00320040,
  deliveredTo: 0x00100040,
  text: 0x1001001f,
  submitted: 0x004e0040,
  to: 0x0074001f,
  reason: 0x0c040003,
  diagnosis: 0x0c050003,
  status: 0x0c200003,
} as const

const undelivered: Draft = {
  properties: {
    [tags.messageClass]: 'REPORT.IPM.Note.NDR',
    [tags.subject]: 'Undeliverable: plan',
    [tags.senderName]: 'System Administrator',
    [report.time]: at,
    [tags.originalSubject]: 'plan',
    [report.submitted]: new Date('2024-03-05T09:58:00Z'),
    [report.to]: 'Lost One; Lost Two',
  },
  recipients: [
    {
      [tags.displayName]: 'Lost One',
      [tags.smtpAddress]: 'one@x.example',
      [tags.supplementaryInfo]: '550 5.1.1 no such mailbox',
      [report.reason]: 0,
      [report.diagnosis]: 1,
      [report.status]: 511,
    },
    {
      [tags.displayName]: 'Lost Two',
      [report.text]: 'Its mailbox is full.',
      [report.deliveredTo]: new Date('2024-03-05T09:59:00Z'),
    },
  ],
}
const said = [
  'Not delivered: Lost One <one@x.example>',
  'Reason: 550 5.1.1 no such mailbox',
  'Reason code: 0',
  'Diagnosis code: 1',
  'Status code: 511',
  'Time: 2024-03-05T10:00:00.000Z',
  '',
  'Not delivered: Lost Two',
  'Time: 2024-03-05T09:59:00.000Z',
  'Report: Its mailbox is full.',
  '',
  'Original subject: plan',
  'Original message sent: 2024-03-05T09:58:00.000Z',
  'Original recipients: Lost One; Lost Two',
].join('\n')

describe('a report of Outlook', () => {
  it('that a message was not delivered says to whom, why and when, and is dated by it', async () => {
    expect(await read(undelivered)).toMatchObject({
      text: said,
      sentAt: '2024-03-05T10:00:00.000Z',
      metadata: { Original_Subject: ['plan'], Report_Date: ['2024-03-05T10:00:00.000Z'] },
    })
    const { properties, recipients } = undelivered
    const bare = { ...properties, [report.text]: 'It did not go.' }
    expect((await read({ properties: bare, recipients: recipients ?? [] })).text).toBe(
      `${said}\n\nIt did not go.`,
    )
    const both = { ...bare, [tags.body]: 'A body.' }
    expect((await read({ properties: both, recipients: recipients ?? [] })).text).toBe(
      `${said}\nReport: It did not go.\n\nA body.`,
    )
  })

  it('says so beside any HTML', async () => {
    const html = Array.from({ length: 300 }, (_, n) => `<p>word${n}</p>`).join('')
    const properties = { ...undelivered.properties, [tags.html]: Buffer.from(html) }
    const bytes = msg({ ...undelivered, properties })
    const options = { maxTextSize: 1e6, limits: defaultLimits, ...unlocked }
    const { members, date } = await readFamily(bytes, { path: ['m.msg'] }, options, 'msg')
    expect(members[0]?.text).toContain('550 5.1.1 no such mailbox')
    expect(members[0]?.text).toContain('word299')
    expect(date).toBe('2024-03-05T10:00:00.000Z')
  })

  it.each([
    ['IPNRN', 'Read'],
    ['IPNNRN', 'Not read'],
    ['DR', 'Delivered'],
    ['NDR', 'Not delivered'],
    ['Other', 'Report on'],
  ])('of the kind %s without recipients says of its sender: %s', async (kind, outcome) => {
    const properties = {
      [tags.messageClass]: `REPORT.IPM.Note.${kind}`,
      [tags.subject]: 'Read: plan',
      [tags.representingName]: 'Bo',
      [report.time]: at,
      [tags.originalSubject]: 'plan',
    }
    const { text, sentAt } = await read({ properties })
    expect(text).toBe(`${outcome}: Bo\nTime: 2024-03-05T10:00:00.000Z\n\nOriginal subject: plan`)
    expect(sentAt).toBe('2024-03-05T10:00:00.000Z')
  })

  it('is nothing that other mail says', async () => {
    const properties = { ...undelivered.properties, [tags.messageClass]: 'IPM.Note', [tags.body]: 'Hello' }
    expect(await read({ ...undelivered, properties })).toMatchObject({ text: 'Hello', sentAt: null })
  })
})
