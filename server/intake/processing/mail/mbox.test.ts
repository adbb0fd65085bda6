import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { hashes } from '../../../platform/hashes.ts'
import { defaultLimits } from '../limits.ts'
import { readMessage } from './eml.ts'
import { splitMbox } from './mbox.ts'

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function split(text: string, size = 7, maxBytes = 1_000_000) {
  const found: { start: number; end: number; envelope: string; text: string | null }[] = []
  for await (const m of splitMbox(inPieces(Buffer.from(text), size), { maxBytes }))
    found.push({ start: m.start, end: m.end, envelope: m.envelope, text: m.bytes?.toString() ?? null })
  return found
}
const separator = 'From a@x Mon Jun 01 10:00:00 2009\n'

describe('splitMbox', () => {
  it('splits, unquotes and drops the empty line of the format', async () => {
    const text = `${separator}Subject: 1\n\nbody\n>From here\n>>From there\n> From kept\n\n${separator}Subject: 2\n\nlast`
    expect(await split(text)).toEqual([
      {
        start: 0,
        end: text.indexOf('From a', 5),
        envelope: 'a@x Mon Jun 01 10:00:00 2009',
        text: 'Subject: 1\n\nbody\nFrom here\n>From there\n> From kept\n',
      },
      {
        start: text.indexOf('From a', 5),
        end: text.length,
        envelope: 'a@x Mon Jun 01 10:00:00 2009',
        text: 'Subject: 2\n\nlast',
      },
    ])
  })
  it('splits what ends its lines in carriage returns alone, in its own places', async () => {
    const text = `${separator}Subject: 1\n\nbody\n>From here\n\n${separator}Subject: 2\n\nlast`
    for (const size of [7, text.length, 1500]) {
      for (const usual of [text, `${separator}Subject: 1\n\n${text.repeat(20)}`])
        expect(await split(usual.replaceAll('\n', '\r'), size)).toEqual(await split(usual, size))
      expect(await split(text.replaceAll('\n', '\r\n'), size)).toMatchObject([
        { text: 'Subject: 1\r\n\r\nbody\r\nFrom here\r\n' },
        { text: 'Subject: 2\r\n\r\nlast' },
      ])
    }
  })
  it('splits MMDF by its lines of marks, and leaves what stands between them as it is', async () => {
    const marks = '\x01\x01\x01\x01\n'
    const messages = [
      'Subject: 1\n\nbody\n>From here\n\n',
      'From a@x 2009\nSubject: 2\n\n\x01\x01\x01\x01 in\n',
      'S: 3\n\nx\n',
    ]
    const [one = '', two = '', three = ''] = messages
    const ends = [
      `${marks}${one}${marks}${marks}${two}${marks}${marks}${three}${marks}`,
      // One line between two, and none or empty ones at the end.
      `${marks}${one}${marks}${two}${marks}${three}`,
      `${marks}${one}${marks}${two}${marks}${three}${marks}\n\n`,
    ]
    for (const text of ends)
      for (const size of [1, 3, 7, text.length]) {
        const found = await split(text, size)
        expect(found.map((m) => m.text)).toEqual(messages)
        expect(found.map((m) => m.start)).toEqual([
          0,
          ...[one, two].map((before) => text.indexOf(before) + before.length),
        ])
        expect(await split(text.replaceAll('\n', '\r\n'), size)).toMatchObject(
          messages.map((message) => ({ text: message.replaceAll('\n', '\r\n') })),
        )
      }
    const [whole = ''] = ends
    const second = whole.indexOf(one) + one.length
    const later: (string | null)[] = []
    const rest = inPieces(Buffer.from(whole.slice(second)), 5)
    for await (const m of splitMbox(rest, { offset: second, maxBytes: 1000 }))
      later.push(`${m.start} ${m.bytes}`)
    expect(later).toEqual((await split(whole)).slice(1).map((m) => `${m.start} ${m.text}`))
    expect(await split(marks)).toEqual([])
    expect(await split(`${marks}${marks}\n`)).toEqual([])
  })
  it('takes empty lines between the marks of MMDF for no message, whatever is kept of them', async () => {
    const marks = '\x01\x01\x01\x01\n'
    const [one, two] = ['Subject: 1\n\nbody\n', '\nSubject: 2\n\nbody\n']
    const box = [
      marks,
      '\n',
      marks,
      one,
      marks,
      '\r\n\n',
      marks,
      marks,
      marks,
      two,
      marks,
      '\n'.repeat(200),
    ].join('')
    const starts = [one, two].map((message) => box.indexOf(message) - marks.length)
    for (const size of [1, 7, box.length])
      for (const maxBytes of [0, 1, 1000]) {
        const begun: number[] = []
        const found: { start: number; text: string | null }[] = []
        const onBegin = (start: number): boolean => begun.push(start) > 0
        for await (const m of splitMbox(inPieces(Buffer.from(box), size), { maxBytes, onBegin }))
          found.push({ start: m.start, text: m.bytes?.toString() ?? null })
        expect(found.map(({ text }) => text)).toEqual(maxBytes < 1000 ? [null, null] : [one, two])
        expect(begun).toEqual(starts)
        expect(found.map(({ start }) => start)).toEqual(starts)
      }
  })
  it('splits a mailbox of Rmail, and gives each message the header that it came with', async () => {
    const options = 'BABYL OPTIONS: -*- rmail -*-\nVersion: 5\nLabels:\nNote: This is the header.\n'
    const mark = '*** EOOH ***\n'
    const start = '\x1f\x0c\n'
    const stored = [
      `1, answered,, urgent,\nReceived: by h\nFrom: a@x\nSubject: 1\n\n${mark}From: a@x\nSubject: 1\n\nbody\n\x1fno end\n>From x\n`,
      `0,,\n${mark}From: b@x\nSubject: 2\n\nlast\n`,
      // Nothing behind its header, and none that was shown.
      `1,,\nFrom: c@x\n${mark}\nwords\n`,
      `1,,\nFrom: d@x\n\n${mark}From: d@x\n`,
      'No label, no mark\n\nkept\n',
    ]
    const messages = [
      'Received: by h\nFrom: a@x\nSubject: 1\nX-Rmail-Label: answered\nX-Rmail-Label: urgent\n\nbody\n\x1fno end\n>From x\n',
      'From: b@x\nSubject: 2\n\nlast\n',
      'From: c@x\n\nwords\n',
      'From: d@x\n\n',
      'No label, no mark\n\nkept\n',
    ]
    const begun = `${options}${start}${stored.join(start)}`
    for (const text of [`${begun}\x1f`, `${begun}\x1f\n`, begun])
      for (const size of [1, 3, 7, text.length]) {
        const found = await split(text, size)
        expect(found.map((m) => m.text)).toEqual(messages)
        expect(found.map((m) => m.start)).toEqual([
          0,
          ...stored.slice(1).map((message) => text.indexOf(`${start}${message}`)),
        ])
        expect((await split(text.replaceAll('\n', '\r\n'), size)).slice(0, 2)).toMatchObject(
          messages.slice(0, 2).map((message) => ({ text: message.replaceAll('\n', '\r\n') })),
        )
        const second = found[1]?.start ?? 0
        const later: (string | null)[] = []
        const rest = inPieces(Buffer.from(text.slice(second)), size)
        for await (const m of splitMbox(rest, { offset: second, maxBytes: 1000 }))
          later.push(`${m.start} ${m.bytes}`)
        expect(later).toEqual(found.slice(1).map((m) => `${m.start} ${m.text}`))
      }
    for (const empty of [`${options}\x1f`, `${options}${start}`]) expect(await split(empty)).toEqual([])
    // Cut before its first message: what is there is not passed by.
    expect((await split(options)).map((m) => m.text)).toEqual([options])
  })
  it('keeps what only the labels, the shown header or the words before the first message of Rmail say', async () => {
    const of = async (stored: string) =>
      (await split(`BABYL OPTIONS:\n\x1f\x0c\n${stored}\x1f`)).map((m) => m.text)
    const mark = '*** EOOH ***\n'
    expect(
      await of(
        `1, deleted,, kickback,\nFrom: a@x\nTo: b@x,\n  c@x\n\n${mark}To: b@x, c@x\nX-Note: ONLY HERE\n  pay him \xe0\nwords\n\nbody\n`,
      ),
    ).toEqual([
      'From: a@x\nTo: b@x,\n  c@x\nX-Rmail-Label: deleted\nX-Rmail-Label: kickback\nX-Rmail-Shown: X-Note: ONLY HERE pay him \xe0\nX-Rmail-Shown: words\n\nbody\n',
    ])
    expect(await of(`0, filed,,\n${mark}\nFrom: a@x\n\nbody\n`)).toEqual([
      'X-Rmail-Label: filed\nFrom: a@x\n\nbody\n',
    ])
    expect(await of(`0, filed,,\n${mark}words\n`)).toEqual(['X-Rmail-Label: filed\n\nwords\n'])
    expect(await of(`0,,\n${mark.trim()} pay him\nFrom: a@x\n\nbody\n`)).toEqual([
      'X-Rmail-Shown: pay him\nFrom: a@x\n\nbody\n',
    ])
    // As a field of a document holds them: none is cut, and no word is.
    const [long = ''] = await of(`1,,\nFrom: a@x\n\n${mark}Note: ${'word '.repeat(400)}\n\nbody\n`)
    const lines = (long ?? '').split('\n').filter((line) => line.startsWith('X-Rmail-Shown: '))
    expect(lines.every((line) => line.length < 1000)).toBe(true)
    expect(lines.join(' ').match(/\bword\b/g)).toHaveLength(400)
    const before = 'BABYL OPTIONS: -*- rmail -*-\nVersion: 5\nLabels: one,two\nNote: pay him\n'
    for (const size of [1, 7, 1000])
      expect(
        (await split(`${before}\x1f\x0c\n0,,\n${mark}From: a@x\n\nbody\n\x1f`, size)).map((m) => m.text),
      ).toEqual([`Subject: BABYL OPTIONS\n\n${before}`, 'From: a@x\n\nbody\n'])
  })
  it('reads labels and the shown header of Rmail as fields of the message', async () => {
    const box =
      'BABYL OPTIONS:\n\x1f\x0c\n1, deleted,, kickback,\nFrom: a@x\n\n*** EOOH ***\nX-Note: ONLY HERE\n\nbody\n\x1f'
    const [message] = await split(box)
    const { metadata, text } = await readMessage(Buffer.from(message?.text ?? ''), defaultLimits)
    expect({ metadata, text }).toEqual({
      metadata: { Labels: ['deleted', 'kickback'], Shown_Header: ['X-Note: ONLY HERE'] },
      text: 'body\n',
    })
  })
  it('writes a message of Rmail that is too long to be held as it gives it in memory', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'affiant-babyl-'))
    try {
      const body = 'words of it\n'.repeat(30_000)
      const text = `BABYL OPTIONS:\n\x1f\x0c\n1, filed,,\nFrom: a@x\n\n*** EOOH ***\nFrom: a@x\nX: only here\n\n${body}\x1f`
      const [whole] = await split(text, 4096)
      expect(whole?.text).toBe(`From: a@x\nX-Rmail-Label: filed\nX-Rmail-Shown: X: only here\n\n${body}`)
      for (const maxBytes of [1, 100, 300_000]) {
        const found: unknown[] = []
        for await (const { bytes, large } of splitMbox(inPieces(Buffer.from(text), 4096), {
          maxBytes,
          spoolFolder: folder,
        }))
          found.push(bytes, readFileSync(join(folder, large?.file ?? '')).toString())
        expect(found).toEqual([null, whole?.text])
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
  it('takes a "From" line in the body for text: not after an empty line, or without a date', async () => {
    const text = `${separator}S: 1\n\nline\nFrom b@x Mon Jun 01 10:00:00 2009\n\nFrom now on, all is well\n`
    expect(await split(text)).toHaveLength(1)
  })
  it('takes a line for text that looks like a separator, and that no header follows', async () => {
    const text = `${separator}S: 1\n\nHe wrote:\n\n${separator}and nothing since.\n\n${separator}S: 2\n\ny\n`
    for (const size of [7, 33, text.length])
      expect((await split(text, size)).map((m) => m.text)).toEqual([
        `S: 1\n\nHe wrote:\n\n${separator}and nothing since.\n`,
        'S: 2\n\ny\n',
      ])
  })
  it('takes empty lines between a separator and the header behind it for nothing', async () => {
    const text = `${separator}S: 1\n\nx\n\n${separator}\n\nS: 2\n\ny\n`
    for (const size of [7, 33, text.length]) expect(await split(text, size)).toHaveLength(2)
  })
  it('takes damaged bytes behind a separator for a message of their own, and not for text of the one before', async () => {
    const text = `${separator}S: 1\n\nx\n\n${separator}\n\u0001\u0002 disk error\n\n${separator}S: 2\n\ny\n`
    for (const size of [7, 33, text.length])
      expect((await split(text, size)).map((m) => m.text)).toEqual([
        'S: 1\n\nx\n',
        '\n\u0001\u0002 disk error\n',
        'S: 2\n\ny\n',
      ])
  })
  it('takes a message to be as long as it says, where another one begins there', async () => {
    const inside = `Forwarded:\n\n${separator}Subject: inside\n\nwords\n`
    const rest = `\n${separator}S: 2\n\ny\n`
    const box = (length: number) => `${separator}S: 1\nContent-Length: ${length}\n\n${inside}`
    for (const size of [7, 50, 10_000]) {
      const fitting = await split(box(inside.length) + rest, size)
      expect(fitting.map((m) => m.text?.slice(0, 4))).toEqual(['S: 1', 'S: 2'])
      expect(fitting[0]?.text).toContain('Subject: inside\n\nwords\n')
      expect(await split(box(inside.length), size)).toHaveLength(1)
      // What does not fit says nothing.
      expect(await split(box(inside.length - 3) + rest, size)).toHaveLength(3)
      expect(await split(box(inside.length + 500) + rest, size)).toHaveLength(3)
    }
  })
  it('takes no patch for a message, but in a series of them', async () => {
    const patch = `From ${'a1'.repeat(20)} Mon Sep 17 00:00:00 2001\nFrom: Ann <a@x>\nSubject: [PATCH] x\n\nbody\n\n`
    expect(await split(`${separator}S: 1\n\nSee:\n\n${patch}${separator}S: 2\n\ny\n`, 40)).toHaveLength(2)
    expect(await split(patch.repeat(3), 40)).toHaveLength(3)
  })
  it('loses nothing before the first separator', async () => {
    const found = await split(`Subject: stray\n\nx\n\n${separator}Subject: 2\n\ny\n`)
    expect(found.map((m) => m.text)).toEqual(['Subject: stray\n\nx\n', 'Subject: 2\n\ny\n'])
  })
  it('names a message over the limit without keeping it, and goes on', async () => {
    const found = await split(`${separator}S: 1\n\n${'x\n'.repeat(100)}\n${separator}S: 2\n\ny\n`, 16, 60)
    expect(found.map((m) => m.text)).toEqual([null, 'S: 2\n\ny\n'])
  })
  it('reads one endless line in the time that its length takes', async () => {
    const endless = Buffer.from(`${separator}S: 1\n\n${'x'.repeat(30_000_000)}`)
    const sizes: number[] = []
    for await (const m of splitMbox(inPieces(endless, 4096), { maxBytes: 1_000_000 }))
      sizes.push(m.end - m.start, m.bytes?.length ?? -1)
    expect(sizes).toEqual([endless.length, -1])
  }, 5000)
  it('reads millions of short lines in the memory that their length takes', async () => {
    const quoted = 3_000_000
    const box = Buffer.concat([
      Buffer.from(`${separator}S: 1\n`),
      Buffer.alloc(30_000_000, '\n'),
      Buffer.from('\n>From x\n'.repeat(quoted)),
    ])
    const sizes: number[] = []
    for await (const m of splitMbox(inPieces(box, 65_536), { maxBytes: 100_000_000 }))
      sizes.push(m.bytes?.length ?? -1)
    expect(sizes).toEqual([box.length - separator.length - quoted])
  }, 15_000)
  it('says that a message begins before it is read, and keeps nothing of one that is not asked for', async () => {
    const events: string[] = []
    const box = `${separator}S: 1\n\n${'x\n'.repeat(50)}\n${separator}S: 2\n\ny\n`
    const second = box.indexOf('From a', 5)
    const chunks = async function* () {
      for (let at = 0; at < box.length; at += 10) {
        events.push(`read ${at}`)
        yield Buffer.from(box.slice(at, at + 10))
      }
    }
    const onBegin = (start: number): boolean => {
      events.push(`begins ${start}`)
      return start !== 0
    }
    for await (const m of splitMbox(chunks(), { maxBytes: 1000, onBegin }))
      events.push(`given ${m.start} ${m.bytes?.toString() ?? 'without bytes'}`)
    expect(events.indexOf('begins 0')).toBeLessThan(events.indexOf('read 50'))
    expect(events.filter((event) => !event.startsWith('read'))).toEqual([
      'begins 0',
      'given 0 without bytes',
      `begins ${second}`,
      `given ${second} S: 2\n\ny\n`,
    ])
  })
  test('finds the same messages at every piece size, and goes on from any message', async () => {
    const line = fc.constantFrom(
      '',
      'text',
      '>From x',
      'From y',
      'Subject: z',
      'From q Tue Jun 02 10:00:00 2009',
      'a\r',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(line, { maxLength: 8 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        async (messages, size) => {
          const text = messages.map((lines) => `${separator}S: 1\n${lines.join('\n')}\n\n`).join('')
          const whole = await split(text, text.length)
          expect(await split(text, size)).toEqual(whole)
          for (const m of whole) {
            const rest: string[] = []
            for await (const again of splitMbox(inPieces(Buffer.from(text).subarray(m.start), size), {
              offset: m.start,
              maxBytes: 1e6,
            }))
              rest.push(`${again.start} ${again.bytes?.toString()}`)
            expect(rest).toEqual(whole.filter((w) => w.start >= m.start).map((w) => `${w.start} ${w.text}`))
          }
        },
      ),
      { numRuns: runs(60) },
    )
  })
  test('finds the same messages where lines end in carriage returns and some in other ways, and goes on from any', async () => {
    const line = fc.constantFrom(
      '',
      'text',
      '>From x',
      'From q Tue Jun 02 10:00:00 2009',
      'a\nb',
      'c\n',
      '\nd',
    )
    const byReturns = (lines: readonly string[]) => [separator.trim(), 'S: 1', ...lines, '', ''].join('\r')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(line, { maxLength: 8 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (messages, size, isLong) => {
          const first = byReturns([
            'Subject: 1',
            '',
            ...Array.from({ length: isLong ? 200 : 1 }, () => 'A line.'),
          ])
          const text = Buffer.from(first + messages.map(byReturns).join(''))
          const whole = await split(text.toString(), text.length)
          expect(whole.length).toBeGreaterThan(messages.length)
          expect(await split(text.toString(), size)).toEqual(whole)
          for (const m of whole) {
            const options = { offset: m.start, head: text, maxBytes: 1e6 }
            const rest: string[] = []
            for await (const again of splitMbox(inPieces(text.subarray(m.start), size), options))
              rest.push(`${again.start} ${again.bytes?.toString()}`)
            expect(rest).toEqual(whole.filter((w) => w.start >= m.start).map((w) => `${w.start} ${w.text}`))
          }
        },
      ),
      { numRuns: runs(60) },
    )
  })
  test('writes what is too long to be held as it gives the same message in memory, at every piece size', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'affiant-mbox-'))
    const piece = fc.constantFrom('>', '>From ', 'From ', 'F', 'Fro', '\n', '\r\n', 'x', '> ')
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(piece, { minLength: 1, maxLength: 25 }), { minLength: 1, maxLength: 3 }),
          fc.integer({ min: 1, max: 30 }),
          async (messages, size) => {
            const text = messages.map((pieces) => `${separator}S:${pieces.join('')}\n\n`).join('')
            const found: (string | null)[] = []
            const options = { maxBytes: 4, spoolFolder: folder }
            for await (const { bytes, large } of splitMbox(inPieces(Buffer.from(text), size), options)) {
              const path = join(folder, large?.file ?? '')
              const written = large === null ? null : readFileSync(path)
              if (written !== null) {
                rmSync(path)
                expect(large).toMatchObject({ size: written.length, ...hashes(written), head: written })
              }
              found.push((bytes ?? written)?.toString() ?? null)
            }
            expect(found).toEqual((await split(text, text.length)).map((m) => m.text))
          },
        ),
        { numRuns: runs(300) },
      )
      for await (const { bytes, large } of splitMbox(
        inPieces(Buffer.from(`${separator}long\n\n${separator}S: long, too\n`), 5),
        { maxBytes: 2, spoolFolder: folder },
      )) {
        expect([bytes, large?.size]).toEqual([null, 5])
        rmSync(join(folder, large?.file ?? ''))
        // Left in the middle of the next.
        break
      }
      expect(readdirSync(folder)).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
