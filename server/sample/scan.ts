/**
 * A page as a scanner gives it: grey paper with a little grain, slightly turned, specks, and letters made of dots. A real
 * PNG.
 */
import { crc32, deflateSync } from 'node:zlib'
import { Chance } from './chance.ts'

/** 5 × 7 dots a letter, a row a character of base 32 (five bits), from the top. */
const letters: Readonly<Record<string, string>> = {
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vggsggv',
  F: 'vggsggg',
  G: 'ehgnhhf',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hhha444',
  Z: 'v1248gv',
  0: 'ehjlphe',
  1: '4c4444e',
  2: 'eh1248v',
  3: 'v2421he',
  4: '26aiv22',
  5: 'vgu11he',
  6: '68guhhe',
  7: 'v124888',
  8: 'ehhehhe',
  9: 'ehhf12c',
  '.': '00000cc',
  ',': '0000c48',
  '-': '000v000',
  ':': '0cc0cc0',
  '/': '0124800',
  $: '4fke5u4',
  '&': 'coak9id',
  '(': '248884' + '2',
  ')': '842224' + '8',
  "'": 'c480000',
}

const width = 850
const height = 1100
const scale = 2

/** A page with these lines of text, drawn when it is first asked for; `seed` decides on dirt and skew. */
export function scannedPage(lines: readonly string[], seed: number): () => Buffer {
  let drawn: Buffer | null = null
  return () => {
    drawn ??= draw(lines, seed)
    return drawn
  }
}

/** Grains of the paper. Noise is all that costs when a page is deflated: enough of it to be seen, and no more. */
const grains = 25_000

function draw(lines: readonly string[], seed: number): Buffer {
  const chance = new Chance(seed)
  const page = Buffer.alloc(width * height, 243)
  for (let i = 0; i < grains; i++)
    dot(page, chance.between(0, width - 1), chance.between(0, height - 1), chance.between(226, 238))
  const skew = (chance.next() - 0.5) * 0.02
  let y = 90
  for (const line of lines) {
    drawLine(page, line, 80, y, skew, chance)
    y += line === '' ? 14 : 24
  }
  for (let i = 0; i < 260; i++) dot(page, chance.between(0, width - 1), chance.between(0, height - 1), 120)
  // The shadow of the fold.
  for (let row = 0; row < height; row++) for (let x = 0; x < 10; x++) dot(page, x, row, 150 + x * 9)
  return png(page)
}

function drawLine(page: Buffer, text: string, x0: number, y0: number, skew: number, chance: Chance): void {
  let x = x0
  for (const character of text.toUpperCase()) {
    const rows = letters[character]
    if (rows !== undefined)
      for (const [row, bits] of [...rows].entries()) {
        const pattern = Number.parseInt(bits, 32)
        for (let column = 0; column < 5; column++) {
          if ((pattern & (16 >> column)) === 0) continue
          for (let dy = 0; dy < scale; dy++)
            for (let dx = 0; dx < scale; dx++) {
              const px = x + column * scale + dx
              const py = Math.round(y0 + row * scale + dy + px * skew)
              dot(page, px, py, 20 + Math.floor(chance.next() * 60))
            }
        }
      }
    x += 6 * scale
  }
}

function dot(page: Buffer, x: number, y: number, grey: number): void {
  if (x >= 0 && x < width && y >= 0 && y < height)
    page[y * width + x] = Math.min(grey, page[y * width + x] ?? 255)
}

function png(grey: Buffer): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) grey.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const resolution = Buffer.alloc(9)
  resolution.writeUInt32BE(3937, 0)
  resolution.writeUInt32BE(3937, 4)
  resolution.writeUInt8(1, 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('pHYs', resolution),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
