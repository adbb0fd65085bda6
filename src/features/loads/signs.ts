/** The single characters by which a load file is written, as people name them. */

/** Of control characters: what terminals and standards call them. */
const controls: readonly string[] = [
  ...[
    'NUL',
    'SOH',
    'STX',
    'ETX',
    'EOT',
    'ENQ',
    'ACK',
    'BEL',
    'BS',
    'Tab',
    'LF',
    'VT',
    'FF',
    'CR',
    'SO',
    'SI',
  ],
  ...[
    'DLE',
    'DC1',
    'DC2',
    'DC3',
    'DC4',
    'NAK',
    'SYN',
    'ETB',
    'CAN',
    'EM',
    'SUB',
    'ESC',
    'FS',
    'GS',
    'RS',
    'US',
  ],
]
const words: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '|': 'Pipe |',
  '^': 'Caret ^',
  '"': 'Quote "',
  "'": "Apostrophe '",
  '\\': 'Backslash \\',
  '/': 'Slash /',
  '~': 'Tilde ~',
  '\u007F': 'DEL',
  '\u00A0': 'No-break space',
}

/** `DC4 (20)`, `þ (254)`, `Comma , (44)`. */
export function signName(sign: string): string {
  const code = sign.charCodeAt(0)
  return `${words[sign] ?? controls[code] ?? sign} (${code})`
}

/** What somebody types: a character, or its decimal code. Null: neither. */
export function signOf(typed: string): string | null {
  if (typed.length === 1) return isSign(typed) ? typed : null
  const code = /^\d{1,5}$/.test(typed.trim()) ? Number(typed.trim()) : 0
  const sign = String.fromCharCode(code)
  return code > 0 && code < 0x10000 && isSign(sign) ? sign : null
}

/** Line ends part rows, and half of a pair is no character. */
const isSign = (sign: string): boolean => sign !== '\n' && sign !== '\r' && sign.isWellFormed()

/** Offered for each part of a dialect. */
export const offered = {
  separator: ['\u0014', ',', '\t', ';', '|', '^'],
  qualifier: ['þ', '"', '^'],
  newline: ['®'],
  multiValue: [';', '|', ','],
  nested: ['\\', '/', '|'],
} as const
