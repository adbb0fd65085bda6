/** Kinds whose signature is too weak alone: more of their first structure must hold. */

import type { KindName } from '../../../platform/file-kinds.ts'
import { isFramedAudio } from './audio-frames.ts'

type Check = (head: Buffer) => KindName | null

/** The kind by the structure that its format prescribes, or null. `isText` says whether all of the head looks like text. */
export function structured(head: Buffer, isText: () => boolean): KindName | null {
  for (const check of alsoText) {
    const name = check(head)
    if (name !== null) return name
  }
  if (isText()) return null
  for (const check of binary) {
    const name = check(head)
    if (name !== null) return name
  }
  return null
}

const latin = (head: Buffer, start: number, end: number): string => head.toString('latin1', start, end)
const u32 = (head: Buffer, at: number): number => (head.length >= at + 4 ? head.readUInt32LE(at) : -1)

const personalStore: Check = (head) => {
  if (latin(head, 0, 4) !== '!BDN') return null
  const client = latin(head, 8, 10)
  return client === 'SO' ? 'ost' : client === 'AB' ? 'pab' : 'pst'
}

/** WordPerfect 5 and later: product 1 (WordPerfect), file type 10 (document) or 11 (macro, template). */
const wordPerfect: Check = (head) =>
  latin(head, 0, 4) === '\xffWPC' && head[8] === 1 && (head[9] === 10 || head[9] === 11) ? 'wpd' : null

/**
 * LZMA without a container: its usual properties, a dictionary of a size that programs choose, the size of the content or
 * that it is not known, and the first byte of all such streams.
 */
const lzmaAlone: Check = (head) => {
  if (head.length < 14 || head[0] !== 0x5d || head[13] !== 0) return null
  const dictionary = u32(head, 1)
  const size = head.readBigUInt64LE(5)
  const isUsual = dictionary >= 4096 && /^1(00|10)0*$/.test(dictionary.toString(2))
  return isUsual && (size === 0xffff_ffff_ffff_ffffn || size < 1n << 40n) ? 'lzma' : null
}

const postScript: Check = (head) => {
  const line = latin(head, 0, 40)
  if (!line.startsWith('%!PS')) return null
  return /^%!PS-Adobe-\d\.\d EPSF/.test(line) ? 'eps' : 'postScript'
}

const forms: Readonly<Record<string, KindName>> = { WAVE: 'wav', WEBP: 'webp', 'AVI ': 'avi' }
const riff: Check = (head) => {
  const start = latin(head, 0, 4)
  if (start === 'FORM') return /^AIF[FC]$/.test(latin(head, 8, 12)) ? 'aiff' : null
  return start === 'RIFF' || start === 'RF64' ? (forms[latin(head, 8, 12)] ?? null) : null
}

/** ISO base media (ISO 14496-12): the brand says which; QuickTime before it begins with its boxes at once. */
const isoMedia: Check = (head) => {
  const box = latin(head, 4, 8)
  if (box === 'ftyp') {
    const brand = latin(head, 8, 12)
    if (/^he[iv][cxms]/.test(brand)) return 'heic'
    if (brand === 'mif1' || brand === 'msf1') return latin(head, 16, 48).includes('heic') ? 'heic' : 'heif'
    if (/^avi[fs]/.test(brand)) return 'avif'
    if (/^M4[ABP]/.test(brand)) return 'm4a'
    if (brand === 'qt  ') return 'mov'
    return /^3g[2p]/.test(brand) ? 'threeGp' : 'mp4'
  }
  const size = head.length >= 8 ? head.readUInt32BE(0) : 0
  const isBox = size === 1 || size >= 8
  return isBox && /^(moov|mdat|wide|pnot)$/.test(box) ? 'mov' : null
}

const matroska: Check = (head) =>
  u32(head, 0) !== 0xa3df451a ? null : latin(head, 0, 64).includes('webm') ? 'webm' : 'mkv'

const asfHeader = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')
const asfVideoStream = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex')
const asf: Check = (head) =>
  !head.subarray(0, 16).equals(asfHeader) ? null : head.includes(asfVideoStream) ? 'wmv' : 'wma'

const ogg: Check = (head) =>
  latin(head, 0, 5) !== 'OggS\0' ? null : latin(head, 0, 256).includes('\x80theora') ? 'ogv' : 'ogg'

/** Packets of 188 bytes, each with its mark; or of 192, with a time before it. */
const transportStream: Check = (head) => {
  const marked = (start: number, size: number): boolean =>
    head.length > start + 4 * size && [0, 1, 2, 3, 4].every((i) => head[start + i * size] === 0x47)
  return marked(0, 188) || marked(4, 192) ? 'mpegTs' : null
}

const bitmap: Check = (head) => {
  const info = u32(head, 14)
  return latin(head, 0, 2) === 'BM' && u32(head, 6) === 0 && info >= 12 && info <= 124 ? 'bmp' : null
}

const icon: Check = (head) => {
  const start = u32(head, 0)
  if (start !== 0x10000 && start !== 0x20000) return null
  const count = head.length >= 22 ? head.readUInt16LE(4) : 0
  return count > 0 && count < 256 && u32(head, 18) === 6 + 16 * count ? 'ico' : null
}

/** Cafe babe is also what a binary of several architectures begins with: of these there are few. */
const javaOrFat: Check = (head) => {
  if (u32(head, 0) !== 0xbebafeca || head.length < 8) return null
  return head.readUInt32BE(4) < 32 ? 'machO' : 'javaClass'
}

const drawing: Check = (head) => (/^AC(10|1\.)\d[\d\0]/.test(latin(head, 0, 6)) ? 'dwg' : null)
const exchangeDrawing: Check = (head) =>
  /^(999\r?\n.{0,200}\r?\n)?\s*0\r?\nSECTION\r?\n\s*2\r?\n/.test(latin(head, 0, 300)) ? 'dxf' : null

const cpioText: Check = (head) => (/^07070[127][0-9a-fA-F]{40}/.test(latin(head, 0, 46)) ? 'cpio' : null)
const lzh: Check = (head) => (/^-l[hz][0-9ds]-$/.test(latin(head, 2, 7)) ? 'lzh' : null)

/** dBASE: a version, a date that is one, and a header with 32 bytes for each field and an end mark behind them. */
const dbase: Check = (head) => {
  if (head.length < 65 || !dbaseVersions.has(head[0] ?? 0)) return null
  const month = head[2] ?? 0
  const day = head[3] ?? 0
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= 31
  // Visual FoxPro has 263 bytes more behind the mark.
  const mark = head.readUInt16LE(8) - (head[0] === 0x30 || head[0] === 0x31 ? 264 : 1)
  const fits = mark >= 64 && (mark % 32 === 0 || head[0] === 4) && head.readUInt16LE(10) >= 2
  return isDate && fits && (mark >= head.length || head[mark] === 0x0d) ? 'dbf' : null
}
const dbaseVersions: ReadonlySet<number> = new Set([2, 3, 4, 5, 0x30, 0x31, 0x43, 0x83, 0x8b, 0xcb, 0xf5])

/** Binary OpenPGP (RFC 9580): a session key for a public key or a password comes first in a message. */
const pgp: Check = (head) => {
  const [tag = 0, second = 0, third = 0] = head
  const publicKeySession = (at: number): boolean =>
    head[at] === 3 && [1, 2, 16, 18].includes(head[at + 9] ?? 0)
  if (tag === 0x84 && publicKeySession(2)) return 'pgpMessage'
  if (tag === 0x85 && second < 8 && publicKeySession(3)) return 'pgpMessage'
  if (tag === 0xc1 && publicKeySession(second < 192 ? 2 : 3)) return 'pgpMessage'
  const passwordSession = third === 4 && (head[3] ?? 0) <= 13 && [0, 1, 3].includes(head[4] ?? 9)
  return (tag === 0x8c || tag === 0xc3) && second >= 4 && second < 64 && passwordSession ? 'pgpMessage' : null
}

/** Tars without a magic are old: their checksum must hold. */
const oldTar: Check = (head) => {
  if (head.length < 512 || head[0] === 0) return null
  const stored = /^ *([0-7]{1,7})[\0 ]*$/.exec(latin(head, 148, 156))?.[1]
  if (stored === undefined) return null
  let sum = 0
  for (let i = 0; i < 512; i++) sum += i >= 148 && i < 156 ? 32 : (head[i] ?? 0)
  return sum === Number.parseInt(stored, 8) ? 'tar' : null
}

const framedAudio: Check = (head) => isFramedAudio(head)

/** Those that hold for what looks like text too, or have a sign that text has not. */
const alsoText: readonly Check[] = [
  personalStore,
  wordPerfect,
  postScript,
  drawing,
  exchangeDrawing,
  cpioText,
]
const binary: readonly Check[] = [
  lzmaAlone,
  riff,
  isoMedia,
  matroska,
  asf,
  ogg,
  transportStream,
  bitmap,
  icon,
  javaOrFat,
  lzh,
  pgp,
  framedAudio,
  dbase,
  oldTar,
]
