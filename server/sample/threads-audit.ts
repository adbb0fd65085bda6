/** The auditor's questions: cut-off, reserves, a reclassified cost and a letter that nobody wants to sign. */
import { csv, letterDocument, workbook } from './office-files.ts'
import type { Thread } from './thread.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const auditThreads: readonly Thread[] = [
  {
    id: 'audit/cutoff',
    subject: 'Audit 2023: revenue cut-off, December nominations',
    start: '2024-02-01T15:45:00Z',
    turns: [
      {
        from: 'shah',
        to: ['nair'],
        cc: ['doyle'],
        body: `Hi Priya,

we tested 25 deliveries around year end. Three of them, together $1,212,400, were nominated on December 29, flowed on January 1 and 2 and are booked in December. List attached.

Could you let me have the pipeline statements and tell me why they are in 2023?`,
        enclosures: [
          {
            fileName: 'cutoff-exceptions.csv',
            mimeType: 'text/csv',
            bytes: csv([
              ['Delivery', 'Nominated', 'Flowed', 'Booked', 'USD'],
              ['D-23-11871', '2023-12-29', '2024-01-01', '2023-12-31', 402300],
              ['D-23-11874', '2023-12-29', '2024-01-01', '2023-12-31', 388900],
              ['D-23-11879', '2023-12-29', '2024-01-02', '2023-12-31', 421200],
            ]),
          },
        ],
      },
      {
        from: 'nair',
        to: ['ortiz'],
        after: 2,
        forwards: true,
        body: `Ramón,

please send me the statements for these three. And who told the clerk to enter them with December 31? The system proposes the flow date, somebody must have typed over it.`,
      },
      {
        from: 'ortiz',
        to: ['nair'],
        after: 5,
        body: `Priya,

statements come tomorrow, the pipeline's site is down. The dates were changed on January 3 at 18:40 with Helen's delegate account. I was in the room. The words were "nominated is nominated". I did not like it and said so.`,
      },
      {
        from: 'nair',
        to: ['brandt'],
        after: 15,
        bare: true,
        subject: 'Three deliveries of December 29',
        body: `Helen,

Fenwick Doyle found three deliveries that flowed in January and are booked in December, 1.2 million. The flow dates were overwritten on January 3 from your delegate account.

I will propose an adjusting entry today. Without them the fourth quarter misses the covenant ratio by two hundredths: 3.02 against 3.00. I assume that is why I am the last to hear of it.`,
      },
      {
        from: 'brandt',
        to: ['nair'],
        after: 1,
        body: `Priya,

please do not propose anything before we have talked. There is a view that title passes at nomination under the master agreement, section 6. I asked for that to be looked at, and apparently somebody did not wait for the answer.

My office, two o'clock. Please do not forward this.`,
      },
      {
        from: 'nair',
        to: ['brandt'],
        cc: ['okafor'],
        after: 4,
        body: `Helen,

after our talk I have read section 6 again. Title passes "upon delivery at the receipt point". There is no second reading of it.

I am going to book the adjustment and I am going to tell Amit why. I have copied Thomas because I think that he has to know, and because I would like it to be written down that I asked first.`,
      },
      {
        from: 'okafor',
        to: ['nair', 'brandt'],
        after: 1,
        body: `Privileged and confidential.

Priya, thank you. Please book it. Helen, please call me when you have read this. Nobody writes to the auditors or the bank about the ratio before the three of us have spoken with Erik.`,
      },
      {
        from: 'nair',
        to: ['shah'],
        cc: ['doyle'],
        after: 22,
        answers: 0,
        body: `Hi Amit,

you are right, the three deliveries belong to January. The adjusting entry is posted (AJE-2023-19), statements attached. The dates had been overwritten by hand; we have removed the possibility to do so for everybody, me included.`,
        enclosures: [
          {
            fileName: 'pipeline-statements-2024-01.csv',
            mimeType: 'text/csv',
            bytes: csv([
              ['Delivery', 'Gas day', 'Volume (MMBtu)', 'Price', 'USD'],
              ['D-23-11871', '2024-01-01', 149000, 2.7, 402300],
              ['D-23-11874', '2024-01-01', 144037, 2.7, 388900],
              ['D-23-11879', '2024-01-02', 156000, 2.7, 421200],
            ]),
          },
        ],
      },
      {
        from: 'doyle',
        to: ['okafor', 'brandt'],
        cc: ['nair'],
        after: 20,
        body: `Thomas, Helen,

Amit has passed this on to me, as he must. An override of dates by a member of management is not a cut-off error but a control finding, and I have to bring it to the audit committee whatever its amount is. I would prefer to do that with you in the room and with your own explanation in hand.`,
      },
    ],
  },
  {
    id: 'audit/reserves',
    subject: 'Reserves: the February revision of Harmon and Location 15',
    start: '2024-02-20T17:20:00Z',
    turns: [
      {
        from: 'doyle',
        to: ['brandt'],
        cc: ['chen'],
        body: `Helen,

your independent engineer's report takes 1.9 million barrels out of proved undeveloped for Location 15 because it will not be drilled within five years. Your own schedule still has it in 2025. One of the two has to change before we sign.`,
      },
      {
        from: 'brandt',
        to: ['chen', 'reyes'],
        after: 1,
        forwards: true,
        body: `Wei, Maria,

which one is right? If Location 15 goes out of the books we write down 14 million.`,
      },
      {
        from: 'chen',
        to: ['brandt'],
        cc: ['reyes'],
        after: 6,
        body: `Helen,

I can only tell you what the rock says, and it says that the barrels are there. Whether we drill it by 2028 is a question of money and of a rig. The last plan I have seen with a rig on it has Rig 7 there in May 2025. That is Crestline's.`,
      },
      {
        from: 'reyes',
        to: ['brandt'],
        cc: ['chen'],
        after: 2,
        body: `Helen,

it will be drilled in 2025, with Rig 7 or with another one. I can give you a schedule that I would sign. I will not give you one with Crestline's name on it, given how that relationship is going.`,
      },
      {
        from: 'brandt',
        to: ['doyle'],
        after: 18,
        answers: 0,
        body: `Claire,

the schedule stands: Location 15 spuds in the second quarter of 2025. A signed plan is attached, with the capital that the board approved for it in January. I ask that the engineer's report be read together with it.`,
        enclosures: [
          {
            fileName: 'Drilling schedule 2024-2026.xlsx',
            mimeType: xlsx,
            bytes: workbook({
              Schedule: [
                ['Well', 'Spud', 'Rig', 'Capital (USD)'],
                ['Harmon 14-2', '2024-02-06', 'Crestline 7', 8400000],
                ['Lund Butte 3', '2024-08-15', 'to be contracted', 8900000],
                ['Location 15', '2025-05-10', 'to be contracted', 9600000],
                ['Tobacco Garden 1', '2026-03-01', 'to be contracted', 10200000],
              ],
            }),
          },
        ],
      },
    ],
  },
  {
    id: 'audit/letter',
    subject: 'Representation letter 2023',
    start: '2024-03-18T19:00:00Z',
    turns: [
      {
        from: 'doyle',
        to: ['lindqvist', 'brandt', 'okafor'],
        body: `Dear all,

the draft of the representation letter is attached. Please note paragraphs 7 (overrides of controls) and 11 (threatened litigation), which are new. I need signatures by the 29th.`,
        enclosures: [
          {
            fileName: 'Representation letter draft.docx',
            mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
            bytes: letterDocument([
              'To Fenwick Doyle LLP',
              '7. Except for the three entries of January 3, 2024, disclosed to you, we know of no instance in which a control over financial reporting was overridden.',
              '11. We have disclosed to you all threatened litigation, including claims by and against Crestline Drilling Co.',
            ]),
          },
        ],
      },
      {
        from: 'okafor',
        to: ['hart'],
        after: 3,
        forwards: true,
        body: `Privileged and confidential.

Susan, paragraph 11: Crestline has not threatened anything yet, they have an invoice. But we know what is coming. What do I write that is complete for the auditors and is not exhibit A for Crestline?`,
      },
      {
        from: 'hart',
        to: ['okafor'],
        after: 17,
        body: `Privileged and confidential.

"The Company and its drilling contractor on the Harmon 14-2 well disagree about responsibility for lost time and remedial work in March 2024; no claim has been asserted." It is true today, it is complete, and it does not say who is right. Check it again on the day you sign.`,
      },
      {
        from: 'brandt',
        to: ['okafor'],
        after: 8,
        answers: 0,
        body: `Thomas,

I cannot sign 7 as it stands. It reads as if somebody had cheated. It was a reading of section 6 that turned out to be wrong.`,
      },
      {
        from: 'okafor',
        to: ['brandt'],
        cc: ['lindqvist'],
        after: 2,
        body: `Privileged and confidential.

Helen, section 6 has one reading. The paragraph says what was done and does not say why. It is the mildest sentence you will be offered in this matter, and I advise you to sign it.`,
      },
    ],
  },
]
