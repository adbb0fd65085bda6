/** Input that is made to keep parsers busy must cost what its length costs, not the square of it. */
import { describe, expect, it } from 'vitest'
import { readAddresses } from './addresses.ts'
import { readMessage } from './eml.ts'
import { readFamily } from './family.ts'
import { htmlText, sanitiseHtml } from './html.ts'
import { defaultLimits } from './limits.ts'

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
      const family = await readFamily(bytes, { path: ['m'] }, { maxTextSize: million, limits: defaultLimits })
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
      const family = await readFamily(bytes, { path: ['m'] }, { maxTextSize: million, limits: defaultLimits })
      // One for each depth, and the file that was not opened.
      expect(family.members).toHaveLength(defaultLimits.depth + 1)
      expect(family.members.at(-1)?.flaws.map((f) => f.code)).toContain('tooDeep')
    },
    soon,
  )
})
