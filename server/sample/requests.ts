/** Questions with their answers, in rows: the auditor's list, the data room, what the rig wants to buy, calls from landowners. */
import { Chance } from './chance.ts'
import { csv, workbook } from './office-files.ts'
import type { Thread } from './thread.ts'

const day = 86_400_000
const dateOf = (start: string, days: number): string => new Date(Date.parse(start) + days * day).toISOString()

/** The auditor asks for papers, accounting sends them. */
export function auditRequests(): Thread[] {
  const asked: readonly (readonly [what: string, why: string, answer: string])[] = [
    [
      'Bank confirmations',
      'one account in the list has no balance',
      'That account was closed in August, letter of the bank attached to the December binder.',
    ],
    [
      'Fixed asset additions over $250,000',
      'we picked twelve',
      'All twelve invoices are in the folder. Number 9 is the top drive, it was capitalised twice and corrected in November.',
    ],
    [
      'Accrued liabilities: drilling',
      'the estimate of January against the actuals',
      'The estimate was 240,000 short because the February invoice of Crestline came late.',
    ],
    [
      'Lease files',
      'signed originals for ten leases',
      'Land has nine. The tenth is Location 15, Andrea is getting a certified copy from the county.',
    ],
    [
      'Asset retirement obligation',
      'the discount rate and where it comes from',
      'Treasury curve plus our spread at year end, calculation in the sheet.',
    ],
    [
      'Journal entries after close',
      'all manual ones above $50,000',
      'List attached, 31 entries. I have marked the ones I did not post myself.',
    ],
    [
      'Inventory: tubulars',
      'count sheets of the Williston yard',
      'Counted on December 30 by the yard and by Moss. 61 joints of 9 5/8 are there that the books do not know.',
    ],
    [
      'Payroll reconciliation',
      'two employees without a contract in the file',
      'Lucy has found both. One was filed under his first name.',
    ],
    [
      'Related parties',
      'the annual declarations of directors and officers',
      'All but one are in. I have asked Erik twice.',
    ],
    [
      'Debt covenants',
      'the calculation for the fourth quarter',
      'Attached. Please read it together with our mail about the three deliveries.',
    ],
    [
      'Impairment test',
      'price deck used for undeveloped acreage',
      'The deck is the one of the bank. Without Location 15 there would be a difference, see the second sheet.',
    ],
    [
      'Subsequent events',
      'board minutes from January to March',
      'January and February attached, March is not signed yet.',
    ],
  ]
  const chance = new Chance(1201)
  return asked.map(([what, why, answer], i) => {
    const table = Array.from({ length: chance.between(5, 12) }, (_, n) => [
      `NW-${2000 + i * 40 + n}`,
      `2023-${String(chance.between(1, 12)).padStart(2, '0')}-${String(chance.between(1, 28)).padStart(2, '0')}`,
      chance.between(4_000, 900_000),
    ])
    const name = what.toLowerCase().replace(/[^a-z]+/g, '-')
    const rows = [['Reference', 'Date', 'USD'], ...table]
    return {
      id: `request/${i}`,
      subject: `PBC ${i + 101}: ${what}`,
      start: dateOf('2024-01-23T15:10:00Z', i * 3),
      turns: [
        {
          from: 'shah',
          to: ['nair'],
          body: `Hi Priya,\n\nnumber ${i + 101} on the list: ${what.toLowerCase()}. What we are after: ${why}. By ${chance.pick(['Wednesday', 'Friday', 'the end of next week'])} would be great.`,
        },
        {
          from: 'nair',
          to: ['shah'],
          after: chance.between(5, 50),
          body: `Hi Amit,\n\n${answer}`,
          enclosures: [
            i % 3 === 2
              ? {
                  fileName: `${name}.xlsx`,
                  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
                  bytes: workbook({
                    Detail: rows,
                    Notes: [
                      ['Prepared by', 'P. Nair'],
                      ['Status', 'final'],
                    ],
                  }),
                }
              : { fileName: `${name}.csv`, mimeType: 'text/csv', bytes: csv(rows) },
          ],
        },
      ],
    }
  })
}

/** Questions and answers of the data room in Hamburg. */
export function dataRoom(): Thread[] {
  const asked: readonly (readonly [number: string, question: string, answer: string])[] = [
    [
      '2.03',
      'Please list all employment contracts with notice periods over six months.',
      'Fünf Verträge, siehe Ordner 2.3. Alle betreffen die Schichtleitung.',
    ],
    [
      '3.11',
      'Which permits expire before 2027?',
      'Nur die wasserrechtliche Erlaubnis für die Soleleitung, im Juni 2026. Die Verlängerung ist beantragt.',
    ],
    [
      '4.02',
      'What is the working gas volume by cavern?',
      'Die Aufstellung liegt unter 4.2. Es gelten die genehmigten Drücke.',
    ],
    [
      '4.09',
      'When were the caverns last surveyed?',
      'Kaverne 1 bis 3 im Jahr 2021. Kaverne 4 planmäßig 2023.',
    ],
    ['4.17', 'Please confirm the operating status of all caverns.', 'Alle vier Kavernen sind in Betrieb.'],
    [
      '5.05',
      'Are there disputes with capacity customers?',
      'Ein Kunde hat für das erste Quartal die Rechnung gekürzt, es geht um 38.000 Euro.',
    ],
    [
      '6.01',
      'Please provide insurance policies and claims of five years.',
      'Unter 6.1. Es gab einen Schaden, den Blitz von 2022 an der Messstation.',
    ],
    [
      '7.08',
      'Which software is used for the ledger and until when is it maintained?',
      'Die Wartung ist 2022 ausgelaufen. Herr Vogt hält das System seitdem selbst am Leben.',
    ],
  ]
  return asked.map(([number, question, answer], i) => ({
    id: `dataroom/${number}`,
    subject: `Data room, question ${number}`,
    start: dateOf('2023-10-10T09:30:00Z', i),
    turns: [
      { from: 'brandt', to: ['vogt'], cc: ['keller'], body: `Question ${number}\n\n${question}` },
      {
        from: 'vogt',
        to: ['keller'],
        after: 4,
        forwards: true,
        body: `Herr Keller,\n\nfür die Antwort auf ${number} schlage ich vor:\n\n„${answer}“\n\nEinverstanden?`,
      },
      {
        from: 'keller',
        to: ['vogt'],
        after: 2,
        body: number === '4.17' ? 'Ja. Wir sprechen noch, kommen Sie bitte kurz herüber.' : 'Einverstanden.',
      },
    ],
  }))
}

/** What the rig wants to buy. */
export function purchases(): Thread[] {
  const items: readonly (readonly [item: string, usd: number, reason: string])[] = [
    ['bits, two 8 3/4 PDC', 61_400, 'The last one came out worn on one side.'],
    [
      'heaters for the doghouse',
      2_900,
      'It was minus 24 on tour yesterday and the coffee froze, I do not exaggerate.',
    ],
    ['LCM, one truck', 18_700, 'We used all we had at 3,980.'],
    [
      'end-area inspection of yard pipe',
      41_000,
      'I would like all of it inspected, full length, before it goes into a hole again.',
    ],
    ['gas detectors, six', 7_800, 'Two fail the bump test.'],
    ['matting for the access road', 23_500, 'The county grader will not come before April.'],
    ['torque-turn computer, rental', 9_600, 'So that we have our own record and do not depend on theirs.'],
    ['water truck, thirty days', 21_000, 'For Mrs. Harmon.'],
    ['centralizers', 11_200, 'For the production string.'],
    ['sample bottles and seals', 640, 'Andrea asked.'],
  ]
  const answers = [
    'Approved, charge to Harmon 14-2.',
    'Approved. Three quotes next time, please.',
    'Approved, but take it from the spring budget.',
    'Approved. Maria has signed.',
  ] as const
  const chance = new Chance(615)
  return items.map(([item, usd, reason], i) => {
    const refused = item.startsWith('end-area')
    return {
      id: `purchase/${i}`,
      subject: `Purchase request ${310 + i}: ${item}`,
      start: dateOf('2024-02-09T19:00:00Z', i * 6),
      turns: [
        {
          from: 'whitcomb',
          to: ['nair'],
          cc: ['reyes'],
          body: `Please approve ${item}, $${usd.toLocaleString('en-US')}.\n\n${reason}`,
        },
        {
          from: refused ? 'reyes' : 'nair',
          to: ['whitcomb'],
          cc: [refused ? 'nair' : 'reyes'],
          after: chance.between(2, 30),
          body: refused
            ? 'Not now, Dale. We need that string in the hole on the 28th and the inspection takes until the 2nd. End-area only, please.'
            : chance.pick(answers),
        },
      ],
    }
  })
}

/** Notes of calls from landowners. */
export function landCalls(): Thread[] {
  const calls: readonly (readonly [who: string, what: string])[] = [
    ['Mr. Aasen, sec. 22', 'asks when the gate is hung again. His bull was in our reserve pit fence.'],
    ['Mrs. Harmon', 'called twice and did not leave a message. I was in Bismarck.'],
    ['Mr. Bergland', 'would lease the north half for 900 an acre. He had 1,400 from somebody else, he says.'],
    ['the county', 'wants the road bond renewed before the thaw.'],
    ['Mr. Aasen, sec. 22', 'thanks us for the gate. The bull is fine.'],
    ['the Tveit estate', 'has a lawyer now and asks for a statement of royalties since 2019.'],
    [
      'Mrs. Harmon’s nephew',
      'asks who pays for the hay she bought because the pasture by the tank is not used. I said that I would ask.',
    ],
    [
      'the church',
      'lends us their parking lot in June and asks for nothing. I suggest we pave two places for them.',
    ],
  ]
  return calls.map(([who, what], i) => ({
    id: `call/${i}`,
    subject: `Call note: ${who}`,
    start: dateOf('2024-02-26T21:00:00Z', i * 13),
    turns: [
      {
        from: 'moss',
        to: ['reyes'],
        cc: i % 4 === 1 ? ['okafor'] : [],
        body: `${who.charAt(0).toUpperCase()}${who.slice(1)} ${what}`,
      },
    ],
  }))
}

/** Who might be hired: notes of interviews and what became of them. */
export function interviews(): Thread[] {
  const talks: readonly (readonly [name: string, post: string, note: string, end: string])[] = [
    [
      'Ms. Adeyemi',
      'reservoir engineer',
      'Six years in the Permian, asked better questions than we did. Wei wants her.',
      'Offer goes out today, 128,000 and the moving van.',
    ],
    [
      'Mr. Fournier',
      'accounts payable',
      'Knows the ledger we are about to throw away. Honest about it.',
      'We wait until Hamburg is decided.',
    ],
    [
      'Ms. Hallgrimsdottir',
      'land',
      'Grew up on a ranch. Andrea took her along to Mr. Aasen, who asked when she starts.',
      'She starts on the first.',
    ],
    [
      'Mr. Petrov',
      'drilling supervisor',
      'Twenty years, two rigs, no patience for paper. Dale likes him, Thomas would not.',
      'Maria says no: she needs somebody who writes things down.',
    ],
    [
      'Ms. Quist',
      'internal audit',
      'We do not have such a post. After this winter I think we should.',
      'Please write a description of the post, I will take it to the committee.',
    ],
    ['Mr. Banerjee', 'service desk', 'Repaired the projector during the interview.', 'Hire him.'],
    ['Ms. Larue', 'scheduling', 'Wants to work nights. Ramón nearly cried.', 'Offer accepted.'],
    [
      'Mr. Oduya',
      'safety',
      'Walked the yard before he came in and brought a list.',
      'Hire him and give me the list.',
    ],
  ]
  return talks.map(([name, post, note, end], i) => ({
    id: `interview/${i}`,
    subject: `Interview: ${name}, ${post}`,
    start: dateOf('2024-01-18T22:00:00Z', i * 17),
    turns: [
      {
        from: 'grant',
        to: i % 2 === 0 ? ['reyes', 'brandt'] : ['brandt', 'nair'],
        body: `Notes of today's conversation.\n\n${note}\n\nReferences are good. What do we do?`,
      },
      { from: i % 2 === 0 ? 'reyes' : 'brandt', to: ['grant'], after: 18, body: end },
    ],
  }))
}
