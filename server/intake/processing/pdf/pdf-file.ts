/** A PDF that is open: its document, its pages and its form, each for as long as it is worked with. */
import { Unreadable } from '../documents/reading.ts'
import { type Engine, leaveEngine, openEngine, type Pointer } from './engine.ts'

export interface PdfFile {
  readonly engine: Engine
  readonly document: Pointer
  readonly pageCount: number
  /** Whether it is locked, and one of the passwords opened it. */
  readonly neededPassword: boolean
  /** Works with a page (from 0); null where there is no such page that can be read. */
  page<T>(index: number, work: (page: Pointer) => T): T | null
  /** Gives everything back. */
  close(): void
}

/** How large a page (from 0) is as it is shown, in points; null where that cannot be told. */
export const pageSizeOf = (
  { engine, document }: PdfFile,
  page: number,
): { readonly width: number; readonly height: number } | null =>
  engine.withMemory(8, (at) =>
    engine.api.FPDF_GetPageSizeByIndexF(document, page, at)
      ? { width: engine.float32(at), height: engine.float32(at + 4) }
      : null,
  )

/** Of a longer one no version of the format looks at the rest (ISO 32000-2, 7.6.4.3.2: 127 bytes). */
const longestPassword = 1000

/** The errors of FPDF_GetLastError that are not a fault of the file's structure. */
const wrongPassword = 4
const unknownSecurity = 5

/**
 * Opens a PDF, with no password or with the first of `passwords` that fits. Rejects with Unreadable where that fails. To be
 * closed by the caller, best by `withPdf`.
 */
export async function openPdf(bytes: Uint8Array, passwords: readonly string[]): Promise<PdfFile> {
  const engine = await openEngine()
  const { api } = engine
  const at = engine.allocate(bytes.length)
  let kept = false
  try {
    const opened = engine.run(() => {
      engine.memory.set(bytes, at)
      return unlock(engine, at, bytes.length, passwords)
    })
    kept = true
    const { document, neededPassword } = opened
    const close = (): void => {
      if (engine.alive) {
        engine.run(() => api.FPDF_CloseDocument(document))
        engine.free(at)
      }
      leaveEngine(engine)
    }
    try {
      const pageCount = engine.run(() => api.FPDF_GetPageCount(document))
      const page = <T>(index: number, work: (page: Pointer) => T): T | null => {
        const handle = engine.run(() => api.FPDF_LoadPage(document, index))
        return handle === 0 ? null : engine.hold(handle, api.FPDF_ClosePage, work)
      }
      return { engine, document, pageCount, neededPassword, page, close }
    } catch (error) {
      close()
      throw error
    }
  } finally {
    if (!kept && engine.alive) engine.free(at)
  }
}

/** Opens a PDF, works with it, and closes it whatever comes. */
export async function withPdf<T>(
  bytes: Uint8Array,
  passwords: readonly string[],
  work: (pdf: PdfFile) => T | Promise<T>,
): Promise<T> {
  const pdf = await openPdf(bytes, passwords)
  try {
    return await work(pdf)
  } finally {
    pdf.close()
  }
}

function unlock(
  { api }: Engine,
  at: Pointer,
  length: number,
  passwords: readonly string[],
): { document: Pointer; neededPassword: boolean } {
  for (const password of ['', ...passwords]) {
    if (password.length > longestPassword) continue
    const document = api.FPDF_LoadMemDocument(at, length, password)
    if (document !== 0) return { document, neededPassword: password !== '' }
    const error = api.FPDF_GetLastError()
    if (error === unknownSecurity)
      throw new Unreadable('encrypted', 'It is locked in a way that no password opens here.')
    if (error !== wrongPassword)
      throw new Unreadable('corrupt', 'It has no structure of a PDF that can be read.')
  }
  throw new Unreadable('encrypted', 'It is locked by a password that is not known.')
}
