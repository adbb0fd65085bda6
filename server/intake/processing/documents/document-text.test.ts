/** Which of a message's two renderings is its text. */
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { readFamily } from '../family.ts'
import { defaultLimits } from '../limits.ts'
import { bodyText } from './document-text.ts'

const letter = 'Dear Ann, the figures of the second quarter are with the auditors until Friday.'

describe('the text of a message', () => {
  it('is its text part where the HTML says the same', () => {
    const html = `<html><body><p>${letter.replace('quarter', '<b>quarter</b>')}</p></body></html>`
    expect(bodyText(letter, html)).toBe(letter)
    // A picture is told in other words.
    expect(bodyText(letter, `${html}<p>Logo</p>`)).toBe(letter)
  })

  it('is that of the HTML where this says more', () => {
    expect(bodyText(letter, `<p>${letter}</p><p>Nobody else may see them before.</p>`)).toBe(
      `${letter}\n\nNobody else may see them before.`,
    )
  })

  it('is the longer of them by far where they are too long to be compared', () => {
    const long = 'word '.repeat(500_000)
    expect(bodyText(long, '<p>Something else.</p>')).toBe(long)
    expect(bodyText('Something else.', `<p>${long}</p>`)).toBe(long.trimEnd())
  })

  it('is both where each says what the other does not', () => {
    expect(bodyText('This message is in HTML.', `<div>${letter}</div><div>Bo</div>`)).toBe(
      `This message is in HTML.\n\n${letter}\nBo`,
    )
  })
})

it('two messages that differ in their HTML alone are no copies of each other', async () => {
  const alert = async (words: string) => {
    const lines = [
      'From: alerts@northwind.example',
      'To: ann@northwind.example',
      'Date: Mon, 1 Mar 2021 10:00:00 +0000',
      'Subject: Alert',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Your program does not show HTML.',
      '--b',
      'Content-Type: text/html',
      '',
      `<p>${words}</p>`,
      '--b--',
      '',
    ]
    const options = { ...unlocked, limits: defaultLimits, maxTextSize: 10_000 }
    return await readFamily(Buffer.from(lines.join('\r\n')), { path: ['alert.eml'] }, options)
  }
  const [one, other] = [await alert('Valve 7 is open.'), await alert('Valve 9 is shut.')]
  expect(one.members[0]?.text).toContain('Valve 7 is open.')
  expect(one.dedupeHash).not.toBe(other.dedupeHash)
  expect((await alert('Valve 7 is open.')).dedupeHash).toBe(one.dedupeHash)
})
