/** What Outlook counts: a conversation's beginning, and five bytes for each answer (MS-OXOMSG 2.2.1.3). */
import { joinSets, linkBelow, type Spot, spotOf } from './spots.ts'

/** Hexadecimal digits of the beginning (time and the conversation's own id) and of what each answer adds. */
const beginningDigits = 44
const answerDigits = 10
/** Of the beginning, where the time of it ends: what follows is the conversation's own id. */
const timeDigits = 12
/** Each is looked for; a longer index was not written by a mail program. */
const maxAnswers = 200

/** As hexadecimal digits; null where it is none. */
export function indexOf(base64: string): string | null {
  // Four signs of base64 are six digits, and white space may stand between.
  if (base64 === '' || base64.length > 2 * (beginningDigits + maxAnswers * answerDigits)) return null
  const hex = Buffer.from(base64, 'base64').toString('hex')
  return hex.startsWith('01') &&
    hex.length >= beginningDigits &&
    hex.length <= beginningDigits + maxAnswers * answerDigits &&
    (hex.length - beginningDigits) % answerDigits === 0
    ? hex
    : null
}

/** The indexes of what it answers, the nearest first, the beginning last; none for the beginning itself. */
function indexesAbove(index: string): readonly string[] {
  const above: string[] = []
  for (let length = index.length - answerDigits; length >= beginningDigits; length -= answerDigits)
    above.push(index.slice(0, length))
  return above
}

interface Indexed<Message> {
  readonly index: string | null
  /** Its headers say what it answers, and count for more. */
  readonly refers: boolean
  readonly spot: Spot<Message>
}

/**
 * Links one message after another, of those that are given here. What was not collected has a place too: two answers to it
 * are of one conversation.
 */
export function linkerByIndex<Message extends Indexed<Message>>(
  messages: readonly Message[],
): (message: Message) => undefined {
  const collected = new Map<string, Spot<Message>>()
  for (const { index, spot } of messages)
    if (index !== null && !collected.has(index)) collected.set(index, spot)
  const missing = new Map<string, Spot<Message>>()
  const placeOf = (index: string): Spot<Message> => {
    const place = missing.get(index) ?? spotOf()
    missing.set(index, place)
    return place
  }
  return ({ index, spot, refers }) => {
    if (index === null || spot.parent !== null || refers) return
    const above = indexesAbove(index)
    const [answered] = above
    const beginning = above.at(-1)
    if (answered === undefined || beginning === undefined) return
    const place = collected.get(answered) ?? placeOf(answered)
    linkBelow(place, spot, 'index')
    if (place.message !== null || place.parent !== null || answered === beginning) return
    // Of all that lies between only this is told: the nearest that was collected, or that they begin alike.
    const nearest = above.find((one) => collected.has(one))
    linkBelow(collected.get(nearest ?? '') ?? placeOf(beginning), place, 'index')
  }
}

/**
 * Joins conversations that Outlook calls the same, one message after another. Whoever has a message twice without any other
 * name of it, or its beginning anew, has two of them else.
 */
export function joinerByConversation<Message extends Indexed<Message>>(): (message: Message) => undefined {
  const first = new Map<string, Spot<Message>>()
  return ({ index, spot, refers }) => {
    if (index === null || refers) return
    const conversation = index.slice(timeDigits, beginningDigits)
    const known = first.get(conversation)
    if (known === undefined) first.set(conversation, spot)
    else joinSets(known, spot)
  }
}
