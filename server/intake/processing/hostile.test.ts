/** Input that is made to keep parsers busy must cost what its length costs, not the square of it. */
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { htmlText, sanitiseHtml } from './documents/html.ts'
import { readFamily } from './family.ts'
import { headBytes, identify } from './identify/identify.ts'
import { defaultLimits } from './limits.ts'
import { readAddresses } from './mail/addresses.ts'
import { readMessage } from './mail/eml.ts'
import { fileName } from './names.ts'

const million = 1_000_000
/** Squares of a million take hours; what is linear takes well under this even on a busy machine. */
const soon = 15_000

describe('hostile input', () => {
  it.each([
    ['opening brackets', '<'.repeat(million)],
    ['colons', ':'.repeat(million)],
    ['colons before a semicolon', `${':'.repeat(million)};`],
    ['quotes', '"'.repeat(million)],
    ['parentheses', '('.repeat(million)],
    ['spaces before a comment', `a@b${' '.repeat(million)}(x`],
    ['commas', ','.repeat(million)],
  ])('addresses: %s', { timeout: soon }, (_, header) => {
    expect(readAddresses(header).length).toBeLessThanOrEqual(2)
  })

  // As many as one header holds; each of them is short.
  it.each([
    ['dots and parentheses', `a at ${'.('.repeat(995)} x`],
    ['spaces before a comment and in it', `${'@'.repeat(500)}${' '.repeat(500)}(${' '.repeat(900)}x`],
  ])('addresses, a thousand times: %s', { timeout: soon }, (_, header) => {
    for (let i = 0; i < 1000; i++) expect(readAddresses(header)).toHaveLength(1)
  })

  it('addresses: a million after a parenthesis that never closes', { timeout: soon }, () => {
    expect(readAddresses(`(${'a@b,'.repeat(million)}`)).toHaveLength(million)
  })

  it('names: dots that are not at the end', { timeout: soon }, () => {
    const name = `_${'.'.repeat(9000)}x`
    for (let i = 0; i < 1000; i++) expect(fileName(name, defaultLimits, [])).toHaveLength(255)
  })

  it('types: quotes where an mbox has its sender', { timeout: soon }, () => {
    const head = Buffer.from(`From ${'"'.repeat(headBytes)}`)
    for (let i = 0; i < 100; i++) expect(identify(head, 'x').shape).toBe('file')
  })

  it('headers: one field very often', { timeout: soon }, async () => {
    const { metadata } = await readMessage(
      Buffer.from(`Subject: x\n${'Sender: a\n'.repeat(200_000)}\nx\n`),
      defaultLimits,
    )
    expect(metadata.Sender).toHaveLength(100)
  })

  it(
    'a field of very many addresses: a document has the first, and says how many there are',
    async () => {
      const to = Array.from({ length: 100_000 }, (_, i) => `a${i}@x.example`)
      const bytes = Buffer.from(
        `From: b@x.example\nTo: ${to.join(', ')}\nSubject: ${'s'.repeat(9000)}\n\nx\n`,
      )
      const family = await readFamily(
        bytes,
        { path: ['m'] },
        { maxTextSize: million, limits: defaultLimits, ...unlocked },
      )
      const [member] = family.members
      expect(member?.mail?.to).toHaveLength(defaultLimits.addresses)
      expect(member?.title).toHaveLength(defaultLimits.titleChars)
      expect(member?.flaws.map(({ code }) => code)).toEqual(['tooMany', 'textTruncated'])
      expect(member?.flaws[0]?.reason).toContain('To has 100000 addresses')
      expect(member?.bytes).toEqual(bytes)
      // Whoever stands behind the limit still tells two messages apart.
      const other = Buffer.from(bytes.toString().replace('a99999@', 'other@'))
      const twin = await readFamily(
        other,
        { path: ['m'] },
        { maxTextSize: million, limits: defaultLimits, ...unlocked },
      )
      expect(twin.dedupeHash).not.toBe(family.dedupeHash)
    },
    soon,
  )

  it.each([
    ['spaces that stand', `<pre>${' '.repeat(million)}x</pre>`, 'x'],
    ['empty lines', `${'<br>'.repeat(million)}x`, 'x'],
    ['open tags', `${'<b'.repeat(million)}`, ''],
    ['ampersands', '&'.repeat(million), '&'.repeat(million)],
  ])('HTML: %s', { timeout: soon }, (_, html, text) => {
    expect(htmlText(sanitiseHtml(html))).toBe(text)
  })

  it(
    'refuses parts in parts in parts',
    async () => {
      const depth = 5000
      const open = Array.from(
        { length: depth },
        (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\n\n--b${i}`,
      )
      const bytes = Buffer.from(`Subject: deep\n${open.join('\n')}\nContent-Type: text/plain\n\nx\n`)
      await expect(readMessage(bytes, defaultLimits)).rejects.toThrow(/nesting depth/)
    },
    soon,
  )

  it(
    'makes only so many documents of one message, and says what is in the message alone',
    async () => {
      const count = defaultLimits.familyDocuments + 10
      const parts = Array.from({ length: count }, (_, i) => `--b\nContent-Type:a/b\n\n${i}\n`).join('')
      const bytes = Buffer.from(`Subject: many\nContent-Type: multipart/mixed; boundary=b\n\n${parts}--b--\n`)
      const family = await readFamily(
        bytes,
        { path: ['m'] },
        { maxTextSize: million, limits: defaultLimits, ...unlocked },
      )
      expect(family.members).toHaveLength(defaultLimits.familyDocuments)
      const [flaw] = family.members[0]?.flaws ?? []
      expect(flaw).toMatchObject({ code: 'tooMany', stage: 'expand' })
      expect(flaw?.reason).toContain(`11 of its ${count} attachments`)
    },
    soon,
  )

  it(
    'takes messages in messages apart only so deep, and keeps the rest as a file with its reason',
    async () => {
      let bytes = Buffer.from('From: a@x.example\nSubject: core\n\nthe core\n')
      for (let i = 0; i < 40; i++)
        bytes = Buffer.from(
          `From: a@x.example\nSubject: level ${i}\nContent-Type: message/rfc822\n\n${bytes.toString()}`,
        )
      const family = await readFamily(
        bytes,
        { path: ['m'] },
        { maxTextSize: million, limits: defaultLimits, ...unlocked },
      )
      // One for each depth, and the file that was not opened.
      expect(family.members).toHaveLength(defaultLimits.depth + 1)
      expect(family.members.at(-1)?.flaws.map((f) => f.code)).toContain('tooDeep')
    },
    soon,
  )
})
