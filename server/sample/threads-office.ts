/** What an office writes besides: of no interest to anybody's lawyer, and always the greater part. */
import type { Thread } from './thread.ts'

export const officeThreads: readonly Thread[] = [
  {
    id: 'office/fridge',
    subject: 'The refrigerator on the third floor',
    start: '2024-01-09T15:00:00Z',
    turns: [
      {
        from: 'grant',
        to: ['nair', 'moss', 'chen', 'ortiz', 'reyes'],
        body: `Dear third floor,

somebody's lunch from before Christmas is now able to vote. The refrigerator will be emptied on Friday at four, completely, including the mustard. Put your name on what you love.`,
      },
      {
        from: 'chen',
        to: ['grant'],
        cc: ['nair', 'moss', 'ortiz', 'reyes'],
        after: 1,
        body: `The mustard is mine and it does not go bad. I have a reservoir engineer's opinion on that.`,
      },
      {
        from: 'nair',
        to: ['grant'],
        cc: ['chen'],
        after: 2,
        body: `I move to adjust the mustard into the previous period.`,
      },
      { from: 'grant', to: ['nair', 'chen'], after: 1, body: `Denied. Friday, four o'clock.` },
    ],
  },
  {
    id: 'office/softball',
    subject: 'Softball on Thursday',
    start: '2024-05-20T18:00:00Z',
    turns: [
      {
        from: 'whitcomb',
        to: ['reyes', 'chen', 'ortiz', 'moss'],
        body: `We play the pipeline people on Thursday, six o'clock, field behind the water tower. We are two short, one of them at third. Can any of you throw?`,
      },
      { from: 'ortiz', to: ['whitcomb'], after: 2, body: `I can throw. I cannot say where it goes.` },
      {
        from: 'reyes',
        to: ['whitcomb'],
        after: 5,
        body: `I played third for four years, which I never put on my application. I will be there.`,
      },
      {
        from: 'whitcomb',
        to: ['reyes', 'chen', 'ortiz', 'moss'],
        after: 40,
        body: `11 to 4 for us. Maria turned two double plays. There was a gentleman from the pipeline who asked for her number, for the league's records he said.`,
      },
    ],
  },
  {
    id: 'office/travel',
    subject: 'Travel to Hamburg, February',
    start: '2024-01-29T16:30:00Z',
    turns: [
      {
        from: 'brandt',
        to: ['keller'],
        body: `Jonas,

Erik and I arrive on Monday the 12th at 9:40 and would like to see the caverns before the meeting, boots and helmets as needed. Shoe sizes 39 and 45. We stay at the same hotel by the harbour.`,
      },
      {
        from: 'keller',
        to: ['brandt'],
        cc: ['petersen'],
        after: 15,
        body: `Dear Helen,

I pick you up myself. Ms. Petersen has the helmets and will show you the site. In February one needs a warm coat, it is flat and the wind comes from you.`,
      },
      {
        from: 'petersen',
        to: ['brandt'],
        cc: ['keller'],
        after: 2,
        body: `Dear Ms. Brandt,

shoes 39 and 45 are ready. Please bring your passport for the gate. If you wish I show you also the sonar pictures of the caverns, they are beautiful.`,
      },
      {
        from: 'brandt',
        to: ['petersen'],
        after: 6,
        body: `Dear Ms. Petersen, I would like that very much, all of them please, number 4 too.`,
      },
    ],
  },
  {
    id: 'office/parking',
    subject: 'Parking lot resurfacing',
    start: '2024-06-17T14:00:00Z',
    turns: [
      {
        from: 'grant',
        to: ['reyes', 'okafor', 'brandt', 'nair', 'moss', 'chen', 'ortiz'],
        body: `The lot is resurfaced from the 24th to the 28th. Please park at the church, who were kind to us. Carpools get the two covered places.`,
      },
      {
        from: 'okafor',
        to: ['grant'],
        after: 3,
        body: `Does a general counsel with a bicycle count as a carpool?`,
      },
      { from: 'grant', to: ['okafor'], after: 1, body: `He counts as a pedestrian with equipment. But yes.` },
    ],
  },
  {
    id: 'office/betriebsfest',
    subject: 'Sommerfest am 28. Juni',
    start: '2024-06-03T07:30:00Z',
    turns: [
      {
        from: 'petersen',
        to: ['keller', 'vogt'],
        body: `Guten Morgen,

für das Sommerfest brauche ich bis Mittwoch die Zahl der Gäste. Die Schichtgruppe 2 hat Dienst und feiert am Sonntag nach. Grill und Getränke wie im letzten Jahr, und diesmal bitte keine Rede von mehr als fünf Minuten.`,
      },
      {
        from: 'vogt',
        to: ['petersen'],
        cc: ['keller'],
        after: 3,
        body: `42 Personen mit Familien. Das Budget ist 1.800 Euro. Die Rede hält Herr Keller, ich übernehme das Stoppen der Zeit.`,
      },
      {
        from: 'keller',
        to: ['petersen', 'vogt'],
        after: 2,
        body: `Fünf Minuten sind großzügig. Ich brauche drei, wenn Sie mir die Würstchen vorher geben.`,
      },
    ],
  },
  {
    id: 'office/password',
    subject: 'Your password expires in 5 days',
    start: '2024-04-08T12:00:00Z',
    turns: [
      {
        from: 'desk',
        to: ['reyes', 'okafor', 'brandt', 'nair', 'whitcomb'],
        body: `This is an automatic reminder. Your password expires in 5 days. Change it at the login page of any Northwind computer. The Service Desk never asks for your password by telephone or by mail.`,
      },
      {
        from: 'whitcomb',
        to: ['desk'],
        after: 4,
        body: `The computer on location has no login page, it has a padlock. Please tell me what to do, or tell the padlock.`,
      },
      {
        from: 'desk',
        to: ['whitcomb'],
        after: 20,
        body: `Ticket NW-20418. A colleague will call you on the radio.`,
      },
    ],
  },
]
