import { describe, expect, it } from 'vitest'
import { identify } from './identify.ts'

describe('saved pages', () => {
  const page = 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"; type="text/html"\n\n--b\n'
  it.each([
    ['of a browser', `From: <Saved by Blink>\nSubject: s\nDate: x\n${page}`, 'x', 'multipart/related'],
    ['of Word', page, 'x', 'multipart/related'],
    ['with its place', `From: a@x\nContent-Location: http://x/\n${page}`, 'x', 'multipart/related'],
    ['a message with pictures', `From: a@x\nTo: b@x\nSubject: s\n${page}`, 'x.mht', 'message/rfc822'],
    ['a draft with pictures', `From: a@x\nSubject: s\n${page}`, 'x.eml', 'message/rfc822'],
  ])('%s', (_, text, name, type) => {
    expect(identify(Buffer.from(text), name).mimeType).toBe(type)
  })
})
