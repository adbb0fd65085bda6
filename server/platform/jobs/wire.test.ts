import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { hearLines, hearMessages, tell } from './wire.ts'

/** Bytes, cut anywhere, as a pipe gives them. */
const cut = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return at.slice(1).map((end, i) => bytes.subarray(at[i], end))
}

function sent(messages: readonly unknown[]): Buffer {
  const pipe = new PassThrough({ highWaterMark: 2 ** 30 })
  for (const message of messages) tell(pipe, message)
  return pipe.read() ?? Buffer.alloc(0)
}

/** What a listener hears of the bytes, and of what it complains. */
async function heard(
  chunks: readonly Buffer[],
  hear: (pipe: PassThrough, say: (what: unknown) => void) => void,
) {
  const said: unknown[] = []
  const pipe = new PassThrough()
  hear(pipe, (what) => said.push(what))
  for (const chunk of chunks) if (!pipe.destroyed) pipe.write(chunk)
  await new Promise((resolve) => setImmediate(resolve))
  return said
}

const messagesIn = (chunks: readonly Buffer[], most = 1_000_000) =>
  heard(chunks, (pipe, say) => hearMessages(pipe, most, say, () => say('fault')))
const linesIn = (chunks: readonly Buffer[], most: number) =>
  heard(chunks, (pipe, say) => hearLines(pipe, most, say, () => say('fault')))

test('messages come as they were sent, wherever the bytes are cut', async () => {
  const message = fc.oneof(fc.jsonValue(), fc.uint8Array(), fc.date({ noInvalidDate: true }))
  await fc.assert(
    fc.asyncProperty(fc.array(message), fc.array(fc.nat()), async (messages, places) => {
      expect(await messagesIn(cut(sent(messages), places))).toEqual(messages)
    }),
  )
})

it('a message that is too long is not waited for, and nothing after it is heard', async () => {
  const [short, long] = [sent(['a']), sent(['b'.repeat(200)])]
  expect(await messagesIn([short, long.subarray(0, 4), short], 100)).toEqual(['a', 'fault'])
  expect(await messagesIn([short, Buffer.alloc(4), short])).toEqual(['a', 'fault'])
})

test('lines come as they were written, wherever the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ').toWellFormed())),
      fc.array(fc.nat()),
      async (lines, places) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        expect(await linesIn(cut(bytes, places), 1_000_000)).toEqual(lines)
      },
    ),
  )
})

it('a line that is too long is not waited for, however it comes', async () => {
  const bytes = Buffer.from(`short\n${'x'.repeat(101)}`)
  expect(await linesIn([bytes], 100)).toEqual(['short', 'fault'])
  expect(await linesIn(cut(bytes, [50, 80, 90]), 100)).toEqual(['short', 'fault'])
})
