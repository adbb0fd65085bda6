/** Project Larkspur: Northwind buys a gas storage company in Hamburg, and its budget grows. Partly in German. */
import { letterDocument, workbook } from './office-files.ts'
import type { Thread } from './thread.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export const larkspurThreads: readonly Thread[] = [
  {
    id: 'larkspur/budget',
    subject: 'Larkspur: integration budget, version 3',
    start: '2024-01-15T15:00:00Z',
    turns: [
      {
        from: 'brandt',
        to: ['lindqvist'],
        cc: ['nair', 'lund'],
        body: `Erik,

version 3 of the integration budget is attached. Compared with what the board saw in November:

- systems: 2.1 million instead of 1.4. Their ledger cannot be moved, it has to be replaced.
- people: unchanged at 0.9.
- cavern 4: 3.0 million for the workover that Jonas calls "planned maintenance". It was in nobody's plan.

Total 6.0 million against the 3.6 we approved. At this price the synergies pay it back in 4.2 years and not in 2.5.`,
        enclosures: [
          {
            fileName: 'Larkspur integration budget v3.xlsx',
            mimeType: xlsx,
            bytes: workbook({
              Budget: [
                ['Item', 'Board, Nov 2023', 'Version 3', 'Difference'],
                ['Systems', 1400000, 2100000, 700000],
                ['People', 900000, 900000, 0],
                ['Cavern 4 workover', 0, 3000000, 3000000],
                ['Branding, legal, other', 1300000, 0, -1300000],
                ['Total', 3600000, 6000000, 2400000],
              ],
              Synergies: [
                ['Year', 'EUR'],
                [2024, 450000],
                [2025, 1300000],
                [2026, 1650000],
                [2027, 1700000],
              ],
            }),
          },
        ],
      },
      {
        from: 'lindqvist',
        to: ['brandt'],
        cc: ['nair'],
        after: 2,
        body: `Helen,

"Branding, legal, other" went from 1.3 million to nothing. That is where cavern 4 has been paid from, and everybody on the board can subtract. Please put the line back with a number you believe.

And take Peter off these mails until we have one. He represents the seller's bank in two other matters.`,
      },
      {
        from: 'nair',
        to: ['brandt'],
        after: 4,
        body: `Helen,

a number I believe for that line is 0.85 million: lawyers 500, filing and translations 150, the name 200. So the honest total is 6.85.

I also cannot find the workover in the data room. Their maintenance plan for 2024 has 400,000 for all caverns together.`,
      },
      {
        from: 'brandt',
        to: ['keller'],
        cc: ['vogt'],
        after: 19,
        bare: true,
        subject: 'Cavern 4',
        body: `Jonas,

before I can show a budget to our board I need to understand cavern 4. Our engineers were told in October that it is in service. Your plan for 2024 has 400,000 euros for all caverns. Your note of last week has 3 million for this one. Which is it, and since when do you know?`,
      },
      {
        from: 'keller',
        to: ['brandt'],
        cc: ['vogt'],
        after: 22,
        body: `Dear Helen,

thank you for your open question. Cavern 4 is in service with a restricted maximum pressure since September 2023, after the sonar measurement showed a convergence at the roof. The restriction is in the operations log and was reported to the mining authority. The workover removes the restriction; it is an opportunity and no repair.

I understood that your engineers had the log. If they had not I regret this. Mr. Vogt sends it today.`,
      },
      {
        from: 'brandt',
        to: ['lindqvist', 'okafor'],
        after: 2,
        forwards: true,
        body: `Erik, Thomas,

please read the second paragraph twice. "In service with a restricted maximum pressure" was not in the answer to question 4.17 of the data room; that answer was "in service". A fifth of the working gas volume hangs on it.

Thomas: is that a warranty case or a price case? I would rather have it in the price.`,
      },
      {
        from: 'okafor',
        to: ['brandt', 'lindqvist'],
        after: 3,
        body: `Privileged and confidential.

Both, but once we know of it before signing we can only use it for the price: the draft says that what we knew we cannot claim. So from this morning, ten o'clock, it is the price.

Please do not ask Jonas further questions in writing without me.`,
      },
    ],
  },
  {
    id: 'larkspur/kaverne',
    subject: 'Kaverne 4: Druckbegrenzung und Unterlagen für Northwind',
    start: '2024-01-17T08:15:00Z',
    turns: [
      {
        from: 'keller',
        to: ['petersen', 'vogt'],
        body: `Liebe Frau Petersen, lieber Herr Vogt,

Frau Brandt fragt nach Kaverne 4. Bitte stellen Sie mir bis heute Mittag zusammen, was wir der Gegenseite im Oktober gegeben haben: Betriebstagebuch, Sonarvermessung vom 4. September, die Anzeige an das Bergamt.

Ich erinnere mich, dass das Tagebuch im Datenraum lag. Ist das so?`,
      },
      {
        from: 'petersen',
        to: ['keller'],
        cc: ['vogt'],
        after: 2,
        charset: 'iso-8859-1',
        body: `Guten Morgen Herr Keller,

das Betriebstagebuch lag im Datenraum, aber nur bis einschließlich August. Die Druckbegrenzung ist vom 6. September. Die Vermessung und die Anzeige an das Bergamt waren nicht dabei; ich hatte sie Herrn Vogt am 12. Oktober gegeben.

Für die Aufwältigung habe ich im Dezember ein Angebot über 2,85 Mio. Euro bekommen. Das ist keine Wartung. Wenn wir nichts tun, verlieren wir auf Dauer etwa 20 Prozent des Arbeitsgases.`,
      },
      {
        from: 'vogt',
        to: ['keller'],
        after: 1,
        body: `Herr Keller,

richtig ist, dass ich die Unterlagen hatte. Wir hatten am 13. Oktober besprochen, dass "in Betrieb" die zutreffende Antwort auf Frage 4.17 ist, weil danach gefragt war und nach nichts anderem. Ich habe mir das damals notiert.

Ich schlage vor, dass wir das Tagebuch heute vollständig nachreichen und in der Antwort von einer Ergänzung sprechen, nicht von einer Korrektur.`,
      },
      {
        from: 'keller',
        to: ['vogt'],
        after: 3,
        body: `Herr Vogt,

einverstanden mit der Ergänzung. Aber bitte keine Notizen mehr über Gespräche, die wir unter vier Augen führen. Und schreiben Sie mir so etwas nicht per Mail.`,
      },
      {
        from: 'petersen',
        to: ['keller'],
        after: 20,
        answers: 1,
        body: `Herr Keller,

nachdem mich heute ein Herr aus North Dakota angerufen hat: Ich werde auf eine direkte Frage die Wahrheit sagen, nämlich dass die Begrenzung seit dem 6. September besteht und dass sie mir bekannt war. Ich möchte, dass Sie das vorher wissen und es nicht von anderen hören.`,
      },
    ],
  },
  {
    id: 'larkspur/price',
    subject: 'Larkspur: price after cavern 4',
    start: '2024-02-05T14:30:00Z',
    turns: [
      {
        from: 'lund',
        to: ['lindqvist', 'brandt'],
        body: `Erik, Helen,

I hear from Hamburg that you want eleven million off because of one cavern. The seller will not move by more than four, and there is a Dutch buyer who asks fewer questions. Exclusivity ends on the 29th.

You know how I see it: at 62 it is still the cheapest storage between the North Sea and the Elbe.`,
      },
      {
        from: 'brandt',
        to: ['lund'],
        cc: ['lindqvist'],
        after: 20,
        body: `Peter,

we want the price of what is there. Working gas at the restricted pressure is 480 million cubic metres and not 600. Everything else in the model stays as it was. That is 51.3 million, and we would sign this week.

The Dutch will find the operations log too. It is two pages.`,
      },
      {
        from: 'lund',
        to: ['brandt'],
        cc: ['lindqvist'],
        after: 26,
        body: `Helen,

56 and they pay half of the workover. That is as far as Hamburg goes, and I had to use the word "mining authority" twice. Please do not make me use it a third time.`,
      },
      {
        from: 'lindqvist',
        to: ['brandt', 'okafor'],
        after: 2,
        forwards: true,
        body: `56 and half of the workover is 54.5. I can live with that if Thomas gets the special indemnity for everything below 1,200 metres. Can we?`,
      },
      {
        from: 'okafor',
        to: ['lindqvist', 'brandt'],
        cc: ['marchetti'],
        after: 4,
        body: `Privileged and confidential.

Yes, capped at ten million and for three years. Leo has the wording from another deal. I want Jonas Keller's personal confirmation on the answers in the data room as a condition, whatever it is worth afterwards.`,
      },
    ],
  },
  {
    id: 'larkspur/memo',
    subject: 'PRIVILEGED: Larkspur, disclosure and the mining authority',
    start: '2024-02-14T17:00:00Z',
    turns: [
      {
        from: 'marchetti',
        to: ['okafor'],
        cc: ['hart'],
        body: `Privileged and confidential. Attorney work product.

Thomas,

our Hamburg colleagues have looked at the incomplete data room. In short: under German law a seller who answers a question must answer it completely where he knows that the answer matters. "In service" for a cavern under a pressure restriction is at least negligent and, with the note of October 13 that you say exists, probably more than that. Liability for intent cannot be excluded by contract.

That is worth more than any indemnity, but only as long as you do not confirm in the agreement that you knew everything. Please let me see every sentence that begins with "Buyer acknowledges".

The memorandum is attached.`,
        enclosures: [
          {
            fileName: 'Memorandum disclosure obligations.docx',
            mimeType: docx,
            bytes: letterDocument([
              'MEMORANDUM. Privileged and confidential.',
              'Question: does the buyer lose its rights because it learned of the restriction before signing?',
              'Answer: its warranty rights, yes; its rights for deceit, no, unless it confirmed the facts as disclosed.',
              'Recommendation: price adjustment, special indemnity, and no acknowledgement clause.',
            ]),
          },
        ],
      },
      {
        from: 'okafor',
        to: ['marchetti'],
        after: 16,
        body: `Privileged and confidential.

Leo, thank you. How do we come to know of a note of October 13? Nobody here has seen it. I have it from a telephone call with Ms. Petersen, who was more honest than was good for her. I would like to keep her out of this as long as it is possible.`,
      },
      {
        from: 'marchetti',
        to: ['okafor'],
        after: 2,
        body: `Privileged and confidential.

Then forget the note for now. We do not need it unless it comes to a claim, and if it does it will be produced anyway.`,
      },
    ],
  },
  {
    id: 'larkspur/name',
    subject: 'The name',
    start: '2024-03-20T16:00:00Z',
    turns: [
      {
        from: 'grant',
        to: ['lindqvist', 'brandt'],
        cc: ['keller'],
        body: `Hello all,

the agency proposes "Nordwind" for Germany and "Northwind" for the rest, with one logo. It would save us the 200,000 for a new name, and nobody in Hamburg would have to change their letterhead.

The works council asks whether the company doctor stays. I said I would find out.`,
      },
      {
        from: 'keller',
        to: ['grant'],
        cc: ['lindqvist'],
        after: 16,
        body: `Dear Lucy,

I am for it, and the doctor stays. In Hamburg he is more important than the name.`,
      },
      {
        from: 'lindqvist',
        to: ['grant', 'keller'],
        cc: ['brandt'],
        after: 3,
        body: `Sold. It is the first line of the budget that comes in under plan.`,
      },
    ],
  },
]
