/** The collected mailboxes of the sample matter, as the bytes that a collection would have brought. */
import { type CustodianKey, cast, custodians } from './cast.ts'
import { type Letter, writeLetter, writeMbox } from './compose.ts'
import { brokenMessages, nestedForward, oddThreads } from './odd.ts'
import * as requests from './requests.ts'
import * as series from './series.ts'
import { lettersOf, type Thread } from './thread.ts'
import { auditThreads } from './threads-audit.ts'
import { larkspurThreads } from './threads-larkspur.ts'
import { officeThreads } from './threads-office.ts'
import { wellThreads } from './threads-well.ts'
import { zip } from './zip-writer.ts'

export interface Mailbox {
  readonly custodian: string
  readonly fileName: string
  readonly bytes: Buffer
}

/** What each matter's collection is about. */
export const topics = {
  /** Everything. */
  matter: [
    ...wellThreads,
    ...larkspurThreads,
    ...auditThreads,
    ...officeThreads,
    ...oddThreads,
    ...series.drillingReports(),
    ...series.nominations(),
    ...series.weeklyReports(),
    ...series.invitations(),
    ...series.newsletters(),
    ...series.notices(),
    ...requests.auditRequests(),
    ...requests.dataRoom(),
    ...requests.purchases(),
    ...requests.landCalls(),
    ...requests.interviews(),
  ],
  /** The internal inquiry into the audit's finding. */
  inquiry: [...auditThreads, ...requests.auditRequests(), ...series.nominations()],
} as const satisfies Record<string, readonly Thread[]>
export type Topic = keyof typeof topics

/** The mailboxes for a topic, in the order in which they were collected; those without mail are left out. */
export function mailboxes(topic: Topic): Mailbox[] {
  const letters = topics[topic].flatMap(lettersOf)
  if (topic === 'matter') {
    const [first, second] = letters
    if (first !== undefined && second !== undefined) letters.push(nestedForward(first, second))
  }
  return custodians.flatMap((key) => {
    const owner = cast[key]
    const own = letters
      .filter((letter) => takesPart(letter, owner.address))
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    if (own.length === 0) return []
    return [mailbox(key, own, topic === 'matter')]
  })
}

function takesPart(letter: Letter, address: string): boolean {
  return [letter.from, ...letter.to, ...letter.cc, ...letter.bcc].some((person) => person.address === address)
}

/** The general counsel's mail came as single messages in a zip, that of all others as mbox. */
function mailbox(key: CustodianKey, own: readonly Letter[], broken: boolean): Mailbox {
  const owner = cast[key]
  const name = owner.address.split('@')[0]?.replace('.', '-') ?? key
  const messages = own.map((letter) => ({ letter, bytes: writeLetter(letter, owner) }))
  if (key === 'okafor') {
    const files = messages.map(({ letter, bytes }, i) => ({
      name: `${letter.from.address === owner.address ? 'Sent' : 'Inbox'}/${String(i + 1).padStart(4, '0')}.eml`,
      bytes,
    }))
    return { custodian: owner.name, fileName: `${name}.zip`, bytes: zip(files) }
  }
  const all = [
    ...messages.map(({ letter, bytes }) => ({ bytes, at: letter.at, sender: letter.from.address })),
    ...(broken ? brokenMessages(key) : []),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return { custodian: owner.name, fileName: `${name}.mbox`, bytes: writeMbox(all) }
}
