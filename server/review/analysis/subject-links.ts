/** Which earlier message of the same subject one answers, by who had it and when. */
import { linkBelow, type Spot } from './spots.ts'

/** A message between people. */
export interface Sent {
  /** Milliseconds. */
  readonly at: number
  /** Numbers of people, who wrote it first; 0 is nobody that is known. */
  readonly people: Int32Array
}

/** An answer that comes later than this is a new conversation of the old name. */
const longestPauseMs = 90 * 24 * 3_600_000

/** Messages of one subject that are looked at for the one that is answered: alarms have one subject for years. */
const maxLookedAt = 500

/**
 * The latest of the earlier messages (in the order of their times) that the writer of the later one had, and one of those
 * whom he wrote to.
 */
export function answeredBy<Message extends Sent>(
  later: Sent,
  earlier: readonly Message[],
): Message | undefined {
  const writer = later.people[0] ?? 0
  if (writer === 0) return undefined
  const others = new Set(later.people.subarray(1))
  const end = Math.max(0, earlier.length - maxLookedAt)
  for (let at = earlier.length - 1; at >= end; at--) {
    const message = earlier[at]
    if (message === undefined || later.at - message.at > longestPauseMs) return undefined
    if (!message.people.includes(writer)) continue
    if (others.size === 0 || message.people.some((one) => one !== 0 && others.has(one))) return message
  }
  return undefined
}

interface Titled<Message> extends Sent {
  /** Of its subject. */
  readonly base: string
  readonly isReply: boolean
  /** Its headers say what it answers, and count for more. */
  readonly refers: boolean
  readonly spot: Spot<Message>
}

/** Links one message after another, given in the order of their times. */
export function linkerBySubject<Message extends Titled<Message>>(): (message: Message) => undefined {
  const bySubject = new Map<string, Message[]>()
  return (message) => {
    const { base, isReply, refers, spot } = message
    if (base === '') return
    const earlier = bySubject.get(base)
    if (isReply && !refers && spot.parent === null) {
      const answered = answeredBy(message, earlier ?? [])
      if (answered !== undefined) linkBelow(answered.spot, spot, 'subject')
    }
    if (earlier === undefined) bySubject.set(base, [message])
    else earlier.push(message)
  }
}
