/** The best date of what a family came as, which all of its members are sorted by. */

import { isInstant } from '../../platform/instants.ts'
import { zoneClock } from './chat/zone.ts'
import type { DateDoubt } from './mail/dates.ts'
import type { Message } from './mail/eml.ts'
import type { Member } from './member.ts'

/** When an appointment begins, else when it was sent, received or came into a mailbox, else when it was made. */
export function dateOfMessage(
  { metadata, sentAt, receivedAt }: Pick<Message, 'metadata' | 'sentAt' | 'receivedAt'>,
  arrivedAt: string | null,
): string | null {
  // What invites to one is mail.
  const isAppointment = /^ipm\.appointment/i.test(metadata.Message_Class?.[0] ?? '')
  return (
    (isAppointment ? instantIn(metadata.Start_Date) : null) ??
    sentAt ??
    receivedAt ??
    arrivedAt ??
    instantIn(metadata.Created_Date)
  )
}

/** When a calendar begins, else when the file was last changed, else what it says itself of that or of its making. */
export function dateOfFile(
  { category, metadata }: Pick<Member, 'category' | 'metadata'>,
  modifiedAt: string | null,
  timeZone: string,
): string | null {
  return (
    (category === 'Calendar' ? beginning(metadata.Start_Date, timeZone) : null) ??
    (modifiedAt === null ? null : written(Date.parse(modifiedAt))) ??
    instantIn(metadata.Modified_Date) ??
    instantIn(metadata.Created_Date)
  )
}

/** What is not sure of when a calendar begins. A start that names no zone is of wherever one is; nothing is assumed of it. */
export function doubtsOfCalendar(said: readonly string[] | undefined): readonly DateDoubt[] {
  const zone = /^\d{4}-\d\d-\d\d \S+ \(([^()]*)\)$/.exec(said?.[0] ?? '')?.[1]
  return zone === undefined || isZone(zone) ? [] : ['Time zone assumed']
}

/** A document may say anything. */
const instantIn = (said: readonly string[] | undefined): string | null => {
  const at = said?.[0] ?? ''
  return isInstant(at) ? written(Date.parse(at)) : null
}

/** A start without a zone, or in one that is not known, is one of the people whose matter it is; a day begins at midnight. */
function beginning(said: readonly string[] | undefined, timeZone: string): string | null {
  const at = instantIn(said)
  if (at !== null) return at
  const [, day, time = '00:00:00', zone] =
    /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d))?(?: \(([^()]*)\))?$/.exec(said?.[0] ?? '') ?? []
  if (day === undefined) return null
  const found = clockOf(zone, timeZone).instant(day, time)
  return found === null ? null : written(Date.parse(found))
}

const clockOf = (zone: string | undefined, otherwise: string) =>
  zoneClock(zone !== undefined && isZone(zone) ? zone : otherwise)

function isZone(name: string): boolean {
  try {
    zoneClock(name)
    return true
  } catch {
    return false
  }
}

const written = (at: number): string | null => {
  const text = Number.isNaN(at) ? '' : new Date(at).toISOString()
  return text.length === 24 ? text : null
}
