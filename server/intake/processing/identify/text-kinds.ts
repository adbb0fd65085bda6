/** Which kind of text a text is: by its content where that says it, else by its name. */

import { isExtensionOfKind, type Kind, type KindName, kindOf } from '../../../platform/file-kinds.ts'
import { isIrcLog } from '../chat/irc-log.ts'
import { byDerInText } from './der.ts'
import { byMarkup } from './markup.ts'
import { isConcordance, type PlainText } from './plain-text.ts'
import { tableKind } from './tables.ts'

/** Types of texts that only their names tell. All others are plain. */
const namedTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'text/markdown': 'md markdown',
    'text/css': 'css scss less',
    'text/javascript': 'js mjs cjs jsx',
    'text/x-typescript': 'ts tsx mts cts',
    'application/sql': 'sql',
    'application/x-sh': 'sh bash ksh zsh',
    'application/x-bat': 'bat cmd',
    'text/x-powershell': 'ps1 psm1',
    'text/x-vbasic': 'vb vbs bas cls frm',
    'text/x-python': 'py',
    'text/x-ruby': 'rb',
    'text/x-perl': 'pl pm',
    'text/x-php': 'php',
    'text/x-java-source': 'java kt scala',
    'text/x-c': 'c h cc cpp cxx hpp hxx cs m go rs swift',
    'text/x-r': 'r rmd',
    'text/x-tex': 'tex bib sty',
    'text/x-yaml': 'yaml yml',
    'text/x-ini': 'ini cfg conf properties toml',
    'text/x-subrip': 'srt',
    'text/vtt': 'vtt',
  }).flatMap(([type, extensions]) => extensions.split(' ').map((extension) => [extension, type] as const)),
)

/** Extensions of other kinds that texts have too, and rightly. */
const shared: ReadonlySet<string> = new Set(['dat', 'asc', 'prn', 'key', 'img', 'db', 'txt'])

const beginnings: readonly (readonly [RegExp, KindName])[] = [
  [/^BEGIN:VCALENDAR/i, 'ics'],
  [/^BEGIN:VCARD/i, 'vcf'],
  [/^-----BEGIN PGP MESSAGE-----/, 'pgpMessage'],
  [/^-----BEGIN PGP (PUBLIC|PRIVATE) KEY BLOCK-----/, 'pgpKeys'],
  [/^-----BEGIN PGP SIGNATURE-----/, 'pgpSignature'],
  [/^(REGEDIT4|Windows Registry Editor Version \d)/, 'registry'],
  [
    /^(\s|\/\/[^\n]{0,500}\n|\/\*[^*]{0,500}\*\/){0,20}(strict\s)?(di)?graph\s{1,9}([\w"][^{\n]{0,200})?\{/i,
    'graphviz',
  ],
]

export function textKind({ text, charset, isAll }: PlainText, extension: string): Kind {
  const kind = kindOfText(text, extension, isAll)
  return charset === null ? kind : { ...kind, charset }
}

function kindOfText(text: string, extension: string, isAll: boolean): Kind {
  const start = text.trimStart()
  const begun = beginnings.find(([pattern]) => pattern.test(start))
  if (begun !== undefined) return kindOf(begun[1], extension)
  const marked = byDerInText(start, extension) ?? byMarkup(text, extension)
  if (marked !== null) return marked
  if (extension === 'csv' || extension === 'tsv' || extension === 'tab')
    return kindOf(extension === 'csv' ? 'csv' : 'tsv', extension)
  const type = namedTypes.get(extension)
  if (type !== undefined) return { ...kindOf('text', ''), mimeType: type, extension }
  if (isConcordance(text)) return kindOf('concordance', extension)
  const found = jsonKind(start, isAll)
  if (found !== null) return kindOf(found, extension)
  if (start.startsWith('#!/')) return kindOf('shellScript', extension)
  if (isIrcLog(text)) return { ...plain(extension), category: 'Chat' }
  const table = namesNothing(extension) ? tableKind(text, isAll) : null
  return table === null ? plain(extension) : kindOf(table, extension)
}

/** Whether a name says that the text is something else than a text. */
const isFalse = (extension: string): boolean => isExtensionOfKind(extension) && !shared.has(extension)

/** Whether a name leaves open what kind of text it is. */
const namesNothing = (extension: string): boolean =>
  extension === '' || isFalse(extension) || /^(dat|opt|lfp|out|tmp|bak|data|export)$/.test(extension)

/** A text with a false name is just a text. */
function plain(extension: string): Kind {
  const kind = kindOf('text', extension)
  return extension === '' || isFalse(extension) ? kind : { ...kind, extension }
}

/** What is too long to be read as a whole must at least begin with a key. */
const jsonBeginning =
  /^(\{\s{0,200}"[^"\\\n]{0,200}"\s{0,20}:|\[\s{0,200}\{\s{0,200}("[^"\\\n]{0,200}"\s{0,20}:|\}))/

function jsonKind(start: string, isAll: boolean): KindName | null {
  if (!/^[[{]/.test(start)) return null
  const [line = '', ...rest] = start.split('\n', 2)
  const isLines = rest.some((next) => next.startsWith('{')) && isJson(line)
  if (isLines) return 'jsonLines'
  return (isAll ? isJson(start) : jsonBeginning.test(start)) ? 'json' : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
