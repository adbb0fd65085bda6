/** Signs the heads of audit chains once a day while the server runs, and at start what a day has missed. */
import type { Services } from '../services.ts'
import { signDueHeads } from './heads.ts'

/** More often than daily: the machine may have slept over midnight. */
const lookMs = 3_600_000

/** Looks now and every hour from now on; what fails is said in the log and tried again. */
export async function signDaily(
  services: Pick<Services, 'records' | 'signer' | 'config' | 'log' | 'now'>,
): Promise<void> {
  const { log, now } = services
  const look = async (): Promise<void> => {
    try {
      const { signed, unfit } = await signDueHeads(services, now())
      if (signed.length > 0) log.debug({ chains: signed.length }, 'heads of audit chains signed')
      for (const { head } of unfit)
        log.error(
          { chain: head.chain, seq: head.seq, signedAt: head.at },
          'an audit chain no longer has a row as it was signed: verify it',
        )
    } catch (error) {
      log.error({ err: error }, 'the heads of the audit chains could not be signed')
    }
  }
  setInterval(() => void look(), lookMs).unref()
  await look()
}
