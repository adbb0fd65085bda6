/** Finds, and where it may installs, what the tests need from the machine: a Chromium, a PostgreSQL, readers of files. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const aptInstall = (name) => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false
  console.log(`Installing ${name} from the system's packages …`)
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  return (
    apt('install', '-y', '--no-install-recommends', ...name.split(' ')) ||
    (apt('update') && apt('install', '-y', '--no-install-recommends', ...name.split(' ')))
  )
}

/** Chromium without windows of its own: it shows pages alike, for three quarters of the processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const onPath = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const find = () => [process.env.CHROMIUM_PATH, ...onPath].find((path) => path && existsSync(path))

/** The path of a Chromium, the headless one where it can be had, or null. */
export const ensureChromium = () => {
  if (!process.env.CHROMIUM_PATH && !existsSync(headlessShell))
    aptInstall('chromium-headless-shell fonts-liberation')
  return find() ?? (aptInstall('chromium fonts-liberation') ? (find() ?? null) : null)
}

const postgresHome = '/usr/lib/postgresql'
const findPostgres = () =>
  existsSync(postgresHome)
    ? readdirSync(postgresHome)
        .filter((version) => existsSync(`${postgresHome}/${version}/bin/initdb`))
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => `${postgresHome}/${version}/bin`)[0]
    : undefined

/** The folder of PostgreSQL's programs, or null: tests then run on SQLite alone, unless AFFIANT_TEST_DATABASE_URL is set. */
export const ensurePostgres = () =>
  process.env.AFFIANT_TEST_POSTGRES_BIN ??
  findPostgres() ??
  (aptInstall('postgresql') ? (findPostgres() ?? null) : null)

/** Programs that read what the product writes and share no code with it, and the packages that bring them. */
const readers = {
  pdftotext: 'poppler-utils',
  qpdf: 'qpdf',
  tiffinfo: 'libtiff-tools',
  '7z': 'p7zip-full',
  bsdtar: 'libarchive-tools',
  unzip: 'unzip',
  xmllint: 'libxml2-utils',
}
const missingReaders = () => Object.keys(readers).filter((name) => !existsSync(`/usr/bin/${name}`))

/** Installs the readers that are not here, and says which are still missing: their tests then skip. */
export const ensureReaders = () => {
  const missing = missingReaders()
  if (missing.length > 0) aptInstall(missing.map((name) => readers[name]).join(' '))
  return missingReaders()
}
