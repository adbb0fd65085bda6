/** The sample users' password and the second step's secret: made once and kept where only their owner can read them. */
import { chmod, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { newSecret } from '../platform/auth/secrets.ts'
import { enrolmentOf, totpUri } from '../platform/auth/totp.ts'
import { initialPassword } from '../platform/auth/users.ts'
import type { Config } from '../platform/config.ts'

export interface SampleSecrets {
  readonly password: string
  /** Base32, for an authenticator app. */
  readonly totpSecret: string
  readonly recoveryCodes: readonly string[]
  readonly file: string
}

/** Those of an earlier start; null where their file is gone. */
export async function keptSecrets(config: Pick<Config, 'dataDir'>): Promise<SampleSecrets | null> {
  const file = fileIn(config)
  const text = await readFile(file, 'utf8').catch(() => '')
  const line = (name: string): string | undefined =>
    new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1]?.trim()
  const password = line('password')
  const totpSecret = line('totp secret')
  if (password === undefined || totpSecret === undefined) return null
  return { password, totpSecret, recoveryCodes: line('recovery codes')?.split(' ') ?? [], file }
}

/** Kept before the users are made: a start that was cut in between finds its own again. */
export async function makeSecrets(
  config: Pick<Config, 'dataDir' | 'samplePassword'>,
  secondStepOf: string,
): Promise<SampleSecrets> {
  const kept = await keptSecrets(config)
  if (kept !== null && (config.samplePassword === null || config.samplePassword === kept.password))
    return kept
  const file = fileIn(config)
  const { secret, recoveryCodes } = enrolmentOf(newSecret())
  const made = {
    password: config.samplePassword ?? initialPassword(),
    totpSecret: kept?.totpSecret ?? secret,
    recoveryCodes: kept?.recoveryCodes ?? recoveryCodes,
  }
  const text = [
    `password: ${made.password}`,
    '',
    `# The second step of ${secondStepOf}: put the secret (or the address) into an authenticator app.`,
    `totp secret: ${made.totpSecret}`,
    `totp address: ${totpUri(made.totpSecret, secondStepOf)}`,
    `recovery codes: ${made.recoveryCodes.join(' ')}`,
    '',
  ].join('\n')
  const temporary = `${file}.new`
  const handle = await open(temporary, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // A file that was left from before keeps its mode when it is opened.
  await chmod(temporary, 0o600)
  await rename(temporary, file)
  return { ...made, file }
}

const fileIn = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'sample-password')
