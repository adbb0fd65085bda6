/** The odd ones that every collection has: wrong clocks, drafts, messages in messages, things that are broken. */
import { type CustodianKey, cast } from './cast.ts'
import { type Enclosure, type Letter, writeLetter } from './compose.ts'
import type { Thread } from './thread.ts'

/** Letters with dates that no calendar of the matter has. */
export const oddThreads: readonly Thread[] = [
  {
    id: 'odd/clock',
    subject: 'test from the doghouse computer',
    start: '2024-03-05T18:00:00Z',
    turns: [
      {
        from: 'whitcomb',
        to: ['desk'],
        // What a computer says whose battery is flat.
        date: 'Mon, 31 Dec 1979 18:00:00 -0600',
        body: `The new computer on Rig 7 is up. The torque program starts but finds no data from before the 5th. Is there a backup of the old disk?`,
      },
    ],
  },
  {
    id: 'odd/future',
    subject: 'Reminder: Location 15 lease expires',
    start: '2024-04-02T15:00:00Z',
    turns: [
      {
        from: 'moss',
        to: ['reyes', 'okafor'],
        date: 'Fri, 14 Apr 2028 09:00:00 -0500',
        body: `The primary term of the Location 15 lease ends on April 14, 2028. If no well has been spudded by then we lose it. I have set this reminder to arrive in time; if it arrives early, so much the better.`,
      },
    ],
  },
  {
    id: 'odd/draft',
    subject: 'Crestline (draft, not sent)',
    start: '2024-05-04T15:00:00Z',
    turns: [
      {
        from: 'reyes',
        to: [],
        date: '',
        body: `Bob,

eleven years is a long time and I do not want to end it with a lawyer's letter. If you can tell me honestly about the joint at 6,180 I can tell you honestly about the yard pipe. We both know what a jury in McKenzie County`,
      },
    ],
  },
  {
    id: 'odd/unreadable-date',
    subject: 'fax from the county',
    start: '2024-06-07T15:00:00Z',
    turns: [
      {
        from: 'moss',
        to: ['okafor'],
        date: 'Friday morning, about ten',
        body: `The recorder's office faxed the cover sheet of the lien again, this time upside down. It is the same document number, 518872.`,
      },
    ],
  },
]

/** A forward that carries the old messages as they were, one inside the other. */
export function nestedForward(first: Letter, second: Letter): Letter {
  const inner: Letter = {
    ...second,
    id: `${second.id}/carried`,
    enclosures: [asMessage(first), ...second.enclosures],
  }
  const at = new Date(second.at.getTime() + 26 * 3_600_000)
  return {
    id: 'odd/nested',
    from: cast.reyes,
    to: [cast.okafor],
    cc: [cast.brandt],
    bcc: [],
    subject: 'For the file: the casing mails, complete',
    at,
    zone: -360,
    text: `Thomas,

as you asked, the mails of the 7th as attachments and not copied, with everything that hung on them.

Maria Reyes`,
    html: null,
    enclosures: [asMessage(inner)],
    answers: null,
  }
}

function asMessage(letter: Letter): Enclosure {
  return {
    fileName: `${letter.subject.replace(/[^\w -]/g, '')}.eml`,
    mimeType: 'message/rfc822',
    bytes: writeLetter(letter, letter.from),
  }
}

/** Messages that are broken, or that nobody can read, as they lie in a mailbox. */
export function brokenMessages(
  owner: CustodianKey,
): readonly { readonly bytes: Buffer; readonly at: Date; readonly sender: string }[] {
  if (owner === 'whitcomb')
    return [
      {
        at: new Date('2024-03-06T04:00:00Z'),
        sender: 'rig7@northwind.example',
        bytes: Buffer.from(
          '\n\u0001\u0002torque.dat 6180 ft 12.4 kft-lb ---- disk error ---- 0000 0000\nno further records\n',
        ),
      },
    ]
  if (owner === 'brandt')
    return [
      {
        at: new Date('2024-02-07T13:00:00Z'),
        sender: cast.lund.address,
        bytes: Buffer.from(
          [
            `From: Peter Lund <${cast.lund.address}>`,
            `To: Helen Brandt <${cast.brandt.address}>`,
            'Subject: for you only',
            'Date: Wed, 07 Feb 2024 08:00:00 -0500',
            'Message-ID: <locked-1@mail.oakbridge.example>',
            'MIME-Version: 1.0',
            'Content-Type: multipart/mixed; boundary="locked"',
            '',
            '--locked',
            'Content-Type: text/plain; charset=us-ascii',
            '',
            'The numbers of the Dutch. The key is the one from last time.',
            '',
            '--locked',
            'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"',
            'Content-Disposition: attachment; filename="smime.p7m"',
            'Content-Transfer-Encoding: base64',
            '',
            'MIAGCSqGSIb3DQEHA6CAMIACAQAxADCABgkqhkiG9w0BBwEwFAYIKoZIhvcNAwcECAECAwQFBgcI',
            '--locked',
            'Content-Type: text/csv; name="empty.csv"',
            'Content-Disposition: attachment; filename="empty.csv"',
            '',
            '--locked--',
            '',
          ].join('\n'),
        ),
      },
    ]
  return []
}
