/** Sound without any file header: a run of frames, each of which says where the next one begins. */
import type { KindName } from '../../../platform/file-kinds.ts'

const frames = 3

/** MPEG audio of layers II and III, or AAC in ADTS, where three frames follow each other; else null. */
export function isFramedAudio(head: Buffer): KindName | null {
  if (head[0] !== 0xff || ((head[1] ?? 0) & 0xe0) !== 0xe0) return null
  if (follow(head, mpegFrame)) return 'mp3'
  return follow(head, adtsFrame) ? 'aac' : null
}

function follow(head: Buffer, length: (head: Buffer, at: number) => number): boolean {
  let at = 0
  for (let i = 0; i < frames; i++) {
    const size = length(head, at)
    if (size === 0) return false
    at += size
    // A file of one or two frames ends with them.
    if (at === head.length) return i > 0
  }
  return true
}

/** kbit/s by the index in the header: MPEG 1 layer II, layer III; MPEG 2 layers II and III (ISO 11172-3, 13818-3). */
const rates = [
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
const samplings = [44100, 48000, 32000] as const

function mpegFrame(head: Buffer, at: number): number {
  const [sync = 0, b1 = 0, b2 = 0] = head.subarray(at, at + 3)
  if (sync !== 0xff || (b1 & 0xe0) !== 0xe0) return 0
  const version = (b1 >> 3) & 3 // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const layer = (b1 >> 1) & 3 // 2: layer II, 1: layer III
  if (version === 1 || (layer !== 1 && layer !== 2)) return 0
  const rate = rates[version === 3 ? (layer === 2 ? 0 : 1) : 2][b2 >> 4] ?? 0
  const sampling = (samplings[(b2 >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4)
  if (rate === 0 || sampling === 0) return 0
  const samples = version !== 3 && layer === 1 ? 72 : 144
  return Math.floor((samples * rate * 1000) / sampling) + ((b2 >> 1) & 1)
}

function adtsFrame(head: Buffer, at: number): number {
  const [sync = 0, b1 = 0, , b3 = 0, b4 = 0, b5 = 0] = head.subarray(at, at + 6)
  if (sync !== 0xff || (b1 & 0xf6) !== 0xf0) return 0
  const size = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5)
  return size >= 7 ? size : 0
}
