/** A conversation in the order in which it is read: answers below what they answer, each row by its time. */

export interface Linked {
  readonly id: number
  /** What it answers, or the nearest above that. */
  readonly parent: number | null
  /** Where what it answers was not collected: by what it names that; answers to the same one have the same. */
  readonly missing: string | null
  /** ISO 8601; null where it has none. */
  readonly at: string | null
}

export interface Placed<Message> {
  readonly depth: number
  /** Null stands for one that was not collected. */
  readonly message: Message | null
}

/** A message that is given, or one that is only named by its answers. */
interface Node<Message> {
  readonly message: Message | null
  readonly answers: Node<Message>[]
  /** Its own, or that of the first answer to it. */
  at: string
  readonly id: number
}

/** Each message once. Parents that are not given, and those that would make a loop, are left out. */
export function treeOf<Message extends Linked>(messages: readonly Message[]): Placed<Message>[] {
  const nodes = new Map(messages.map((message) => [message.id, nodeOf<Message>(message, message)]))
  const absent = new Map<string, Node<Message>>()
  const roots: Node<Message>[] = []
  for (const message of messages) {
    const node = nodes.get(message.id)
    if (node === undefined) continue
    const parent = isBelowItself(message, nodes) ? undefined : nodes.get(message.parent ?? 0)
    const siblings = parent?.answers ?? roots
    if (message.missing === null) siblings.push(node)
    else {
      const key = JSON.stringify([parent?.id ?? null, message.missing])
      const known = absent.get(key)
      if (known === undefined) {
        const one: Node<Message> = { ...nodeOf<Message>(null, message), answers: [node] }
        absent.set(key, one)
        siblings.push(one)
      } else {
        known.answers.push(node)
        if (node.at < known.at) known.at = node.at
      }
    }
  }
  const placed: Placed<Message>[] = []
  const open = inTime(roots).map((node) => ({ node, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next
    placed.push({ depth, message: node.message })
    for (const answer of inTime(node.answers)) open.push({ node: answer, depth: depth + 1 })
  }
  return placed
}

/** What has no time comes after what has one. */
const nodeOf = <Message>(message: Message | null, { id, at }: Linked): Node<Message> => ({
  message,
  answers: [],
  at: at ?? '~',
  id,
})

/** The latest first: what is put on the stack last is read next. */
const inTime = <Message>(nodes: readonly Node<Message>[]): Node<Message>[] =>
  nodes.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.id - a.id))

function isBelowItself<Message extends Linked>(
  message: Message,
  nodes: ReadonlyMap<number, Node<Message>>,
): boolean {
  const seen = new Set<number>()
  let at = message.parent
  while (at !== null && !seen.has(at)) {
    if (at === message.id) return true
    seen.add(at)
    at = nodes.get(at)?.message?.parent ?? null
  }
  return false
}
