import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { linesOf, walked } from '#tests/fixtures/walked.ts'
import { containerEnd } from '../position.ts'

const record = (
  type: string,
  address: string,
  content: string | Buffer,
  media = 'application/http',
): Buffer =>
  Buffer.concat([
    Buffer.from(
      `WARC/1.0\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${address}\r\nWARC-Date: 2023-05-18T12:18:43Z\r\nContent-Type: ${media}\r\nContent-Length: ${Buffer.byteLength(content)}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n\r\n'),
  ])
const response = (address: string, fields: string, body: string | Buffer): Buffer =>
  record(
    'response',
    address,
    Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${fields}\r\n`), Buffer.from(body)]),
  )
const given = async (...records: readonly Buffer[]): Promise<string[]> =>
  linesOf(await walked('x.warc', Buffer.concat(records)))

describe('a web archive', () => {
  it('gives what was fetched under the last part of its address, and what was asked for not', async () => {
    const records = [
      record('warcinfo', '', 'software: x\r\n', 'application/warc-fields'),
      record('request', 'https://a.example/', 'GET / HTTP/1.1\r\n\r\n'),
      response('https://a.example/', 'Content-Type: text/plain\r\n', 'front page'),
      response('https://a.example/docs/r%C3%A9sum%C3%A9.txt?x=/y#z', '', 'a paper'),
      record('resource', 'ftp://a.example/plain.txt', 'as it is', 'text/plain'),
      record('metadata', 'https://a.example/', 'fetchTimeMs: 1\r\n', 'application/warc-fields'),
      record('revisit', 'https://a.example/again.txt', 'HTTP/1.1 200 OK\r\n\r\n'),
    ]
    const fetched = [
      'a.example = front page',
      'résumé.txt = a paper',
      'plain.txt = as it is',
      'again.txt: unsupportedType: It is a record without content of its own.',
    ]
    expect(await given(...records)).toEqual([...fetched, 'end of '])
    // The usual packing: record by record.
    const packed = Buffer.concat(records.map((bytes) => gzipSync(bytes)))
    const steps = await walked('x.warc.gz', packed)
    expect(linesOf(steps)).toEqual([...fetched.map((line) => `x.warc | ${line}`), 'end of x.warc', 'end of '])
    expect(steps[0]).toMatchObject({
      at: [0, containerEnd - 1, 2],
      path: ['x.warc.gz', 'x.warc', 'a.example'],
      modifiedAt: '2023-05-18T12:18:43.000Z',
    })
  })

  it('takes off what the way needed', async () => {
    expect(
      await given(
        response('http://a/1.txt', 'Content-Encoding: gzip\r\n', gzipSync('unzipped')),
        response(
          'http://a/2.txt',
          'Transfer-Encoding: chunked\r\n',
          '3\r\none\r\n4;x=y\r\n two\r\n0\r\n\r\n',
        ),
        response('http://a/3.txt', 'Transfer-Encoding: chunked\r\n', 'not in chunks\nany more'),
      ),
    ).toEqual(['1.txt = unzipped', '2.txt = one two', '3.txt = not in chunks\nany more', 'end of '])
  })

  it('makes an exception of a damaged response, and goes on behind it', async () => {
    const lines = await given(
      response('http://a/1.txt', 'Content-Encoding: gzip\r\n', 'no gzip'),
      response('http://a/2.txt', '', 'fine'),
    )
    expect(lines).toEqual([
      expect.stringMatching(/^1.txt: corrupt: The entry is damaged: /),
      '2.txt = fine',
      'end of ',
    ])
  })

  it('that is cut gives what is there, and says so', async () => {
    const bytes = Buffer.concat([
      response('http://a/1.txt', '', 'one'),
      response('http://a/2.txt', '', 'second'),
    ])
    const lines = linesOf(await walked('x.warc', bytes.subarray(0, bytes.length - 8)))
    expect(lines).toEqual([
      '1.txt = one',
      '2.txt: corrupt: The entry is damaged: the archive ends in the middle of it.',
      ': containerPartial: The container is damaged: it ends in the middle of a record.',
    ])
  })
})
