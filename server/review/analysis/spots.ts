/** Places of messages in a forest that never has loops: each has one parent at most, and sets tell what is linked. */

export interface Spot<Message> {
  /** Null where it is known only by what others say of it. */
  message: Message | null
  parent: Spot<Message> | null
  by: 'headers' | 'index' | 'subject' | null
  /** Of the set of all that are linked with it. */
  root: Spot<Message> | null
  /** Of the root: the lowest id in its set. */
  lowest: number
  /** Once looked for: the nearest above it that has a message. */
  nearest: Spot<Message> | null | undefined
}

export const spotOf = <Message>(): Spot<Message> => ({
  message: null,
  parent: null,
  by: null,
  root: null,
  lowest: Number.POSITIVE_INFINITY,
  nearest: undefined,
})

/** Never a second parent, and none that is below it already: the sets of both tell. */
export function linkBelow<Message>(
  above: Spot<Message>,
  spot: Spot<Message>,
  by: 'headers' | 'index' | 'subject',
): void {
  if (spot.parent !== null) return
  const [one, other] = [rootOf(above), rootOf(spot)]
  if (one === other) return
  spot.parent = above
  spot.by = by
  other.root = one
}

/** Puts two into one set without a word of which stands above; once nothing is linked any more. */
export function joinSets<Message>(one: Spot<Message>, other: Spot<Message>): void {
  const [root, joined] = [rootOf(one), rootOf(other)]
  if (root !== joined) joined.root = root
}

/** The set's own spot; on its way all that it comes by is put nearer to it. */
export function rootOf<Message>(spot: Spot<Message>): Spot<Message> {
  let at = spot
  while (at.root !== null) {
    if (at.root.root !== null) at.root = at.root.root
    at = at.root
  }
  return at
}

/** The nearest message above it; once nothing is linked any more. A way without messages is gone once. */
export function nearestMessage<Message>(spot: Spot<Message>): Message | null {
  const way: Spot<Message>[] = []
  let at: Spot<Message> | null = spot.parent
  while (at !== null && at.message === null && at.nearest === undefined) {
    way.push(at)
    at = at.parent
  }
  const found = at === null || at.message !== null ? at : (at.nearest ?? null)
  for (const one of way) one.nearest = found
  return found?.message ?? null
}
