/** Charsets that write all characters by those of ASCII: UTF-7 (RFC 2152) and HZ (RFC 1843). */

/** Characters in UTF-16 and base64 stand between a plus and what is not of base64. What is no such thing stays as it is. */
export const decodeUtf7 = (bytes: Uint8Array): string =>
  latin1(bytes).replace(/\+([A-Za-z0-9+/]*)(-?)/g, (written, code: string, end: string) => {
    if (code === '') return end === '' ? written : '+'
    const units = Buffer.from(code, 'base64')
    const whole = units.subarray(0, units.length & ~1)
    return whole.length === 0 ? written : whole.swap16().toString('utf16le')
  })

/** Chinese stands between `~{` and `~}`, or the end of the line, without the high bits of its bytes. */
export function decodeHz(bytes: Uint8Array): string {
  const chinese = new TextDecoder('gb18030')
  return latin1(bytes).replace(
    /~(?:\{([^\n]*?)(?:~\}|(?=\r?\n)|$)|~|\r?\n)/g,
    (written, code: string | undefined) => {
      if (code === undefined) return written === '~~' ? '~' : ''
      return chinese.decode(Buffer.from(code, 'latin1').map((byte) => (byte > 0x20 ? byte | 0x80 : byte)))
    },
  )
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
