/** Letters that come in rows: daily drilling reports, gas nominations, weekly reports from Hamburg, notices, newsletters. */
import { cast, type Who } from './cast.ts'
import { Chance } from './chance.ts'
import { calendarEntry, csv } from './office-files.ts'
import { scannedPage } from './scan.ts'
import type { Thread, Turn } from './thread.ts'

const day = 86_400_000
const dateOf = (start: string, days: number): Date => new Date(Date.parse(start) + days * day)
const written = (at: Date): string => at.toISOString().slice(0, 10)

/** One letter by itself. */
const single = (id: string, subject: string, at: Date, turn: Turn): Thread => ({
  id,
  subject,
  start: at.toISOString(),
  turns: [turn],
})

/** Every morning from the rig: depth, mud, what was done; the trouble of March stands in its place. */
export function drillingReports(): Thread[] {
  const chance = new Chance(1402)
  const events: Readonly<Record<number, string>> = {
    10: 'Lost returns at 3,980 ft, 40 bbl. Healed with LCM pill.',
    22: 'Ran intermediate casing from company yard. 3 jts thd dmg noted by crew, dressed. Landed 9,410 ft.',
    24: 'Backed off and re-made collar at 6,180 ft, torque low. Computer down.',
    28: 'Casing test FAILED 1,500 psi, two tests. Stopped.',
    29: 'Rig up cementers. Squeeze 85 sx. WOC.',
    30: 'WOC. Tested 1,500 psi 30 min, good. Bond log run.',
    41: 'TD 14,620 ft. Circulate and condition.',
  }
  const routine = [
    'Drilled ahead, no losses.',
    'Drilled ahead, two connections tight, wiped clean.',
    'Tripped for bit, bit 60 percent worn.',
    'Serviced top drive 1.5 h, drilled ahead.',
    'Slid 120 ft to correct azimuth, then rotated.',
    'Waited on crew change 2 h, road drifted shut.',
    'Pressure tested BOP, all good, drilled ahead.',
  ] as const
  let depth = 1850
  return Array.from({ length: 45 }, (_, i) => {
    const number = i + 8
    const at = dateOf('2024-02-06T12:05:00Z', number)
    const stopped = number >= 28 && number <= 30
    const made = stopped ? 0 : chance.between(140, 620)
    depth += made
    const event = events[number]
    const text = `Harmon 14-2, day ${number}, ${written(at)}, 06:00

Depth ${depth.toLocaleString('en-US')} ft, made ${made} ft in 24 h.
Mud ${(9.2 + chance.next() * 1.4).toFixed(1)} ppg, vis ${chance.between(38, 55)}, pump ${chance.between(380, 620)} gpm at ${chance.between(2100, 3300)} psi.
${event ?? chance.pick(routine)}
Crew ${chance.between(18, 23)}. Safety: ${chance.often(0.15) ? 'one first aid, pinched finger, back on tour' : 'nothing to report'}.
Weather ${chance.between(-22, 9)} C, wind ${chance.between(5, 45)} mph.
Cost to date $${(2_100_000 + number * chance.between(88_000, 96_000)).toLocaleString('en-US')}.`
    const sheet = csv([
      ['Hour', 'Depth (ft)', 'WOB (klb)', 'RPM', 'Torque (kft-lb)'],
      ...Array.from({ length: 8 }, (_unused, h) => [
        `${String(h * 3).padStart(2, '0')}:00`,
        depth - made + Math.round((made * h) / 8),
        chance.between(18, 34),
        chance.between(90, 150),
        chance.between(9, 17),
      ]),
    ])
    const enclosures =
      number % 4 === 0
        ? [{ fileName: `harmon-14-2-day-${number}.csv`, mimeType: 'text/csv', bytes: sheet }]
        : []
    return single(`report/${number}`, `DDR Harmon 14-2 day ${number}`, at, {
      from: 'whitcomb',
      to: ['reyes'],
      cc: ['chen'],
      body: text,
      enclosures,
    })
  })
}

/** Gas nominations: numbers with a sentence. */
export function nominations(): Thread[] {
  const chance = new Chance(77)
  const remarks = [
    'Pipeline has called an operational flow order for the weekend, stay inside 5 percent.',
    'Compressor at Station 9 is back, full capacity from the evening cycle.',
    'Counterparty cut us by a tenth on the timely cycle, made whole on the evening cycle.',
    'No constraints.',
    'Price at the hub fell under our gathering cost for two hours. I left it flowing, shutting in costs more.',
    'Storage withdrawal for balancing, injected back by Sunday.',
  ] as const
  return Array.from({ length: 40 }, (_, i) => {
    const at = dateOf('2023-09-06T20:15:00Z', i * 7)
    const volume = chance.between(118, 164) * 1000
    const price = (1.9 + chance.next() * 1.5).toFixed(2)
    return single(`nomination/${i}`, `Nominations for gas day ${written(new Date(at.getTime() + day))}`, at, {
      from: 'ortiz',
      to: ['nair'],
      cc: i % 3 === 0 ? ['brandt'] : [],
      body: `Nominated ${volume.toLocaleString('en-US')} MMBtu at the receipt point, average $${price}.\nDelivered the day before: ${(volume - chance.between(0, 4200)).toLocaleString('en-US')}.\n${chance.pick(remarks)}`,
    })
  })
}

/** The weekly report from Hamburg, in German. */
export function weeklyReports(): Thread[] {
  const chance = new Chance(2024)
  const remarks = [
    'Die Verdichterstation läuft ohne Störung.',
    'Nach der Gastrocknung wurde ein Ventil getauscht; die Kosten von 4.300 Euro trägt der Hersteller.',
    'Das Bergamt hat seinen Besuch für den kommenden Monat angekündigt.',
    'Die Schichtgruppe 3 ist wegen Krankheit zu zweit; Überstunden sind genehmigt.',
    'Die Messung an der Übergabestation wurde geeicht, Abweichung 0,04 Prozent.',
    'Bei der Soleleitung gab es eine kleine Undichtigkeit, sie ist behoben und gemeldet.',
  ] as const
  return Array.from({ length: 36 }, (_, i) => {
    const at = dateOf('2024-01-05T13:20:00Z', i * 7)
    const week = i + 1
    const figures = [1, 2, 3, 4].map((n) => {
      const limit = n === 4 ? 'Begrenzung seit 6.9.2023: 118 bar' : 'frei'
      return `Kaverne ${n}: ${chance.between(96, n === 4 ? 117 : 168)} bar, ${chance.between(62, 148)} Mio. m³, ${limit}`
    })
    return single(`woche/${week}`, `Wochenbericht Betrieb, KW ${week}`, at, {
      from: 'petersen',
      to: ['keller'],
      cc: ['vogt', ...(i % 6 === 5 ? (['brandt'] as const) : [])],
      ...(i % 5 === 2 ? { charset: 'iso-8859-1' as const } : {}),
      body: `Guten Tag,

der Füllstand zum Wochenende:

${figures.join('\n')}

${chance.some(remarks, 2).join(' ')}

Freundliche Grüße`,
    })
  })
}

/** Invitations with a calendar entry. */
export function invitations(): Thread[] {
  const meetings: readonly (readonly [string, string, Who, readonly Who[], string])[] = [
    ['Drilling review, Harmon 14-2', '2024-02-19T16:00:00Z', 'reyes', ['whitcomb', 'chen'], 'Room Missouri'],
    ['Audit kick-off', '2024-01-22T15:00:00Z', 'nair', ['shah', 'doyle', 'brandt'], 'Room Badlands'],
    [
      'Larkspur steering committee',
      '2024-02-06T15:00:00Z',
      'brandt',
      ['lindqvist', 'okafor', 'nair'],
      'Room Missouri and by telephone',
    ],
    ['Reserves: Location 15', '2024-02-22T17:00:00Z', 'chen', ['reyes', 'brandt'], "Wei's office"],
    [
      'Crestline: where we stand (privileged)',
      '2024-05-08T14:00:00Z',
      'okafor',
      ['reyes', 'hart'],
      "Thomas's office",
    ],
    [
      'Audit committee, preparation',
      '2024-03-25T19:00:00Z',
      'okafor',
      ['brandt', 'nair', 'lindqvist'],
      'Room Missouri',
    ],
  ]
  return meetings.map(([summary, starts, from, to, place], i) =>
    single(`invitation/${i}`, `Invitation: ${summary}`, dateOf(starts, -6), {
      from,
      to,
      body: `${summary}\n${starts.slice(0, 10)}, ${place}\n\nPlease accept or say why not.`,
      enclosures: [
        {
          fileName: 'invite.ics',
          mimeType: 'text/calendar',
          bytes: calendarEntry({
            uid: `meeting-${i}@northwind.example`,
            starts: new Date(starts),
            minutes: 60,
            summary,
            place,
            organiser: cast[from].address,
          }),
        },
      ],
    }),
  )
}

const masthead = scannedPage(['BASIN WEEKLY'], 5)

/** A trade newsletter: HTML with pictures from elsewhere, one of its own, and a script that must never run. */
export function newsletters(): Thread[] {
  const chance = new Chance(9)
  const headlines = [
    'Rig count falls for the third week',
    'Storage operators see a mild winter, and say so',
    'Court: notice in a tour sheet is notice',
    'Landowners ask for baseline water tests before drilling',
    'A pipe yard in Williston and its forgotten inventory',
    'Gas at the hub below two dollars',
    'New rules for measuring methane come in July',
    'What a lien costs a small operator',
  ] as const
  return Array.from({ length: 9 }, (_, i) => {
    const at = dateOf('2024-01-12T11:00:00Z', i * 14)
    const chosen = chance.some(headlines, 3)
    return single(`newsletter/${i}`, `Basin Weekly no. ${i + 112}: ${chosen[0] ?? 'News'}`, at, {
      from: 'weekly',
      to: i % 2 === 0 ? ['reyes', 'brandt', 'moss'] : ['okafor', 'reyes'],
      body: chosen
        .map(
          (line, n) =>
            `${n + 1}. ${line}. Wells permitted: ${chance.between(9, 41)}. Rigs: ${chance.between(28, 37)}.`,
        )
        .join('\n'),
      headers: { 'List-Id': 'Basin Weekly <weekly.basinweekly.example>', Precedence: 'bulk' },
      html: (
        text,
      ) => `<html><head><style>body{font-family:Georgia}</style><script>document.title='read'</script></head><body bgcolor="#ffffff">
<table width="600"><tr><td>${i === 0 ? '<img src="cid:masthead@basinweekly" alt="Basin Weekly" width="300">' : '<h1 style="color:#884422">Basin Weekly</h1>'}</td></tr>
<tr><td>${text
        .split('\n')
        .map((line) => `<p>${line}</p>`)
        .join('\n')}</td></tr>
<tr><td><a href="https://basinweekly.example/read?id=${i}">Read on the web</a> · <a href="https://basinweekly.example/unsubscribe">Unsubscribe</a></td></tr></table>
<img src="https://track.basinweekly.example/open.gif?reader=${i}" width="1" height="1" alt=""></body></html>`,
      enclosures:
        i === 0
          ? [
              {
                fileName: 'masthead.png',
                mimeType: 'image/png',
                get bytes() {
                  return masthead()
                },
                contentId: 'masthead@basinweekly',
              },
            ]
          : [],
    })
  })
}

/** Notices of the house. */
export function notices(): Thread[] {
  const chance = new Chance(31)
  const texts: readonly (readonly [string, string])[] = [
    [
      'Planned maintenance: mail server',
      'The mail server restarts on Saturday between 22:00 and 23:00. Mail sent to you meanwhile waits and arrives afterwards.',
    ],
    [
      'Open enrollment ends Friday',
      'If you want to change your health plan, this is the week. The forms are on the third floor and in your mailbox, the one made of metal.',
    ],
    [
      'Road conditions',
      'Highway 85 is closed north of Grassy Butte. Field staff stay where they are. Call the superintendent before you drive.',
    ],
    [
      'Fire drill on Wednesday',
      'At half past ten. Take the stairs, leave the coffee. The assembly point is the flagpole.',
    ],
    [
      'Expense reports for the quarter',
      'Please hand in everything until the fifth. Receipts on thermal paper fade: scan them the day you get them.',
    ],
    [
      'Telephone list',
      'The new list is on the intranet. Extension 133 is Land now, 135 is the conference room.',
    ],
    [
      'Blood drive',
      'The bus stands in front of the building on Thursday from nine to two. There are cookies.',
    ],
    ['Summer hours', 'From June to August the office closes on Fridays at one. The well does not.'],
  ]
  return texts.flatMap(([subject, body], i) => {
    const at = dateOf('2024-01-04T15:30:00Z', i * 22 + chance.between(0, 5))
    const from: Who = i % 2 === 0 ? 'desk' : 'grant'
    const to: Who[] = ['reyes', 'okafor', 'brandt', 'nair', 'whitcomb']
    return [single(`notice/${i}`, subject, at, { from, to, body: `To all staff in Williston\n\n${body}` })]
  })
}
