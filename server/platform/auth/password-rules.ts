/**
 * Which passwords are refused: too short, too long, or among the first that are tried (NIST SP 800-63B; no rules about
 * kinds of characters). A list alone misses `Welcome-2025!!`, so passwords that consist of nothing but one or two of the
 * list's words, with the usual digits and signs around them, are refused as well.
 */
import { readFileSync } from 'node:fs'
import { passwordLength } from '#contracts/auth.ts'
import { ApiError } from '../http/error.ts'

const entries = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

const longEntries = new Set(entries.filter((entry) => entry.length >= passwordLength.min))
const words = entries.filter((entry) => entry.length < passwordLength.min)

/** Different words of the list that one password may consist of and still be refused. */
const fewWords = 2

export interface Owner {
  readonly email: string
  readonly name: string
}

/** Throws what is wrong with a new password. */
export function requireGoodPassword(password: string, owner: Owner): void {
  const fault = passwordFault(password, owner)
  if (fault !== null) throw new ApiError('request.invalid', fault, { detail: 'password' })
}

/** What is wrong with a new password, for its owner to read; null where nothing is. */
export function passwordFault(password: string, owner: Owner): string | null {
  const length = [...password].length
  if (length < passwordLength.min) return `A password needs at least ${passwordLength.min} characters.`
  if (length > passwordLength.max) return `A password has at most ${passwordLength.max} characters.`
  const plain = password.normalize('NFKC').toLowerCase()
  if (isMonotonous(plain)) return 'That password repeats itself. Choose one with more to it.'
  if (longEntries.has(plain) || isBuiltOf(plain, words))
    return 'That password is among the first that others would try. Choose another, for example four unrelated words.'
  if (isBuiltOf(plain, words, wordsAbout(owner)))
    return 'That password is made of your name or address. Choose another.'
  return null
}

function isMonotonous(text: string): boolean {
  return new Set(text).size < 5 || /^(.{1,6})\1+$/su.test(text)
}

/** Parts of the owner's name and address, which an attacker knows as well. */
function wordsAbout({ email, name }: Owner): string[] {
  return `${email} ${name}`
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 3)
}

/**
 * Whether the text is wholly made of at most two different words of the list, any of the owner's own, and runs that
 * anybody would think of.
 */
function isBuiltOf(text: string, list: readonly string[], owned: readonly string[] = []): boolean {
  const tried = new Set<string>()
  const from = (at: number, used: readonly string[], lastRun: string, named: boolean): boolean => {
    if (at === text.length) return used.length > 0 || named
    const key = `${at} ${lastRun} ${named} ${used.join(' ')}`
    if (tried.has(key)) return false
    tried.add(key)
    const run = runAt(text, at)
    // Two runs of a kind side by side would be one long run cut into easy pieces.
    if (run !== null && run.kind !== lastRun && from(at + run.length, used, run.kind, named)) return true
    if (owned.some((word) => matchesAt(text, at, word) && from(at + word.length, used, '', true))) return true
    return list.some((word) => {
      if (!matchesAt(text, at, word)) return false
      const known = used.includes(word)
      if (!known && used.length === fewWords) return false
      return from(at + word.length, known ? used : [...used, word].toSorted(), '', named)
    })
  }
  // A walk along the keyboard or the alphabet counts as a word: alone it is as bad as one.
  return from(0, [], '', false) || isAllRuns(text)
}

function isAllRuns(text: string): boolean {
  let at = 0
  while (at < text.length) {
    const length = walkLength(text, at)
    if (length === 0) return false
    at += length
  }
  return true
}

/** Digits and signs as people append them: few, or in an order that is none. */
function runAt(text: string, at: number): { readonly kind: string; readonly length: number } | null {
  const walk = walkLength(text, at)
  if (walk > 0) return { kind: 'walk', length: walk }
  const digits = /^\d+/.exec(text.slice(at))?.[0] ?? ''
  if (digits !== '')
    return digits.length <= 4 || isTwice(digits) ? { kind: 'digits', length: digits.length } : null
  const signs = /^[^\p{L}\p{N}]+/u.exec(text.slice(at))?.[0] ?? ''
  if (signs !== '')
    return signs.length <= 3 || new Set(signs).size === 1 ? { kind: 'signs', length: signs.length } : null
  return null
}

const isTwice = (digits: string): boolean => /^(.{1,4})\1+$/.test(digits)

const walks = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '12345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
].flatMap((walk) => [walk, [...walk].reverse().join('')])

/** How far the text walks along the keyboard, the alphabet or one key from here; zero for less than four steps. */
function walkLength(text: string, at: number): number {
  let longest = 0
  for (const walk of walks) {
    let length = 0
    while (at + length < text.length && walk.includes(text.slice(at, at + length + 1))) length += 1
    longest = Math.max(longest, length)
  }
  const same = /^(.)\1*/su.exec(text.slice(at))?.[0].length ?? 0
  const best = Math.max(longest, same)
  return best >= 4 ? best : 0
}

/** Signs and digits that stand for letters. */
const stand: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '9': 'g',
  '1': 'il',
  '!': 'il',
  '|': 'il',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
}

function matchesAt(text: string, at: number, word: string): boolean {
  if (at + word.length > text.length) return false
  for (let i = 0; i < word.length; i += 1) {
    const typed = text[at + i] ?? ''
    const meant = word[i] ?? ''
    if (typed !== meant && !(stand[typed]?.includes(meant) ?? false)) return false
  }
  return true
}
