/**
 * When the head of an audit chain is signed: at its first row, then every 5 minutes or 1,000 rows in which it has grown.
 * The rows since the last checkpoint are verified first: a chain that does not hold is named and not signed.
 */
import type { Services } from '../services.ts'
import { firstHash } from './chain.ts'
import { appendNewest, lastHead, type SignedHead, signRow } from './heads.ts'
import { verifyRows } from './verify.ts'

/** Rows since the last checkpoint after which the next one is due, and the ms after which it is due for fewer. */
const due = { rows: 1_000, ms: 5 * 60_000 } as const

/** Between two looks, in ms: a look reads one row for each chain. */
const lookMs = 1_000
/** A chain that does not hold is named again after so many ms. */
const tellAgainMs = 3_600_000

/** A chain that is not signed, because its rows since the last checkpoint do not hold. */
export interface Unfit {
  readonly chain: string
  /** The first row that does not hold. */
  readonly seq: number
  readonly reason: string
}

type CheckpointServices = Pick<Services, 'records' | 'signer' | 'config'>

/** Keeps the checkpoints of one installation; knows the last checkpoint of each chain that it has looked at. */
export class Checkpoints {
  readonly #services: CheckpointServices
  readonly #last = new Map<string, SignedHead>()
  /** When a chain was found unfit last, in ms: it is not verified again every second. */
  readonly #unfit = new Map<string, number>()
  /** Whether a head may be in the records and not in its file. */
  #mayLack = true

  constructor(services: CheckpointServices) {
    this.#services = services
  }

  /** Signs what is due. */
  async look(at: Date): Promise<{ readonly signed: SignedHead[]; readonly unfit: Unfit[] }> {
    if (this.#mayLack) await appendNewest(this.#services)
    this.#mayLack = true
    const found = await this.#signDue(at)
    this.#mayLack = false
    return found
  }

  async #signDue(at: Date): Promise<{ readonly signed: SignedHead[]; readonly unfit: Unfit[] }> {
    const { read } = this.#services.records
    const signed: SignedHead[] = []
    const unfit: Unfit[] = []
    for (const head of await read.selectFrom('audit_head').selectAll().orderBy('chain').execute()) {
      const { chain, seq, hash } = head
      const last = this.#last.get(chain) ?? (await lastHead(read, chain))
      if (last !== null) this.#last.set(chain, last)
      const ago = Math.abs(at.getTime() - (this.#unfit.get(chain) ?? 0))
      if (ago < due.ms || !isDue(seq, last, at)) continue
      const from = last?.head ?? { seq: 0, hash: firstHash }
      const fault = await verifyRows(read, chain, from, { seq, hash })
      if (fault !== null) {
        this.#unfit.set(chain, at.getTime())
        unfit.push({ chain, ...fault })
        continue
      }
      const made = await signRow(this.#services, chain, { seq, hash }, at)
      this.#last.set(chain, made)
      signed.push(made)
    }
    return { signed, unfit }
  }
}

function isDue(seq: number, last: SignedHead | null, at: Date): boolean {
  if (last === null) return seq > 0
  const grown = seq - last.head.seq
  // Fewer rows than were signed: that has to be named.
  if (grown < 0) return true
  // A clock that was put back must not stop it.
  const passed = Math.abs(at.getTime() - Date.parse(last.head.at))
  return grown >= due.rows || (grown > 0 && passed >= due.ms)
}

/** Looks now and every second from now on; what fails is said in the log and tried again. */
export async function keepCheckpoints(
  services: Pick<Services, 'records' | 'signer' | 'config' | 'log' | 'now'>,
): Promise<void> {
  const { log, now } = services
  const checkpoints = new Checkpoints(services)
  const told = new Map<string, number>()
  const tellOnce = (what: string, tell: () => void): void => {
    const at = now().getTime()
    if (at - (told.get(what) ?? 0) < tellAgainMs) return
    told.set(what, at)
    tell()
  }
  let looking = false
  const look = async (): Promise<void> => {
    if (looking) return
    looking = true
    try {
      const { signed, unfit } = await checkpoints.look(now())
      if (signed.length > 0) log.debug({ chains: signed.length }, 'heads of audit chains signed')
      for (const { chain, seq, reason } of unfit)
        tellOnce(`${chain} ${seq}`, () =>
          log.error({ chain, seq, reason }, 'an audit chain does not hold and is not signed: verify it'),
        )
    } catch (error) {
      tellOnce('failed', () => log.error({ err: error }, 'the heads of the audit chains could not be signed'))
    } finally {
      looking = false
    }
  }
  setInterval(() => void look(), lookMs).unref()
  await look()
}
