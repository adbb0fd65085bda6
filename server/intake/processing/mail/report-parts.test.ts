/** What reports on messages say is in their text, and the message that came back stands below them. */
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { readFamily } from '../family.ts'
import { defaultLimits } from '../limits.ts'

const options = { maxTextSize: 1e6, limits: defaultLimits, ...unlocked }
const family = async (lines: readonly string[]) =>
  (await readFamily(Buffer.from(lines.join('\r\n')), { path: ['m.eml'] }, options)).members

const head = (type: string) => [
  'From: Mail Delivery System <mailer@x.example>',
  'To: ann@x.example',
  'Subject: Returned mail',
  'Date: Tue, 05 Mar 2024 10:00:00 +0000',
  'MIME-Version: 1.0',
  `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
  '',
  '--b',
]
const status = [
  'Reporting-MTA: dns; mx.x.example',
  '',
  'Final-Recipient: rfc822; lost@y.example',
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1 no such mailbox',
]
const returned = [
  '--b',
  'Content-Type: message/rfc822',
  '',
  'From: ann@x.example',
  'To: lost@y.example',
  'Subject: secret plan',
  '',
  'dig at dawn',
  '--b--',
  '',
]

describe('a report', () => {
  it('that a message was not delivered says of whom and why, and has that message below it', async () => {
    const members = await family([
      ...head('delivery-status'),
      ...['Content-Type: text/plain', '', 'It came back.', '--b'],
      ...['Content-Type: message/delivery-status', '', ...status, ''],
      ...returned,
    ])
    expect(members[0]?.text).toBe(`It came back.\n\n[Delivery status]\n${status.join('\n')}`)
    expect(members.slice(1)).toMatchObject([
      { parent: 0, mimeType: 'message/delivery-status' },
      { parent: 0, title: 'secret plan', text: 'dig at dawn\n', flaws: [] },
    ])
  })

  it('says so beside any HTML, and in base64', async () => {
    const long = Array.from({ length: 300 }, (_, n) => `<p>word${n}</p>`).join('')
    const members = await family([
      ...head('delivery-status'),
      ...['Content-Type: text/html', '', `<html><body>${long}</body></html>`, '--b'],
      'Content-Type: message/delivery-status',
      ...['Content-Transfer-Encoding: base64', '', Buffer.from(status.join('\r\n')).toString('base64')],
      ...returned,
    ])
    expect(members[0]?.text).toContain('word299')
    expect(members[0]?.text).toContain('Diagnostic-Code: smtp; 550 5.1.1 no such mailbox')
  })

  it('that a message was read says by whom, and has its headers below it', async () => {
    const members = await family([
      ...head('disposition-notification'),
      ...['Content-Type: text/plain', '', 'It was shown.', '--b'],
      ...['Content-Type: message/disposition-notification', '', 'Final-Recipient: rfc822;bo@x.example'],
      ...['Disposition: manual-action/MDN-sent-manually; displayed', '', '--b'],
      ...['Content-Type: text/rfc822-headers', '', 'Subject: secret plan', 'From: ann@x.example', ''],
      ...['--b--', ''],
    ])
    expect(members[0]?.text).toBe(
      'It was shown.\n\n[Disposition]\nFinal-Recipient: rfc822;bo@x.example\nDisposition: manual-action/MDN-sent-manually; displayed',
    )
    expect(members[2]).toMatchObject({ parent: 0, title: 'secret plan' })
  })
})
