import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { promised } from '#tests/runs.ts'
import { gateDelimited } from './gate-delimited.ts'
import { redactDelimited } from './redact-delimited.ts'
import type { SheetRedaction } from './redactions.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-redact-csv-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

async function redacted(bytes: Buffer, redactions: readonly SheetRedaction[], name = 'a.csv') {
  const file = join(folder, `${count++}-${name}`)
  const to = join(folder, `${count++}-${name}`)
  writeFileSync(file, bytes)
  const done = await redactDelimited({ file, name, redactions, to })
  const gate = await gateDelimited({ file: to, original: file, name, values: done.values, cover: done.cover })
  return { done, gate, bytes: readFileSync(to) }
}

const cells = (range: string, label = 'Privileged'): SheetRedaction => ({
  sheet: 0,
  kind: 'cells',
  range,
  label,
})

describe('a redacted table of text', () => {
  it('keeps every byte of what is open', async () => {
    const odd = 'a, "b" ,"c ""x""\r\ny"\r\n\r\nZo\xeb,SECRET 1,"SECRET 2"\n"open,",,x"y"z\rlast'
    const made = await redacted(Buffer.from(odd, 'latin1'), [cells('B3:C3')])
    expect(made.bytes.toString('latin1')).toBe(
      odd.replace('SECRET 1', 'Privileged').replace('"SECRET 2"', 'Privileged'),
    )
    expect(made.gate).toEqual({ ok: true, alsoOpen: [], more: false })
    expect(made.done.coveredCells).toBe(2)
  })

  it.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffsep=;\r\né;SECRET\r\nSECRET;x\r\n')],
    ['UTF-16', Buffer.from('\ufeffsep=;\r\né;SECRET\r\nSECRET;x\r\n', 'utf16le')],
    ['UTF-16, high byte first', Buffer.from('\ufeffsep=;\r\né;SECRET\r\nSECRET;x\r\n', 'utf16le').swap16()],
  ])('is covered in %s, and says where a value stands in the open', async (_, bytes) => {
    const made = await redacted(bytes, [cells('B1', '=a;b')])
    const other = await redacted(bytes, [{ sheet: 0, kind: 'text', range: 'A2', text: [[1, 9]], label: '' }])
    const textOf = (raw: Buffer): string =>
      raw[0] === 0xef
        ? raw.toString('utf8')
        : (raw[0] === 0xff ? raw : Buffer.from(raw).swap16()).toString('utf16le')
    expect(textOf(made.bytes)).toBe('\ufeffsep=;\r\né;"\'=a;b"\r\nSECRET;x\r\n')
    expect(made.gate).toEqual({ ok: true, alsoOpen: [{ sheet: 0, cell: 'A2' }], more: false })
    expect(textOf(other.bytes)).toBe('\ufeffsep=;\r\né;SECRET\r\nS[REDACTED];x\r\n')
  })

  it('is refused by the gate where another value was changed', async () => {
    const { done, bytes } = await redacted(Buffer.from('a,b\nc,d\n'), [cells('A1')])
    const [file, original] = [join(folder, 'changed.csv'), join(folder, 'original.csv')]
    writeFileSync(original, 'a,b\nc,d\n')
    writeFileSync(file, bytes.toString().replace('d', 'e'))
    const judged = { file, original, name: 'a.csv', values: done.values, cover: done.cover }
    expect(await gateDelimited(judged)).toMatchObject({ ok: false })
    writeFileSync(file, `${bytes}x\n`)
    expect(await gateDelimited(judged)).toMatchObject({ ok: false })
  })

  promised('has its values where the grid has them, however odd it is', [25, 200], async (cases) => {
    const sign = fc.constantFrom(...'a,b";\r\n\té ')
    const text = fc.string({ unit: sign, minLength: 1, maxLength: 40 })
    const place = fc.tuple(fc.nat(3), fc.nat(3)).map(([column, row]) => `${'ABCD'[column]}${row + 1}`)
    await fc.assert(
      fc.asyncProperty(text, place, async (written, cell) => {
        const bytes = Buffer.from(`sep=,\n${written}`)
        expect((await redacted(bytes, [])).bytes).toEqual(bytes)
        expect((await redacted(bytes, [cells(cell)])).gate).toMatchObject({ ok: true })
      }),
      { numRuns: cases },
    )
  })
})
