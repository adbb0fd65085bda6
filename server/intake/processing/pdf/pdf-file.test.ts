import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { Unreadable } from '../documents/reading.ts'
import { openEngine } from './engine.ts'
import { openPdf, withPdf } from './pdf-file.ts'

const small = pdf({ pages: [{ content: show('Here') }, {}] })
const corpus = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url))

describe('an open PDF', () => {
  it('counts its pages, gives those that it has, and no others', async () => {
    await withPdf(small, [], (file) => {
      expect(file.pageCount).toBe(2)
      expect(file.page(1, (page) => page > 0)).toBe(true)
      expect(file.page(2, () => true)).toBeNull()
      expect(file.page(-1, () => true)).toBeNull()
    })
  })

  it('may be one of several', async () => {
    const [a, b] = [await openPdf(small, []), await openPdf(pdf({}), [])]
    expect([a.pageCount, b.pageCount]).toEqual([2, 1])
    a.close()
    expect(b.page(0, () => 'there')).toBe('there')
    b.close()
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('Dear all,')],
    ['a beginning', small.subarray(0, 20)],
  ])('is not made of %s', async (_, bytes) => {
    await expect(openPdf(bytes, [])).rejects.toMatchObject({ code: 'corrupt' })
  })

  it.skipIf(!existsSync(corpus))('is opened by the first password that fits', async () => {
    const locked = readFileSync(join(corpus, 'pdf/testPDF_no_extract_no_accessibility_owner_user.pdf'))
    const wrong = ['x', 'x'.repeat(5000), 'ключ']
    await expect(openPdf(locked, wrong)).rejects.toMatchObject({ code: 'encrypted' })
    await withPdf(locked, [...wrong, 'user', 'owner'], (file) => {
      expect(file).toMatchObject({ pageCount: 1, neededPassword: true })
    })
    const open = readFileSync(join(corpus, 'pdf/testPDF.pdf'))
    expect(await withPdf(open, wrong, (file) => file.neededPassword)).toBe(false)
  })
})

describe('the engine', () => {
  it('serves one document after the other without growing', async () => {
    const read = () => withPdf(small, [], (file) => file.page(0, () => file.engine.memory.length))
    const first = await read()
    for (let n = 0; n < 300; n++) await read()
    expect(await read()).toBe(first)
  })

  it('is replaced where a document ends it, and that document and no other cannot be read', async () => {
    const before = await openPdf(small, [])
    const { engine } = before
    // An address outside of its memory, as a broken structure in a file makes it.
    const error = await withPdf(small, [], (file) =>
      file.engine.run(() => file.engine.api.FPDF_GetPageCount(0xffff_fff0)),
    ).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Unreadable)
    expect(error).toMatchObject({ code: 'corrupt' })
    expect(engine.alive).toBe(false)
    expect(() => before.page(0, () => 0)).toThrow(Unreadable)
    before.close()
    expect(await withPdf(small, [], (file) => file.pageCount)).toBe(2)
  })

  it('has its bounds of memory, and outlives a document that asks for more', async () => {
    const engine = await openEngine()
    expect(() => engine.allocate(700 * 1024 * 1024)).toThrow(Unreadable)
    expect(engine.memory.length).toBeLessThanOrEqual(512 * 1024 * 1024)
    expect(await withPdf(small, [], (file) => file.pageCount)).toBe(2)
  })

  it('leaves nothing behind among the names of the program', async () => {
    const file = await openPdf(small, [])
    // Getters of its own that warn of old names: they would keep the first instance for good, with all its memory.
    for (const name of ['asm', 'allocate', 'stackTrace'])
      expect(Object.hasOwn(globalThis, name), name).toBe(false)
    file.close()
  })

  it('leaves faults of the program what they are', async () => {
    const fault = new TypeError('ours')
    const failed = withPdf(small, [], ({ engine }) =>
      engine.run(() => {
        throw fault
      }),
    )
    await expect(failed).rejects.toBe(fault)
    expect((await openEngine()).alive).toBe(true)
  })
})
