/** What a person who starts the server is told: where it is, and how to sign in. */
import type { Config } from './platform/config.ts'
import { addressOf, sampleUsers } from './sample/people.ts'
import type { Seeded } from './sample/seed.ts'

/** The lines, for the terminal. The password is shown at the first start only; its file keeps it. */
export function welcome(
  config: Pick<Config, 'version' | 'samplePassword'>,
  address: string,
  sample: Seeded | null,
  /** The sample was loaded by this start, in a process of its own. */
  firstStart = false,
): string[] {
  const lines = [`Affiant ${config.version} is at ${address}`]
  if (sample === null) return lines
  const { secrets, secondStepOf } = sample
  const logins = sampleUsers.map((user) => `${addressOf(user)} (${user.role})`)
  lines.push('', 'The sample matter is loaded. Sign in as one of', ...logins.map((login) => `  ${login}`))
  lines.push(passwordLine(config, { ...sample, firstTime: sample.firstTime || firstStart }))
  if (secrets !== null)
    lines.push(`${secondStepOf} has a second step as well: its secret is in ${secrets.file}.`)
  return lines
}

function passwordLine(
  { samplePassword }: Pick<Config, 'samplePassword'>,
  { secrets, firstTime }: Seeded,
): string {
  if (samplePassword !== null && samplePassword === secrets?.password)
    return 'Their password is the one of AFFIANT_SAMPLE_PASSWORD.'
  if (secrets === null) return 'The file with their password has been removed from the data folder.'
  return firstTime
    ? `Their password is ${secrets.password} (shown this once; kept in ${secrets.file}).`
    : `Their password is in ${secrets.file}.`
}
