/**
 * What goes over the pipes between a pool and its children: messages, each a length and then a structured clone, and lines.
 * Not Node's own channel between processes: that one takes a message of any length, and sockets besides.
 */
import type { Readable, Writable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

/** The pipe for messages, in the child: what one side writes the other hears. */
export const messagePipe = 3
/** The pipe for what a child is on: written synchronously, so that the last name is there even after a crash. */
export const journalPipe = 4

const headBytes = 4

/** Sends a message; what cannot be sent any more is not missed by anybody. */
export function tell(pipe: Writable, message: unknown): void {
  const body = serialize(message)
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(body.length)
  pipe.cork()
  pipe.write(head)
  pipe.write(body)
  pipe.uncork()
}

/** Hears messages of so many bytes at most. `onFault` where one is longer, or is none; then nothing more is heard. */
export function hearMessages<M>(
  pipe: Readable,
  most: number,
  onMessage: (message: M) => void,
  onFault: (why: string) => void,
): void {
  let into: Buffer = Buffer.alloc(headBytes)
  let filled = 0
  let body = false
  const take = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(into, filled, at)
      at += copied
      filled += copied
      if (filled < into.length) return
      filled = 0
      if (body) {
        const message: M = deserialize(into)
        into = Buffer.alloc(headBytes)
        body = false
        onMessage(message)
      } else {
        const length = into.readUInt32LE()
        if (length === 0 || length > most) throw new Error(`A message has ${length} bytes.`)
        // Not from a pool: parts of the message keep all of it. Memory is used as the bytes come, not at once.
        into = Buffer.allocUnsafeSlow(length)
        body = true
      }
    }
  }
  hear(pipe, take, onFault)
}

/** Hears lines of so many bytes at most. `onFault` where one is longer; then nothing more is heard. */
export function hearLines(
  pipe: Readable,
  most: number,
  onLine: (line: string) => void,
  onFault: (why: string) => void,
): void {
  let begun: Buffer[] = []
  let length = 0
  const take = (bytes: Buffer): void => {
    let from = 0
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
      const line = Buffer.concat([...begun, bytes.subarray(from, end)]).toString('utf8')
      begun = []
      length = 0
      from = end + 1
      onLine(line)
    }
    const rest = bytes.subarray(from)
    length += rest.length
    if (length > most) throw new Error(`A line has more than ${most} bytes.`)
    begun.push(rest)
  }
  hear(pipe, take, onFault)
}

function hear(pipe: Readable, take: (bytes: Buffer) => void, onFault: (why: string) => void): void {
  pipe.on('data', (bytes: Buffer) => {
    try {
      take(bytes)
    } catch (error) {
      pipe.destroy()
      onFault(error instanceof Error ? error.message : '')
    }
  })
}
