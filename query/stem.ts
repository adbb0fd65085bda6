/**
 * What the inflected forms of an English word have in common: "applies" and "applied" are forms of "apply", "investment" is
 * none of "invest". These are the steps of Porter's second stemmer for plurals, -ed, -ing, y and e, without those that take
 * words back to what they are derived from.
 */

const vowel = '[aeiouy]'
const other = '[^aeiouy]'
/** What ends so would have another vowel sound without an e: "hop", not "hoop". */
const short = new RegExp(`(?:${other}${vowel}[^aeiouywxY]|^${vowel}${other})$`)
const holdsVowel = new RegExp(vowel)
const behindVowel = new RegExp(`${vowel}${other}`)
const doubled = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/

const exceptions: ReadonlyMap<string, string> = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ...['sky', 'news', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word] as const),
  ...['inning', 'outing', 'canning', 'herring', 'earring'].map((word) => [word, word] as const),
])

/** Equal for all forms of a word; the word is folded. */
export function stem(word: string): string {
  const known = exceptions.get(word)
  if (known !== undefined || word.length < 3 || !/^[a-z]+$/.test(word)) return known ?? word
  // A y that is a consonant.
  const marked = word.replace(/^y|(?<=[aeiouy])y/g, 'Y')
  return withoutE(withI(withoutEnding(withoutS(marked)))).toLowerCase()
}

/** Where the part begins that a suffix has to stand in: behind the first consonant behind a vowel. */
function regionOf(word: string, from = 0): number {
  const found = behindVowel.exec(word.slice(from))
  return found === null ? word.length : from + found.index + 2
}

function withoutS(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[sd]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (/(?:us|ss|[^s])$/.test(word)) return word
  return holdsVowel.test(word.slice(0, -2)) ? word.slice(0, -1) : word
}

function withoutEnding(word: string): string {
  if (word.endsWith('eed')) return word.length - 3 >= regionOf(word) ? word.slice(0, -1) : word
  const ending = /(?:ed|ing)$/.exec(word)
  const base = ending === null ? word : word.slice(0, ending.index)
  if (ending === null || !holdsVowel.test(base)) return word
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`
  if (doubled.test(base)) return base.slice(0, -1)
  return regionOf(base) === base.length && short.test(base) ? `${base}e` : base
}

const withI = (word: string): string => (/^.+[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word)

function withoutE(word: string): string {
  const base = word.slice(0, -1)
  const region = regionOf(word)
  const isInSecond = base.length >= regionOf(word, region)
  if (word.endsWith('ll')) return isInSecond ? base : word
  if (!word.endsWith('e')) return word
  return isInSecond || (base.length >= region && !short.test(base)) ? base : word
}
