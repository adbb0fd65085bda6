/** The dispute about the well Harmon 14-2: casing, money, a lien, and what the lawyers said. */

import { csv, letterDocument, workbook } from './office-files.ts'
import { pdfDocument } from './pdf-writer.ts'
import { scannedPage } from './scan.ts'
import type { Thread } from './thread.ts'

const lienPage = scannedPage(
  [
    'STATE OF NORTH DAKOTA          COUNTY OF MCKENZIE',
    '',
    'NOTICE OF WELL OR PIPELINE CONSTRUCTION LIEN',
    '',
    'CLAIMANT:  CRESTLINE DRILLING CO.',
    'OWNER:     NORTHWIND ENERGY, INC.',
    'WELL:      HARMON 14-2, SEC. 14, T150N R99W',
    '',
    'THE CLAIMANT FURNISHED LABOR AND EQUIPMENT, RIG 7,',
    'FROM FEBRUARY 6, 2024 TO MARCH 29, 2024, UNDER A',
    'DRILLING CONTRACT DATED JANUARY 12, 2024.',
    '',
    'AMOUNT CLAIMED AND UNPAID:   $1,846,220.00',
    '',
    'DATED THIS 3RD DAY OF JUNE 2024',
    '',
    'R. TANNER, OPERATIONS MANAGER',
    '',
    'RECORDED  2024-06-05  09:41  DOC. 518872',
  ],
  14,
)

const pressures = csv([
  ['Time', 'Depth (ft)', 'Annulus (psi)', 'Test pressure (psi)', 'Remark'],
  ['2024-03-07 02:10', 9412, 180, 0, 'circulating'],
  ['2024-03-07 03:25', 9412, 410, 0, 'pump off, annulus building'],
  ['2024-03-07 04:05', 9412, 640, 1500, 'test 1, bled to 1120 in 12 min'],
  ['2024-03-07 05:40', 9412, 655, 1500, 'test 2, bled to 1090 in 11 min'],
  ['2024-03-07 07:15', 9412, 660, 0, 'hold, waiting on orders'],
])

export const wellThreads: readonly Thread[] = [
  {
    id: 'well/casing',
    subject: 'Harmon 14-2: casing does not hold pressure',
    start: '2024-03-07T14:20:00Z',
    turns: [
      {
        from: 'whitcomb',
        to: ['reyes'],
        cc: ['tanner'],
        body: `Maria,

the intermediate string did not hold. Two tests last night, both bled off: 1500 to 1120 psi in twelve minutes, then 1500 to 1090 in eleven. Annulus pressure is building when the pumps are off. Readings attached.

I have stopped drilling ahead. My money is on the collar at about 6,180 ft, that is where the tong operator had to back off and make up again on the 3rd. It is in the tour sheet.

We need to decide today: squeeze, or pull and run a patch. Rig time is $1,150 an hour either way.`,
        enclosures: [{ fileName: 'harmon-14-2-pressure-tests.csv', mimeType: 'text/csv', bytes: pressures }],
      },
      {
        from: 'reyes',
        to: ['whitcomb'],
        cc: ['tanner', 'chen'],
        after: 1,
        body: `Dale,

thank you for stopping. Squeeze first, and log it before and after: I want a cement bond log in the file before anybody asks for one. Wei, please look at what the annulus pressure tells us about the zone at 6,200 ft.

Bob, please send me the tally and the make-up torque records for that string. All of it, not the summary.`,
      },
      {
        from: 'tanner',
        to: ['reyes'],
        cc: ['whitcomb'],
        after: 5,
        body: `Maria,

torque records will take a few days, the computer on Rig 7 was changed out on the 5th. What I can say is that my crew made up the pipe they were given. The joints came from your yard and three of them had thread damage that we pointed out on the 2nd.

Crestline is on day rate. Waiting on cement is day rate too.`,
      },
      {
        from: 'reyes',
        to: ['tanner'],
        cc: ['whitcomb'],
        bcc: ['okafor'],
        after: 2,
        body: `Bob,

nobody has told me about thread damage on the 2nd. If that is in a tour sheet, please send the sheet. If it was said on the floor, please tell me who said it to whom.

I am not discussing the day rate by e-mail while there is pressure on the annulus.`,
      },
      {
        from: 'chen',
        to: ['reyes', 'whitcomb'],
        after: 16,
        answers: 1,
        body: `Maria, Dale,

the build-up fits a small leak at a connection and not a channel behind pipe: it stabilises at 660 psi and comes back within the hour after bleeding. If it were communication with the gas sand at 6,200 I would expect it to go past 900.

I would not drill ahead below 9,412 before the squeeze has been tested to 1,500 for thirty minutes.`,
      },
      {
        from: 'whitcomb',
        to: ['reyes', 'chen'],
        after: 52,
        body: `Squeeze done, 85 sacks. Tested 1500 psi for 30 minutes, lost 15 psi. I call that good.

Bond log is attached as run by the service company. There is a bad stretch from 6,150 to 6,210, as we thought.

Total lost time 61 hours. I have written it up as contractor time and Crestline's toolpusher has refused to sign.`,
        enclosures: [
          {
            fileName: 'harmon-14-2-lost-time.xlsx',
            mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
            bytes: workbook({
              'Lost time': [
                ['Date', 'Hours', 'Operation', 'Charged to', 'Signed'],
                ['2024-03-07', 17.5, 'Stopped, pressure tests', 'Crestline', 'no'],
                ['2024-03-08', 24, 'Rig up cementing, squeeze', 'Crestline', 'no'],
                ['2024-03-09', 19.5, 'Wait on cement, test, log', 'Crestline', 'no'],
                ['Total', 61, '', '', ''],
              ],
              Cost: [
                ['Item', 'USD'],
                ['Rig, 61 h at 1,150', 70150],
                ['Cement and service', 48300],
                ['Bond log', 21400],
                ['Total', 139850],
              ],
            }),
          },
        ],
      },
    ],
  },
  {
    id: 'well/privileged-1',
    subject: 'PRIVILEGED: Harmon 14-2, position against Crestline',
    start: '2024-03-11T15:05:00Z',
    turns: [
      {
        from: 'okafor',
        to: ['hart'],
        cc: ['marchetti'],
        body: `Privileged and confidential. Attorney-client communication.

Susan,

we may have a claim against Crestline Drilling for the failed intermediate casing on Harmon 14-2, and they will certainly claim their day rate for the 61 hours. The contract is the 2013 form with our amendments; clause 14 (contractor's equipment and workmanship) and clause 18 (indemnities) are the ones that matter.

Two questions. Does the failure to give written notice of the thread damage bar their defence? And what must we keep from today on? I have told Maria to stop writing about fault.`,
        enclosures: [
          {
            fileName: 'Drilling contract 2024-01-12 clauses 14 and 18.pdf',
            mimeType: 'application/pdf',
            bytes: pdfDocument([
              {
                heading: 'Article 14. Equipment and workmanship',
                paragraphs: [
                  '14.1 Contractor shall make up all tubulars in accordance with the manufacturer’s recommended torque and shall record the same for each connection.',
                  '14.3 Contractor shall give written notice to Operator’s representative on location of any defect in Operator’s materials before running the same.',
                ],
              },
              {
                heading: 'Article 18. Indemnities',
                paragraphs: [
                  '18.2 Contractor shall indemnify Operator for re-drilling and remedial cost caused by Contractor’s failure to comply with clause 14, up to the sum of USD 750,000.',
                ],
              },
            ]),
          },
        ],
      },
      {
        from: 'hart',
        to: ['okafor'],
        cc: ['marchetti'],
        after: 22,
        body: `Privileged and confidential.

Thomas,

short answers, a memo follows.

1. Notice. Clause 14.3 makes written notice a condition before running the material. A remark on the rig floor is not enough in my view, but the tour sheets are writing. If one of them mentions thread damage and your company man signed it, our position becomes much harder. We need every tour sheet from 1 to 9 March before we say anything.

2. Preservation. You are on notice now. Please issue a hold to drilling, land, accounting and the yard. Include text messages of the company man.

3. Payment. Do not short-pay the February invoice because of March events. Clause 9 lets you withhold disputed sums only if you say so within 20 days, with reasons.`,
      },
      {
        from: 'okafor',
        to: ['reyes', 'whitcomb'],
        cc: ['hart'],
        after: 20,
        subject: 'Legal hold: Harmon 14-2',
        bare: true,
        body: `Privileged and confidential. Sent at the direction of counsel.

From today please keep everything that concerns the well Harmon 14-2: mail, files, tour sheets, torque charts, photographs and text messages on your telephones, also private ones. Do not delete, do not tidy up, do not rename.

Dale: please bring the original tour sheets of 1 to 9 March to my office yourself. Do not make notes on them.

If you are unsure whether something belongs to it, keep it and ask me.`,
      },
      {
        from: 'whitcomb',
        to: ['okafor'],
        after: 4,
        body: `Thomas,

the sheets are in a box in my truck, you will have them tomorrow at eight.

You should know before you read them: the sheet of the 2nd, evening tour, says "3 jts thd dmg, dressed w/ file, ran". It has my initials on it. I initial forty of these a week. Nobody called me about it.`,
      },
      {
        from: 'okafor',
        to: ['hart', 'marchetti'],
        after: 15,
        forwards: true,
        body: `Privileged and confidential.

Susan, Leo,

see below. There is the writing you were afraid of. "Dressed with file, ran" cuts both ways: it is notice, and it is an admission that they ran pipe they knew to be damaged. Please call me before noon.`,
      },
      {
        from: 'marchetti',
        to: ['okafor'],
        cc: ['hart'],
        after: 26,
        body: `Privileged and confidential. Attorney work product.

Thomas,

I agree that it cuts both ways, and I prefer our side of it. Clause 14.3 asks for notice "before running the same" to the representative on location. An initialled sheet after the fact is not that. And 14.1 requires a torque record for each connection: they do not have one for the joint at 6,180, which is why the computer was "changed out".

I would put the range at 35 to 60 percent recovery of remedial cost and a full defence to the day rate for the 61 hours. Settlement value today perhaps $400,000 in our favour against the unpaid invoices. Please do not circulate that number.`,
      },
    ],
  },
  {
    id: 'well/invoice-dispute',
    subject: 'Crestline invoice 24-0317, Harmon 14-2',
    start: '2024-04-04T16:00:00Z',
    turns: [
      {
        from: 'crestbill',
        to: ['nair'],
        body: `Dear Ms. Nair,

please find enclosed our invoice 24-0317 for services on Harmon 14-2 in March 2024, USD 812,640.00, payable in 30 days.

Thank you for your business.`,
        enclosures: [
          {
            fileName: 'Crestline-24-0317.xlsx',
            mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
            bytes: workbook({
              Invoice: [
                ['Crestline Drilling Co.', 'Invoice 24-0317', '2024-04-02'],
                ['Item', 'Days', 'Rate', 'USD'],
                ['Operating rate, Rig 7', 26.5, 27600, 731400],
                ['Standby rate', 2.5, 27600, 69000],
                ['Fuel', '', '', 12240],
                ['Total', '', '', 812640],
              ],
            }),
          },
        ],
      },
      {
        from: 'nair',
        to: ['reyes'],
        cc: ['whitcomb'],
        after: 20,
        forwards: true,
        body: `Maria, Dale,

can I pay this? They bill 2.5 days standby for 7 to 9 March, I have your lost-time sheet that charges those 61 hours to them. Accounting has to book the accrual by Friday, so I need a number and a reason in writing.`,
      },
      {
        from: 'reyes',
        to: ['nair'],
        cc: ['okafor'],
        after: 5,
        body: `Priya,

please pay the operating days and the fuel, and hold back the 2.5 days standby (69,000). Thomas has to word the notice: it must go out within twenty days and it must give reasons, otherwise we lose the right to withhold.

Please do not send my sheet to Crestline.`,
      },
      {
        from: 'okafor',
        to: ['crestbill', 'tanner'],
        cc: ['nair', 'reyes'],
        after: 44,
        subject: 'Notice under clause 9: invoice 24-0317',
        bare: true,
        body: `Gentlemen,

under clause 9 of the drilling contract of January 12, 2024, Northwind Energy disputes the item "Standby rate, 2.5 days" (USD 69,000.00) of invoice 24-0317. The rig stood from March 7 to March 9 because the intermediate casing, made up by your crew, did not hold pressure (clause 14.1). The undisputed part of USD 743,640.00 will be paid when due.

We reserve all rights, in particular to the cost of the remedial cementing.`,
      },
      {
        from: 'tanner',
        to: ['okafor'],
        cc: ['reyes'],
        after: 30,
        body: `Mr. Okafor,

we do not accept that. Your superintendent signed for every tour. Your own pipe leaked. If the invoice is not paid in full by May 3 Crestline will protect itself in the way the statute provides, and Rig 7 will not go to Location 15 for you.

I have drilled for Northwind for eleven years and have never had a letter like this one.`,
      },
    ],
  },
  {
    id: 'well/harmon',
    subject: 'the smell by the well and my stock tank',
    start: '2024-04-16T13:40:00Z',
    turns: [
      {
        from: 'harmon',
        to: ['moss'],
        body: `Dear Mrs. Moss,

I am writing because nobody calls back. Since the end of March there is a smell by the well when the wind is from the west, and the water in the stock tank by the section line has a film on it. My cows will not drink there. I have had water in that tank for thirty-one years.

I signed the surface agreement because you sat in my kitchen and told me nobody would notice the well after a month. I notice it.

Please send somebody who can look at it and who will write down what he sees.`,
      },
      {
        from: 'moss',
        to: ['reyes', 'okafor'],
        after: 3,
        forwards: true,
        body: `Maria, Thomas,

Edna Harmon, surface owner of 14-2. She is not somebody who complains. Her tank is about 1,400 feet from the location, down gradient. I would like to drive out tomorrow with somebody from environmental and take samples, ours and a split for her.

Is there anything I should know before I stand in that kitchen again?`,
      },
      {
        from: 'okafor',
        to: ['moss'],
        cc: ['reyes'],
        after: 1,
        body: `Privileged and confidential.

Andrea,

go, take the samples, give her the split, pay for her lab if she wants another one. Be friendly and say nothing about causes, because we do not know any. Do not mention the casing work. Please write me a note of the visit and address it to me.`,
      },
      {
        from: 'moss',
        to: ['harmon'],
        after: 1,
        answers: 0,
        body: `Dear Mrs. Harmon,

I am sorry that you had to write. I will be at your place tomorrow at ten with a technician who takes water samples. You will get one half of each sample in a sealed bottle, and you can send it to any laboratory you like; we pay for it.

Until we know more we bring you a tank and haul water for the cattle. The truck comes this afternoon.`,
      },
      {
        from: 'harmon',
        to: ['moss'],
        after: 50,
        body: `Dear Andrea,

the truck came and the boy who drove it was polite. Thank you for that.

The technician told my nephew that he had "heard about the cement job". What cement job? I would like to hear that from you and not from a boy with a bottle.`,
      },
      {
        from: 'moss',
        to: ['okafor'],
        cc: ['reyes'],
        after: 2,
        forwards: true,
        body: `Privileged and confidential.

Thomas, see the last paragraph. I did not answer yet. The samples are back on Thursday. What may I tell her? I will not lie to her.`,
      },
      {
        from: 'okafor',
        to: ['moss'],
        cc: ['hart'],
        after: 4,
        body: `Privileged and confidential.

You need not and you shall not. Tell her that there was repair work on the casing in March, that it was tested afterwards, that we do not know of a connection to her tank, and that she will have the laboratory's numbers the day we have them. All of that is true and in the state's file anyway.

Susan is copied because this may become a second matter.`,
      },
    ],
  },
  {
    id: 'well/samples',
    subject: 'Water samples Harmon tank: results',
    start: '2024-04-25T15:30:00Z',
    turns: [
      {
        from: 'moss',
        to: ['okafor', 'reyes'],
        cc: ['chen'],
        body: `The laboratory's numbers are attached. Methane 0.4 mg/l in the tank and 0.3 in the well house, where we had 0.2 in the baseline of 2023. Benzene not detected. The film is iron bacteria, the technician says every second stock tank in the county has it by April.

The state limit for action is 10 mg/l. I will drive out and show her the sheet.`,
        enclosures: [
          {
            fileName: 'harmon-water-2024-04.csv',
            mimeType: 'text/csv',
            bytes: csv([
              ['Sample', 'Date', 'Methane (mg/l)', 'Benzene (ug/l)', 'Chloride (mg/l)', 'Iron (mg/l)'],
              ['Baseline well house', '2023-10-11', 0.2, 'n.d.', 34, 0.6],
              ['Stock tank', '2024-04-17', 0.4, 'n.d.', 36, 4.9],
              ['Well house', '2024-04-17', 0.3, 'n.d.', 35, 0.7],
            ]),
          },
        ],
      },
      {
        from: 'chen',
        to: ['moss', 'okafor'],
        cc: ['reyes'],
        after: 3,
        body: `These numbers do not look like production gas. If you want to be sure, ask for isotopes on the well house sample: biogenic and thermogenic methane separate cleanly. It costs about 900 dollars and ends the discussion one way or the other.`,
      },
      {
        from: 'okafor',
        to: ['hart'],
        after: 18,
        forwards: true,
        body: `Privileged and confidential.

Susan, good numbers. Wei suggests isotopes. If we order it and it shows thermogenic gas we have made evidence against ourselves; if we do not order it somebody else will. I lean to ordering it through you, as a consultant's work.`,
      },
      {
        from: 'hart',
        to: ['okafor'],
        after: 5,
        body: `Privileged and confidential. Attorney work product.

Agreed, through us. I will retain a geochemist under our engagement letter. But understand that the facts are not privileged, only our communication about them: if Mrs. Harmon asks for the result of a test on her own water I would give it to her, whatever it is.`,
      },
    ],
  },
  {
    id: 'well/lien',
    subject: 'Lien recorded against Harmon 14-2',
    start: '2024-06-06T14:10:00Z',
    turns: [
      {
        from: 'moss',
        to: ['okafor'],
        cc: ['reyes', 'brandt'],
        body: `Thomas,

the county recorder has this since yesterday morning. Scan attached. Crestline claims $1,846,220, which is everything they have ever billed on 14-2 and not only the disputed part. The title company will see it within a week, and Oakbridge with them.`,
        enclosures: [
          {
            fileName: 'lien-518872.png',
            mimeType: 'image/png',
            get bytes() {
              return lienPage()
            },
          },
        ],
      },
      {
        from: 'brandt',
        to: ['okafor'],
        cc: ['lindqvist'],
        after: 1,
        body: `Thomas,

a recorded lien on one of the six wells in the borrowing base is a reportable event under the credit agreement, five business days. Can it be bonded around before that? Peter Lund will use it to reopen the price of Larkspur, you know him.`,
      },
      {
        from: 'okafor',
        to: ['brandt'],
        cc: ['lindqvist', 'hart'],
        after: 3,
        body: `Privileged and confidential.

Helen,

yes. A bond of one and a half times the claim releases the well by statute. Susan's office can file it on Monday. You need to report in any case, but you can report a lien that has been released.

The amount is wrong by more than a million. Overstating knowingly can cost them the whole lien, so nobody should explain to Crestline why the number is wrong before Susan has it in a pleading.`,
      },
      {
        from: 'lindqvist',
        to: ['okafor', 'brandt'],
        cc: ['reyes'],
        after: 2,
        body: `Bond it. Report it. And then somebody please explain to me in one page how a bad pipe joint became a lien, a rancher with a lawyer, and a question from our bank.`,
      },
      {
        from: 'reyes',
        to: ['lindqvist'],
        cc: ['okafor'],
        after: 20,
        body: `Erik,

one page, attached. The short version: we saved four days in February by running pipe from our own yard without a full inspection. I approved that. Crestline ran three joints they should have refused. Everything after that is paper.`,
        enclosures: [
          {
            fileName: 'Harmon 14-2 in one page.docx',
            mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
            bytes: letterDocument([
              'Harmon 14-2: what happened',
              'February 28: to keep the spud of Location 15 the intermediate string is taken from our yard; end-area inspection only. Approved by M. Reyes.',
              'March 2: evening tour notes three joints with thread damage, dressed with a file and run. Initialled by D. Whitcomb.',
              'March 7: casing does not hold 1,500 psi. 61 hours lost, squeeze, test good.',
              'April: invoice dispute. Mrs. Harmon’s water. June: lien.',
              'What I would do differently: inspect. It would have cost 41,000 dollars and two days.',
            ]),
          },
        ],
      },
    ],
  },
]
