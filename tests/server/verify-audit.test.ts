/** The file that a firm's own expert runs: what it accepts, and what it says of everything else. */
import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commitmentOf, firstHash, linkOf } from '#server/platform/audit/chain.ts'
import { lineOf } from '#server/platform/audit/heads.ts'
import { publicKeyOf } from '#server/platform/audit/signer.ts'
import { format, Usage, verifyAudit } from '#server/platform/audit/verify-audit.mjs'
import { canonical } from '#server/platform/canonical.ts'
import { runs, property as test } from '#tests/runs.ts'
import { runVerifier } from './exported.ts'

const verifier = readFileSync(new URL('../../server/platform/audit/verify-audit.mjs', import.meta.url))
const keyPair = generateKeyPairSync('ed25519')
const key = publicKeyOf(keyPair.publicKey)
const stranger = generateKeyPairSync('ed25519')

const chain = 'project:3'
const headOf = (seq: number, linked: string, at: string, pair = keyPair) => {
  const head = { at, chain, hash: linked, key: publicKeyOf(pair.publicKey).fingerprint, seq }
  const signature = sign(null, Buffer.from(canonical(head)), pair.privateKey).toString('hex')
  return { head, signature }
}

interface Row {
  readonly text: string
  readonly erasable?: Record<string, { value: unknown; salt: string }>
}

/** Rows with their links, as lines. */
function linesOf(rows: readonly Row[]): { lines: string[]; links: string[] } {
  let linked = firstHash
  const links = rows.map(({ text }) => {
    linked = linkOf(linked, text)
    return linked
  })
  const lines = rows.map(
    ({ text, erasable }, i) =>
      `{"hash":"${links[i]}","erasable":${JSON.stringify(erasable ?? null)},"row":${text}}`,
  )
  return { lines, links }
}

const keysOf = (...pairs: (typeof keyPair)[]) =>
  Object.fromEntries(
    pairs.map(({ publicKey }) => [publicKeyOf(publicKey).fingerprint, publicKeyOf(publicKey).hex]),
  )

/** A whole file: heads of some rows and of the last one. */
function fileOf(rows: readonly Row[], headsAt: readonly number[] = [], pair = keyPair): string[] {
  const { lines, links } = linesOf(rows)
  const heads = [...headsAt, rows.length].map((seq, i) =>
    lineOf(headOf(seq, links[seq - 1] ?? firstHash, `2026-01-0${i + 1}T00:00:00.000Z`, pair)),
  )
  return [JSON.stringify({ format, keys: keysOf(pair) }), ...heads, ...lines]
}

const salt = '00112233445566778899aabbccddeeff'
const row = (seq: number): Row => {
  const address = { value: `192.0.2.${seq}`, salt }
  const erasable = seq % 2 === 0 ? { ip: address } : undefined
  const text = canonical({
    action: 'coding.saved',
    chain,
    erasable: erasable === undefined ? undefined : { ip: commitmentOf(address) },
    newValue: 'Ja – “ü” \u0001 \ufffd 1e21',
    number: 1e21,
    seq,
  })
  return erasable === undefined ? { text } : { text, erasable }
}
const rows = (count: number): Row[] => Array.from({ length: count }, (_, i) => row(i + 1))

const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''))
const verify = (bytes: Buffer, options = {}) => verifyAudit(Readable.from([bytes]), options)
const verifyLines = (lines: readonly string[], options = {}) => verify(bytesOf(lines), options)

describe('the verifier of an audit export', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'affiant-verifier-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('links texts as the published vectors do', async () => {
    const texts = ['{"seq":1,"who":"u7","what":"code"}', '{"seq":2,"who":"u7","what":"code"}']
    const [first, second] = [
      '99598729917b61589353bf83f14ff06eb01fe3c4094d3b9ecaab3deb27aabd37',
      '142eb94ec82c05ee0e2a4383d3eb59a7b79a6e3a24902127337a8f3a7a4b3f23',
    ]
    const lines = fileOf(texts.map((text) => ({ text })))
    expect(lines[2]).toContain(first)
    expect(await verifyLines(lines)).toMatchObject({ holds: true, rows: 2, head: second })
    const wrong = lines.map((line) => line.replaceAll(first, first.replace('9', '8')))
    expect(await verifyLines(wrong)).toMatchObject({ holds: false, line: 3, row: 1 })
  })

  it('accepts a chain of any length, none included, and counts what it compared', async () => {
    expect(await verifyLines(fileOf(rows(9), [2, 5]))).toEqual({
      holds: true,
      chain,
      rows: 9,
      head: linesOf(rows(9)).links[8],
      line: null,
      row: null,
      reason: null,
      heads: 3,
      firstHeadAt: '2026-01-01T00:00:00.000Z',
      lastHeadAt: '2026-01-03T00:00:00.000Z',
      keys: [key.fingerprint],
      keyGiven: false,
    })
    expect(await verifyLines(fileOf([]))).toMatchObject({ holds: true, rows: 0, head: firstHash })
  })

  it('accepts a file whatever the pieces in which it is read', async () => {
    const bytes = bytesOf(fileOf(rows(6), [3]))
    for (const size of [1, 7, 64, 1000]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      expect(await verifyAudit(Readable.from(pieces))).toMatchObject({ holds: true, rows: 6 })
    }
  })

  it('holds without the values that the law had erased, where a row says so', async () => {
    const gone = rows(6).map(({ text }) => ({ text }))
    // The header and the head of the export stand before the rows.
    const fault = { holds: false, reason: expect.stringContaining('no row records its erasure') }
    expect(await verifyLines(fileOf(gone))).toMatchObject({ ...fault, line: 4, row: 2 })
    const erasure = (seqs: readonly number[]): Row => ({
      text: canonical({
        action: 'audit.valuesErased',
        chain,
        facts: { erased: seqs.map((seq) => ({ seq, names: ['ip'] })) },
        seq: 7,
      }),
    })
    expect(await verifyLines(fileOf([...gone, erasure([2, 4])]))).toMatchObject({ ...fault, row: 6 })
    expect(await verifyLines(fileOf([...gone, erasure([2, 4, 6])]))).toMatchObject({ holds: true, rows: 7 })
    const altered = rows(6)
    altered[3] = { text: row(4).text, erasable: { ip: { value: '192.0.2.9', salt } } }
    expect(await verifyLines(fileOf(altered))).toMatchObject({ holds: false, line: 6, row: 4 })
  })

  test('finds any change of any byte, and names its line', async () => {
    const bytes = bytesOf(fileOf(rows(5), [2]))
    // Lines 1 to 3 are the key and the heads; rows begin on line 4.
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: bytes.length - 1 }),
        fc.integer({ min: 0, max: 255 }),
        async (at, value) => {
          if (bytes[at] === value) return
          const changed = Buffer.from(bytes)
          changed[at] = value
          const line = bytes.subarray(0, at).filter((byte) => byte === 10).length + 1
          const found = await verify(changed)
          expect(found).toMatchObject({ holds: false, line })
          // The first could be a head as well, where its beginning was changed.
          if (line > 4) expect(found.row).toBe(line - 3)
        },
      ),
      { numRuns: runs(2000) },
    )
  })

  test('finds any cut, and names where the file ends', async () => {
    const bytes = bytesOf(fileOf(rows(4), [2]))
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), async (length) => {
        const lines = bytes.subarray(0, length).filter((byte) => byte === 10).length
        const found = await verify(bytes.subarray(0, length))
        expect(found.holds).toBe(false)
        // Cut between two lines, the first that is missing is the next.
        expect(found.line).toBe(lines + 1)
      }),
      { numRuns: runs(300) },
    )
  })

  it('says of each fault what it is', async () => {
    const whole = fileOf(rows(6), [3])
    const without = (...at: number[]) => whole.filter((_, i) => !at.includes(i))
    const swapped = whole.with(5, whole[6] ?? '').with(6, whole[5] ?? '')
    const cases: [string, readonly string[], number, number | null, RegExp][] = [
      ['cut between lines', whole.slice(0, -2), 8, 5, /ends after row 4.*knows 6 rows: the end is missing/],
      ['a foreign line', whole.toSpliced(5, 0, 'hello'), 6, null, /foreign/],
      ['a row gone', without(5), 6, 3, /row 3 should stand here, but the line says row 4: rows are missing/],
      ['rows in another order', swapped, 6, 3, /row 3 should stand here, but the line says row 4/],
      ['a row twice', whole.toSpliced(5, 0, whole[4] ?? ''), 6, 3, /says row 2/],
      ['a row altered', whole.with(5, (whole[5] ?? '').replace('Ja', 'Je')), 6, 3, /was altered/],
      ['rows past the head', [...whole, linesOf(rows(7)).lines[6] ?? ''], 10, 7, /past the end/],
      ['no head', without(1, 2), 2, null, /no signed head/],
      ['a head among the rows', whole.toSpliced(5, 0, whole[1] ?? ''), 6, 3, /a row should stand here/],
      ['heads in another order', whole.with(1, whole[2] ?? '').with(2, whole[1] ?? ''), 3, null, /in order/],
      ['no first line', without(0), 1, null, /first line/],
      ['an empty file', [], 1, null, /empty/],
    ]
    for (const [what, lines, line, atRow, reason] of cases) {
      const found = await verifyLines(lines)
      expect({ what, ...found }).toMatchObject({ what, holds: false, line })
      expect({ what, reason: found.reason }).toEqual({ what, reason: expect.stringMatching(reason) })
      if (atRow !== null) expect({ what, row: found.row }).toEqual({ what, row: atRow })
    }
  })

  it('finds a chain that was written anew with links that hold, by the head signed before', async () => {
    const before = fileOf(rows(6), [2, 4])
    const forged = rows(6).with(2, { text: row(3).text.replace('Ja', 'No') })
    const { lines, links } = linesOf(forged)
    // The forger has the key of the last head even, or made the server sign it.
    const last = lineOf(headOf(6, links[5] ?? '', '2026-02-01T00:00:00.000Z'))
    const found = await verifyLines([...before.slice(0, 3), last, ...lines])
    expect(found).toMatchObject({ holds: false, row: 4, line: 8 })
    expect(found.reason).toMatch(/signed at 2026-01-02.*written anew somewhere in rows 3 to 4/)
  })

  it('takes a signature of nobody, and of a key that is not there, for wrong', async () => {
    const whole = fileOf(rows(3))
    const wrong = (whole[1] ?? '').replace(
      /"signature":"(.)/,
      (_, c) => `"signature":"${c === '0' ? '1' : '0'}`,
    )
    expect((await verifyLines(whole.with(1, wrong))).reason).toMatch(/signature is wrong/)
    const { links } = linesOf(rows(3))
    const other = lineOf(headOf(3, links[2] ?? '', '2026-01-01T00:00:00.000Z', stranger))
    expect((await verifyLines(whole.with(1, other))).reason).toMatch(/which nobody knows here/)
  })

  it('is told which key it must be, by fingerprint or file, and says what is proved without', async () => {
    const pem = join(folder, 'key.pem')
    writeFileSync(pem, key.pem)
    const whole = fileOf(rows(3))
    for (const named of [key.fingerprint, key.fingerprint.toUpperCase(), pem])
      expect(await verifyLines(whole, { keys: [named] })).toMatchObject({ holds: true, keyGiven: true })
    // A whole export by somebody else's key: sound in itself.
    const forged = fileOf(rows(3), [], stranger)
    expect(await verifyLines(forged)).toMatchObject({ holds: true })
    const found = await verifyLines(forged, { keys: [key.fingerprint] })
    expect(found).toMatchObject({ holds: false })
    expect(found.reason).toMatch(/not the key that you named/)
    await expect(verifyLines(whole, { keys: ['nobody'] })).rejects.toThrow(Usage)

    const files = { 'verify-audit.mjs': verifier, 'audit.ndjson': bytesOf(whole) }
    const alone = await runVerifier(files)
    expect(alone.code).toBe(0)
    expect(alone.out).toContain('The key came with the file.')
    const pinned = await runVerifier(files, ['audit.ndjson', '--key', key.fingerprint])
    expect(pinned.out).toContain('signed by the key that you named')
    const broken = await runVerifier({ ...files, 'audit.ndjson': bytesOf(whole.slice(0, -1)) })
    expect(broken.code).toBe(1)
    expect(broken.out).toMatch(/^DOES NOT HOLD\. Line 5, row 3: /)
    for (const words of [[], ['a', 'b'], ['nothing.ndjson'], ['audit.ndjson', '--key']]) {
      const usage = await runVerifier(files, words)
      expect({ words, code: usage.code }).toEqual({ words, code: 2 })
      expect(usage.out).toContain('Usage: node verify-audit.mjs')
    }
  })

  it('compares the chain with heads that were kept elsewhere', async () => {
    const { links } = linesOf(rows(6))
    const kept = (name: string, lines: readonly string[]) => {
      writeFileSync(join(folder, name), bytesOf(lines))
      return join(folder, name)
    }
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`
    const foreign = lineOf({ ...headOf(2, links[1] ?? '', at(1)), signature: '00' }).replaceAll(
      chain,
      'project:4',
    )
    const good = kept('good.ndjson', [lineOf(headOf(2, links[1] ?? '', at(1))), foreign])
    // The export is of the first day: heads of the second know more, and rightly so.
    const later = kept('later.ndjson', [lineOf(headOf(9, links[5] ?? '', at(2)))])
    const whole = fileOf(rows(6))
    expect(await verifyLines(whole, { heads: [good, later] })).toMatchObject({ holds: true, heads: 2 })
    const bad = kept('bad.ndjson', [lineOf(headOf(4, links[0] ?? '', at(1)))])
    expect(await verifyLines(whole, { heads: [good, bad] })).toMatchObject({ holds: false, row: 4, line: 6 })
    const longer = kept('longer.ndjson', [lineOf(headOf(9, links[5] ?? '', '2025-12-31T00:00:00.000Z'))])
    const cut = await verifyLines(whole, { heads: [longer] })
    expect(cut.holds).toBe(false)
    expect(cut.reason).toMatch(/head of row 9.*before the export: its end is missing/)
    await expect(verifyLines(whole, { heads: [join(folder, 'none')] })).rejects.toThrow(Usage)
    expect(hash('sha256', Buffer.from(key.hex, 'hex'))).toBe(key.fingerprint)
  })
})
