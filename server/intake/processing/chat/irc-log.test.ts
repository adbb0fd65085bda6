import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { decodeText } from '../text.ts'
import type { Conversation } from './conversation.ts'
import { ircConversations, isIrcLog } from './irc-log.ts'
import { conversationReading, conversationText } from './transcript.ts'

const read = (text: string, name = 'log.txt', timeZone = 'UTC', logZone = 'UTC') => [
  ...ircConversations(text, { name, timeZone, logZone }),
]
const textOf = (text: string, name?: string): string => read(text, name).map(conversationText).join('\n---\n')

describe('logs of Internet Relay Chat', () => {
  it.each([
    [
      'with times in brackets',
      '=== ann [~ann@x.example]  has joined #law\n[12:18] <ann> hello\n[12:18]  * bo waves\n[12:19] <bo> hi\n[12:20] <+cy> yes',
    ],
    [
      'of irssi',
      '--- Log opened Mon Nov 15 12:00:00 2004\n12:18 -!- ann [~ann@x.example] has joined #law\n12:18 < ann> hello\n12:18  * bo waves\n12:19 <@bo> hi\n12:20 <+cy> yes',
    ],
    [
      'of HexChat',
      '**** BEGIN LOGGING AT Mon Nov 15 12:00:00 2004\n\nNov 15 12:18:00 *\tann (~ann@x.example) has joined #law\nNov 15 12:18:00 <ann>\thello\nNov 15 12:18:30 *\tbo waves\nNov 15 12:19:00 <bo>\thi\nNov 15 12:20:00 <cy>\tyes',
    ],
    [
      'of a bouncer',
      '[12:18:00] *** Joins: ann (~ann@x.example)\n[12:18:00] <ann> hello\n[12:18:30] * bo waves\n[12:19:00] <bo> hi\n[12:20:00] <cy> yes',
    ],
  ])('%s are recognised, and say who came, spoke and did something', (_, log) => {
    expect(isIrcLog(log)).toBe(true)
    const messages = read(log, '#law.2004-11-15.log').flatMap((one) => one.messages)
    expect(
      messages
        .filter(({ kind }) => kind !== 'event')
        .map(({ kind, sender, text }) => [kind, sender.name, text]),
    ).toEqual([
      ['join', 'ann', '~ann@x.example'],
      ['message', 'ann', 'hello'],
      ['action', 'bo', 'waves'],
      ['message', 'bo', 'hi'],
      ['message', 'cy', 'yes'],
    ])
    expect(messages.at(-1)?.at).toBe('2004-11-15T12:20:00.000Z')
  })

  it.each([
    [
      'a letter that quotes a log',
      'Dear all,\nthey said\n[12:18] <ann> hello\n[12:19] <bo> hi\n[12:20] <cy> no\nBye\nDee',
    ],
    ['a table of times', '12:18 1 2\n12:19 3 4\n12:20 5 6\n12:21 7 8'],
    ['markup', '<a> b\n<c> d\n<e> f\n<g> h'],
    ['nothing', ''],
  ])('are not %s', (_, text) => {
    expect(isIrcLog(text)).toBe(false)
  })

  it('are of a day in the given zone, and the next day begins where the clock goes back', () => {
    const log =
      '[22:00] <ann> one\n[23:59] <bo> two\n[00:01] <ann> three\n[00:00] <bo> just after\n[23:00] <ann> four'
    const days = (zone: string, logZone: string) =>
      read(log, '2024-01-02.log', zone, logZone).map(({ day, messages }) => [
        day,
        messages.map(({ at }) => at),
      ])
    expect(days('UTC', 'UTC')).toEqual([
      ['2024-01-02', ['2024-01-02T22:00:00.000Z', '2024-01-02T23:59:00.000Z']],
      ['2024-01-03', ['2024-01-03T00:01:00.000Z', '2024-01-03T00:00:00.000Z', '2024-01-03T23:00:00.000Z']],
    ])
    // Five hours behind: the night belongs to the day before.
    expect(days('America/New_York', 'UTC').map(([day, at]) => [day, at?.length])).toEqual([
      ['2024-01-02', 4],
      ['2024-01-03', 1],
    ])
    expect(days('UTC', 'America/New_York')[0]?.[0]).toBe('2024-01-03')
  })

  it('that say when a day begins are believed more than their names', () => {
    const log =
      '--- Log opened Mon Nov 15 22:00:00 2004\n22:01 <ann> one\n--- Day changed Wed Nov 17 2004\n09:00 <ann> two\n10:00 <bo> three'
    expect(read(log, '2020-01-01.log').map(({ day, messages }) => [day, messages.length])).toEqual([
      ['2004-11-15', 3],
      ['2004-11-17', 2],
    ])
  })

  it('of a clock of twelve hours, or of no known day, have only the times that are written', () => {
    const twelve = read('[12:59] <ann> one\n[01:00] <bo> two\n[01:01] <ann> three', '2024-01-02.log')
    expect(twelve.map(({ title, messages }) => [title, messages.map(({ at }) => at)])).toEqual([
      ['2024-01-02.log', [null, null, null]],
    ])
    const [dateless] = read(
      '=== ann has joined #law\n[13:00] <ann> one\n[14:00] <bo> two\n[15:00] <ann> three',
    )
    expect(dateless).toMatchObject({ title: '#law', day: '', channel: { name: '#law', kind: 'public' } })
    expect(dateless === undefined ? '' : conversationText(dateless)).toBe(
      '* ann joined\n[13:00] ann: one\n[14:00] bo: two\n[15:00] ann: three',
    )
  })

  it('link an answer to what it answers: the last words of whom it names, rather those to the one who answers', () => {
    const log = [
      '[12:00] <ann> bo: may I sign?',
      '[12:01] <bo> good morning',
      '[12:02] <bo> ann: yes',
      '[12:03] <bo> and good weather',
      '[12:04] <ann> bo: thanks',
      '[12:05] <cy> bo, where are you?',
      '[12:06] <cy> note: nobody is called so',
      '[12:07] <bo> bo: I talk to myself',
    ].join('\n')
    const messages = read(log).flatMap((one) => one.messages)
    const answered = messages.map(
      ({ replyTo }) => messages.find(({ id }) => id === replyTo?.id)?.text ?? null,
    )
    expect(answered).toEqual([
      null,
      null,
      'bo: may I sign?',
      null,
      'ann: yes',
      'and good weather',
      null,
      null,
    ])
  })

  it('keep lines that go on, and what the program reports of people who never speak', () => {
    expect(
      textOf(
        '[12:00] <ann> one\nand more\n[12:01] <bo> two\n=== dee is away\n=== ann is away\n[12:02] * bo left for lunch\n[12:02] <bo[] > x',
      ),
    ).toBe(
      '[12:00] ann: one\nand more\n[12:01] bo: two\n* dee is away\n* ann is away\n[12:02] * bo left for lunch\n[12:02] bo[]: x',
    )
  })

  test('lose no word, whatever they hold, and end soon', () => {
    const line = fc.oneof(
      fc.tuple(fc.constantFrom('ann', 'bo'), fc.string()).map(([nick, text]) => `[12:00] <${nick}> ${text}`),
      fc.constantFrom(
        '=== ',
        '=== x has joined #y',
        '--- Day changed Xxx Nov 99 2004',
        '[23:59] <ann> x',
        '[00:00] * ann x',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const all = read(lines.map((each, i) => `${each} word${i}`).join('\n'), '2004-11-15.log')
        expect(JSON.parse(JSON.stringify(all))).toEqual(all)
        const found = all.map((one) => conversationReading(one).text).join('\n')
        for (const index of lines.keys()) expect(found).toContain(`word${index}`)
      }),
      { numRuns: runs(200) },
    )
    for (const hostile of ['[12:00] <', ' '.repeat(1000), '=== a ', '[[[', 'joined '])
      expect(isIrcLog(hostile.repeat(20_000))).toBe(false)
  })
})

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url))
const logs = `${corpus}answers/chat-threads-irc/`
const present = existsSync(corpus)
if (!present) console.warn('The real logs are not here: the tests on them are skipped.')

describe.skipIf(!present)('real logs', () => {
  const names = present ? readdirSync(logs).filter((name) => name.endsWith('.raw.txt')) : []
  const log = (name: string): string => readFileSync(logs + name, 'utf8')
  const messagesOf = (name: string) => read(log(name), name).flatMap((one: Conversation) => one.messages)

  it('are all recognised', () => {
    expect(names.filter((name) => isIrcLog(log(name)))).toHaveLength(9)
  })

  test('are told from all other real documents', () => {
    const others = readdirSync(corpus, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.raw.txt'))
      .map((entry) => `${entry.parentPath}/${entry.name}`)
      .filter((path) => isIrcLog(decodeText(readFileSync(path).subarray(0, 64 * 1024))))
    expect(others).toEqual([])
  }, 120_000)

  it('are read line by line', () => {
    const messages = messagesOf('2005-06-27_12.raw.txt')
    const count = (kind: string): number => messages.filter((message) => message.kind === kind).length
    // Lines of the file by other means.
    expect([messages.length, count('message'), count('join'), count('leave')]).toEqual([1250, 1018, 203, 14])
    // Those of 2004 and of August 2005 go from 12:59 to 01:00.
    const dated = names.filter((name) => messagesOf(name)[0]?.at !== null)
    expect(dated.map((name) => name.slice(0, 10))).toEqual(
      names.map((name) => name.slice(0, 10)).filter((day) => day !== '2004-11-15' && day !== '2005-08-08'),
    )
  })

  it('have a third of the links that people set, and two of three of those found are theirs', () => {
    const score = { found: 0, right: 0, set: 0 }
    for (const name of names) {
      // Two lines of the file, counted from 0, that belong together; those before line 1000 are not told.
      const pairs = readFileSync(logs + name.replace('.raw.', '.annotation.'), 'utf8')
        .trim()
        .split('\n')
        .map((row) =>
          row
            .split(' ')
            .slice(0, 2)
            .map(Number)
            .toSorted((a, b) => a - b),
        )
        .filter(([a, b]) => a !== b && (b ?? 0) >= 1000)
      const known = new Set(pairs.map(([a, b]) => `${b} ${a}`))
      score.set += known.size
      for (const { id, replyTo } of messagesOf(name)) {
        if (replyTo === null || Number(id) <= 1000) continue
        score.found++
        if (known.has(`${Number(id) - 1} ${Number(replyTo.id) - 1}`)) score.right++
      }
    }
    const [precision, recall] = [score.right / score.found, score.right / score.set]
    process.stdout.write(
      `${score.found} links, ${score.right} as people set them: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} of ${score.set}.\n`,
    )
    expect(precision).toBeGreaterThan(0.6)
    expect(recall).toBeGreaterThan(0.25)
  })
})
