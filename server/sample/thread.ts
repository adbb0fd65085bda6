/** Conversations: who said what and when, written down shortly, become letters that answer and quote each other. */
import { cast, type Person, type Who } from './cast.ts'
import type { Enclosure, Letter } from './compose.ts'

export interface Turn {
  readonly from: Who
  readonly to: readonly Who[]
  readonly cc?: readonly Who[]
  readonly bcc?: readonly Who[]
  /** Hours after the turn before; the first stands at the thread's start. */
  readonly after?: number
  readonly body: string
  /** Subject of its own, or another prefix. */
  readonly subject?: string
  readonly forwards?: boolean
  readonly enclosures?: readonly Enclosure[]
  readonly html?: (text: string) => string
  /** Answers this turn of the thread (from 0) and not the one before. */
  readonly answers?: number
  /** Does not quote. */
  readonly bare?: boolean
  readonly date?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly charset?: 'iso-8859-1'
}

export interface Thread {
  readonly id: string
  readonly subject: string
  /** UTC. */
  readonly start: string
  readonly turns: readonly Turn[]
}

/** The letters of a thread, in order. */
export function lettersOf(thread: Thread): Letter[] {
  const letters: Letter[] = []
  let at = Date.parse(thread.start)
  for (const [i, turn] of thread.turns.entries()) {
    at += (turn.after ?? (i === 0 ? 0 : 3)) * 3_600_000
    const answers = letters[turn.answers ?? i - 1] ?? null
    const from = cast[turn.from]
    const text = `${turn.body.trim()}\n\n${signature(from)}`
    letters.push({
      id: `${thread.id}/${i}`,
      from,
      to: people(turn.to),
      cc: people(turn.cc ?? []),
      bcc: people(turn.bcc ?? []),
      subject:
        turn.subject ?? (answers === null ? thread.subject : `${prefix(from, turn)}${bare(answers.subject)}`),
      at: new Date(at),
      zone: zoneOf(from, new Date(at)),
      text: answers === null || turn.bare === true ? text : text + quote(answers, from),
      html: turn.html?.(text) ?? null,
      enclosures: turn.enclosures ?? [],
      answers,
      ...(turn.date === undefined ? {} : { date: turn.date }),
      ...(turn.headers === undefined ? {} : { headers: turn.headers }),
      ...(turn.charset === undefined ? {} : { charset: turn.charset }),
    })
  }
  return letters
}

const people = (keys: readonly Who[]): Person[] => keys.map((key) => cast[key])

const isGerman = (person: Person): boolean => person.address.endsWith('nordwind-speicher.example')

function prefix(from: Person, turn: Turn): string {
  if (turn.forwards === true) return isGerman(from) ? 'WG: ' : 'FW: '
  return isGerman(from) ? 'AW: ' : 'RE: '
}

const bare = (subject: string): string => subject.replace(/^((RE|FW|AW|WG): )+/i, '')

/** Central time in the United States, Central European time in Hamburg, each with its summer. */
function zoneOf(person: Person, at: Date): number {
  const month = at.getUTCMonth()
  const german = isGerman(person)
  const summer = month > 2 && month < (german ? 9 : 10)
  return german ? (summer ? 120 : 60) : summer ? -300 : -360
}

function signature({ name, title, company, phone }: Person): string {
  return [name, ...(title === '' ? [] : [title]), company, phone].filter((line) => line !== '').join('\n')
}

function quote(answered: Letter, from: Person): string {
  const day = new Date(answered.at.getTime() + answered.zone * 60_000)
  const [weekday, date, month, year, time] = day.toUTCString().replace(',', '').split(' ')
  // Nobody quotes for ever.
  const lines = answered.text.split('\n').slice(0, 70)
  if (from.quotes === 'marks') {
    const quoted = lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')
    if (isGerman(from))
      return `\n\nAm ${date}. ${month} ${year} um ${time?.slice(0, 5)} schrieb ${answered.from.name}:\n${quoted}\n`
    return `\n\nOn ${weekday}, ${date} ${month} ${year} at ${time?.slice(0, 5)}, ${answered.from.name} wrote:\n${quoted}\n`
  }
  const head = [
    '-----Original Message-----',
    `From: ${answered.from.name} <${answered.from.address}>`,
    `Sent: ${weekday}, ${date} ${month} ${year} ${time?.slice(0, 5)}`,
    `To: ${answered.to.map((p) => p.name).join('; ')}`,
    ...(answered.cc.length === 0 ? [] : [`Cc: ${answered.cc.map((p) => p.name).join('; ')}`]),
    `Subject: ${answered.subject}`,
  ]
  return `\n\n${head.join('\n')}\n\n${lines.join('\n')}\n`
}
