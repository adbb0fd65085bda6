/**
 * Settings by environment. One table: what is read, what it means and what it defaults to. `docs/settings.md` shows
 * the same table and a test holds the two together.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CollectRoot, collectRootsOf, foldersOf } from './collect-from.ts'
import { codeOf } from './error-code.ts'

export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** `null`: SQLite in the data folder. */
  readonly databaseUrl: string | null
  readonly sample: boolean
  /** `null`: a random one is made and kept in the data folder. */
  readonly samplePassword: string | null
  /** `null`: mail goes to a file in the data folder. */
  readonly smtpUrl: string | null
  /** Where requests to support and feedback are mailed to; `null`: nowhere, they stand in the system settings. */
  readonly supportEmail: string | null
  readonly tls: { readonly cert: string; readonly key: string } | null
  readonly logLevel: LogLevel
  /** How people reach the server: for links in mail, and whether cookies are `Secure`. No slash at the end. */
  readonly publicUrl: string
  /** Names and addresses that the server answers to, as `hostnameOf` has them. */
  readonly hosts: readonly string[]
  /** What whoever asks for the figures must have; `null`: only this machine may ask. */
  readonly metricsToken: string | null
  /** The key that signs the heads of audit chains, as PEM; `null`: one is made and kept in the data folder. */
  readonly signingKey: string | null
  /** Where signed checkpoints are written beside the records. Absolute. */
  readonly headsDir: string
  /** Folders of this machine that may be collected from, and for whom. */
  readonly collectFrom: readonly CollectRoot[]
  /** Bytes that kept page images may take. */
  readonly pagesBytes: number
  /** The LibreOffice that lays out documents of office programs; `null`: none. */
  readonly soffice: string | null
  /** A folder with Tesseract's data of languages, which go before the program's own; `null`: none. */
  readonly tessdata: string | null
  /** The OpenAI-compatible endpoint that texts may be sent to; `null`: nothing is sent anywhere. */
  readonly ai: AiConfig | null
  /** The product's version, for support. */
  readonly version: string
}

export interface AiConfig {
  /** No slash at the end. */
  readonly baseUrl: string
  readonly apiKey: string
  /** For summaries and translations. */
  readonly model: string
  readonly transcribeModel: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Setting {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
}

/** Every variable that the server reads, in the order in which the docs show them. */
export const settings = [
  { name: 'PORT', fallback: '4400', meaning: 'TCP port to listen on; `0` takes a free one.' },
  {
    name: 'HOST',
    fallback: '127.0.0.1',
    meaning:
      'Address to listen on. Browsers allow cryptography, locks and service workers only on this machine or with TLS.',
  },
  {
    name: 'AFFIANT_DATA',
    fallback: './data',
    meaning: 'Folder for records, files and search indexes; created if missing.',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    meaning: 'PostgreSQL address (`postgres://…`) for the records; empty: SQLite in the data folder.',
  },
  { name: 'AFFIANT_SAMPLE', fallback: 'on', meaning: 'Load the sample matter at start: `on` or `off`.' },
  {
    name: 'AFFIANT_SAMPLE_PASSWORD',
    fallback: '',
    meaning:
      'Password of the sample users, 12 to 128 characters; empty: a random one is created, printed once and stored in the data folder.',
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    meaning:
      'Mail server for reset links and invitations (`smtp://` or `smtps://`); empty: mail is written to a file in the data folder.',
  },
  {
    name: 'SUPPORT_EMAIL',
    fallback: '',
    meaning:
      'Address that requests to support and feedback are mailed to; empty: they stand in the system settings alone.',
  },
  { name: 'TLS_CERT', fallback: '', meaning: 'File with the certificate chain (PEM); needs TLS_KEY.' },
  { name: 'TLS_KEY', fallback: '', meaning: 'File with the private key (PEM); needs TLS_CERT.' },
  { name: 'LOG_LEVEL', fallback: 'info', meaning: `Log level: ${logLevels.join(', ')}.` },
  {
    name: 'PUBLIC_URL',
    fallback: '',
    meaning: 'Address by which people reach the server (`https://…`); empty: the address it listens on.',
  },
  {
    name: 'AFFIANT_HOSTS',
    fallback: '',
    meaning:
      'Further names by which the server is called, separated by commas, without ports: `review.example,10.0.0.5`. It answers to those, to the host of PUBLIC_URL, to HOST, to `localhost`, and to the address that a connection was made to; to nothing else.',
  },
  {
    name: 'METRICS_TOKEN',
    fallback: '',
    meaning:
      'Token for `/metrics` (`Authorization: Bearer …`), at least 16 characters; empty: only this machine may read it.',
  },
  {
    name: 'AFFIANT_SIGNING_KEY',
    fallback: '',
    meaning:
      'File with the Ed25519 private key (PEM) that signs checkpoints of the audit log; empty: one is created and stored in the data folder.',
  },
  {
    name: 'AFFIANT_HEADS_DIR',
    fallback: '',
    meaning:
      'Folder for signed checkpoints outside the database, one file per day; empty: `heads` in the data folder.',
  },
  {
    name: 'AFFIANT_COLLECT_FROM',
    fallback: '',
    meaning:
      'Folders of this machine to collect from, separated by `:` (on Windows `;`), each bound to companies or projects: `/srv/a=company-3:/srv/b=project-5,project-7`. A folder that is bound to none is for system and provider administrators. Empty: none.',
  },
  {
    name: 'AFFIANT_PAGES_GB',
    fallback: '20',
    meaning:
      'Space for page images in the data folder, in gigabytes. Beyond it, the images viewed longest ago are deleted, and drawn again on request.',
  },
  {
    name: 'AFFIANT_SOFFICE',
    fallback: '',
    meaning:
      'The `soffice` program of LibreOffice, which creates the pages of office documents; empty: the one in PATH; `off`: none.',
  },
  {
    name: 'AFFIANT_TESSDATA',
    fallback: '',
    meaning:
      'Folder with Tesseract language data for faster OCR than with the included data; empty: the usual folders of Linux systems; `off`: none.',
  },
  {
    name: 'AI_BASE_URL',
    fallback: '',
    meaning:
      'OpenAI-compatible endpoint (`https://…/v1`) for summaries, translations and transcripts; needs AI_API_KEY and AI_MODEL. Empty: summaries are extractive, and nothing leaves the server.',
  },
  { name: 'AI_API_KEY', fallback: '', meaning: 'API key of the endpoint; never shown or logged.' },
  { name: 'AI_MODEL', fallback: '', meaning: 'Model for summaries and translations.' },
  {
    name: 'AI_TRANSCRIBE_MODEL',
    fallback: '',
    meaning: 'Model for transcripts; empty: AI_MODEL.',
  },
] as const satisfies readonly Setting[]
export type SettingName = (typeof settings)[number]['name']

/** The table of docs/settings.md. */
export function settingsTable(): string {
  const rows = settings.map(
    ({ name, fallback, meaning }) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
  )
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

/** A setting that cannot be used; the message names the variable. */
export class ConfigError extends Error {
  readonly variable: SettingName
  constructor(variable: SettingName, problem: string) {
    super(`${variable} ${problem}`)
    this.name = 'ConfigError'
    this.variable = variable
  }
}

/** Reads and checks all settings; throws a ConfigError for the first that cannot be used. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const get = (name: SettingName): string => {
    const given = env[name]?.trim()
    return given === undefined || given === ''
      ? (settings.find((s) => s.name === name)?.fallback ?? '')
      : given
  }
  const port = portOf(get('PORT'))
  const host = get('HOST')
  const tls = tlsOf(get('TLS_CERT'), get('TLS_KEY'))
  const [dataDir, signingKey, headsDir] = [
    resolve(get('AFFIANT_DATA')),
    get('AFFIANT_SIGNING_KEY'),
    get('AFFIANT_HEADS_DIR'),
  ]
  const publicUrl =
    urlOf('PUBLIC_URL', get('PUBLIC_URL'), ['http:', 'https:'])?.replace(/\/+$/, '') ??
    addressOf(tls !== null, host, port)
  return {
    port,
    host,
    dataDir,
    databaseUrl: urlOf('DATABASE_URL', get('DATABASE_URL'), ['postgres:', 'postgresql:']),
    sample: switchOf('AFFIANT_SAMPLE', get('AFFIANT_SAMPLE')),
    samplePassword: passwordOf(get('AFFIANT_SAMPLE_PASSWORD')),
    smtpUrl: urlOf('SMTP_URL', get('SMTP_URL'), ['smtp:', 'smtps:']),
    supportEmail: emailOf(get('SUPPORT_EMAIL')),
    tls,
    logLevel: levelOf(get('LOG_LEVEL')),
    publicUrl,
    hosts: hostsOf(publicUrl, host, get('AFFIANT_HOSTS')),
    metricsToken: tokenOf(get('METRICS_TOKEN')),
    signingKey: signingKey === '' ? null : fileOf('AFFIANT_SIGNING_KEY', signingKey),
    headsDir: headsDir === '' ? join(dataDir, 'heads') : resolve(headsDir),
    collectFrom: collectFromOf(get('AFFIANT_COLLECT_FROM'), dataDir),
    pagesBytes: gigabytesOf('AFFIANT_PAGES_GB', get('AFFIANT_PAGES_GB')),
    soffice: sofficeOf(get('AFFIANT_SOFFICE'), env.PATH ?? ''),
    tessdata: tessdataOf(get('AFFIANT_TESSDATA')),
    ai: aiOf(get),
    version: packageVersion(),
  }
}

/** The address as a person types it. */
export function addressOf(secure: boolean, host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${secure ? 'https' : 'http'}://${shown}:${port}`
}

/**
 * The name in what a Host header, or a setting, says: in lower case, without a port and the dot at its end, an address in its
 * usual form. Null where it says none.
 */
export function hostnameOf(text: string): string | null {
  if (!/^(\[[\d.:a-f]+\]|[^\s/@?#*\\:[\]]+)(:\d{1,5})?$/i.test(text) || text.length > 300) return null
  const address = `http://${text}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : null
}

function hostsOf(publicUrl: string, host: string, further: string): readonly string[] {
  const named = further
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      const found = /:\d+$/.test(name) && !name.startsWith('[') ? null : hostnameOf(name)
      if (found !== null) return found
      throw new ConfigError(
        'AFFIANT_HOSTS',
        `has "${name}": name hosts only, such as review.example,10.0.0.5`,
      )
    })
  const own = [
    new URL(publicUrl).host,
    host.includes(':') ? `[${host}]` : host,
    'localhost',
    '127.0.0.1',
    '[::1]',
  ]
  const everywhere = ['0.0.0.0', '[::]']
  const all = [...own.flatMap((name) => hostnameOf(name) ?? []), ...named]
  return [...new Set(all)].filter((name) => !everywhere.includes(name))
}

/** The product's version, as package.json has it. */
function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const parsed: unknown = JSON.parse(text)
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : ''
}

function emailOf(text: string): string | null {
  if (text === '') return null
  if (!/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(text))
    throw new ConfigError('SUPPORT_EMAIL', `must be one e-mail address, not "${text}".`)
  return text
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new ConfigError('PORT', `must be a number from 0 to 65535, not "${text}".`)
  return port
}

function gigabytesOf(name: SettingName, text: string): number {
  const gigabytes = Number(text)
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(text) || gigabytes === 0)
    throw new ConfigError(name, `must be a number of gigabytes above 0, not "${text}".`)
  return Math.round(gigabytes * 1024 ** 3)
}

/** What is optional: what is not found is not used, but what is named must be there. */
function optionalOf(
  name: SettingName,
  given: string,
  what: string,
  places: readonly string[],
): string | null {
  if (given.toLowerCase() === 'off') return null
  if (given === '') return places.find((path) => existsSync(path)) ?? null
  if (!existsSync(given)) throw new ConfigError(name, `names a ${what} that is not there: ${given}`)
  return resolve(given)
}

function sofficeOf(given: string, searched: string): string | null {
  const places = foldersOf(searched).flatMap((folder) =>
    ['soffice', 'libreoffice'].map((name) => resolve(folder, name)),
  )
  return optionalOf('AFFIANT_SOFFICE', given, 'program', places)
}

/** Where Debian and its kin keep the data, and where others do. */
const systemTessdata = ['/usr/share/tesseract-ocr/5/tessdata', '/usr/share/tessdata']

function tessdataOf(given: string): string | null {
  const found = optionalOf('AFFIANT_TESSDATA', given, 'folder', systemTessdata)
  // Processes that recognise text may read the folder itself, and not where a link leads.
  return found === null ? null : realpathSync(found)
}

function collectFromOf(text: string, dataDir: string): readonly CollectRoot[] {
  try {
    return collectRootsOf(text, dataDir)
  } catch (error) {
    throw new ConfigError('AFFIANT_COLLECT_FROM', error instanceof Error ? error.message : String(error))
  }
}

function switchOf(name: SettingName, text: string): boolean {
  const value = text.toLowerCase()
  if (['on', 'true', '1', 'yes'].includes(value)) return true
  if (['off', 'false', '0', 'no'].includes(value)) return false
  throw new ConfigError(name, `must be "on" or "off", not "${text}".`)
}

function levelOf(text: string): LogLevel {
  const level = logLevels.find((known) => known === text.toLowerCase())
  if (level === undefined)
    throw new ConfigError('LOG_LEVEL', `must be one of ${logLevels.join(', ')}, not "${text}".`)
  return level
}

/** Addresses may hold passwords: a message never repeats them. */
function urlOf(name: SettingName, text: string, protocols: readonly string[]): string | null {
  if (text === '') return null
  const wanted = protocols.map((p) => `${p}//…`).join(' or ')
  if (!URL.canParse(text)) throw new ConfigError(name, `must be an address like ${wanted}.`)
  if (!protocols.includes(new URL(text).protocol)) throw new ConfigError(name, `must begin with ${wanted}.`)
  return text
}

function passwordOf(text: string): string | null {
  if (text === '') return null
  if (text.length < 12 || text.length > 128)
    throw new ConfigError('AFFIANT_SAMPLE_PASSWORD', 'must have 12 to 128 characters.')
  return text
}

function tokenOf(text: string): string | null {
  if (text === '') return null
  if (!/^[!-~]{16,}$/.test(text))
    throw new ConfigError('METRICS_TOKEN', 'must have at least 16 letters, digits or signs, and no blanks.')
  return text
}

/** All of it or nothing: half an endpoint would be found out only when somebody asks something of it. */
function aiOf(get: (name: SettingName) => string): AiConfig | null {
  const names = ['AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL'] as const
  const given = names.filter((name) => get(name) !== '')
  if (given.length === 0) return null
  for (const name of names)
    if (get(name) === '') throw new ConfigError(name, `must be set as well when ${given[0]} is.`)
  const [baseUrl, apiKey, model] = [
    urlOf('AI_BASE_URL', get('AI_BASE_URL'), ['https:', 'http:']) ?? '',
    get('AI_API_KEY'),
    get('AI_MODEL'),
  ]
  const { username, search, hash } = new URL(baseUrl)
  if (username + search + hash !== '')
    throw new ConfigError('AI_BASE_URL', 'must be an address without a name, a query or a fragment.')
  if (!/^[!-~]{1,1000}$/.test(apiKey))
    throw new ConfigError('AI_API_KEY', 'must be at most 1000 letters, digits or signs, without blanks.')
  const transcribeModel = get('AI_TRANSCRIBE_MODEL') || model
  for (const name of ['AI_MODEL', 'AI_TRANSCRIBE_MODEL'] as const)
    if (get(name).length > 200) throw new ConfigError(name, 'must have at most 200 characters.')
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, model, transcribeModel }
}

function tlsOf(cert: string, key: string): Config['tls'] {
  if (cert === '' && key === '') return null
  if (cert === '') throw new ConfigError('TLS_CERT', 'must be set as well when TLS_KEY is.')
  if (key === '') throw new ConfigError('TLS_KEY', 'must be set as well when TLS_CERT is.')
  return { cert: fileOf('TLS_CERT', cert), key: fileOf('TLS_KEY', key) }
}

function fileOf(name: SettingName, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = codeOf(error) || 'unreadable'
    throw new ConfigError(name, `names a file that cannot be read (${code}): ${path}`)
  }
}
