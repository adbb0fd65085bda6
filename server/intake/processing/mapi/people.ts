/** Who a message is from and to, by its properties and by the headers that it came with. */
import { type Address, addressKey, showAddress } from '../../../review/documents/mail-address.ts'
import type { Message } from '../mail/eml.ts'
import { storableUpTo } from '../text.ts'
import { ids, type MapiObject, type Properties } from './properties.ts'

type Headers = Pick<Message, 'from' | 'to' | 'cc'> | null

export interface People extends Pick<Message, 'from' | 'to' | 'cc' | 'bcc'> {
  readonly faults: readonly string[]
}

/** Headers count where they name an address; whom only the message's own table has is there as well. */
export function peopleOf(object: MapiObject, headers: Headers): People {
  const { properties: p, recipients } = object
  const from = preferred(headers?.from, senderOf(p))
  if (recipients.length === 0) {
    const [to, cc, bcc] = [ids.shownTo, ids.shownCc, ids.shownBcc].map((key) => shown(p.text(key)))
    const people = {
      from,
      to: preferred(headers?.to, to?.people ?? []),
      cc: preferred(headers?.cc, cc?.people ?? []),
      bcc: bcc?.people ?? [],
    }
    const isCut = [to, cc, bcc].some((list) => list?.cut === true)
    return {
      ...people,
      faults: isCut ? [`It names more than ${maxShown} recipients; they are not all read.`] : [],
    }
  }
  const said = new Said(headers)
  return {
    from,
    to: said.with(headers?.to, rowsOf(recipients, 1)),
    cc: said.with(headers?.cc, rowsOf(recipients, 2)),
    // Headers never name them.
    bcc: rowsOf(recipients, 3),
    faults: [],
  }
}

/** Somebody may send for another: the one it is from is the other. */
function senderOf(p: Properties): readonly Address[] {
  const name = p.textOf(ids.representingName, ids.senderName)
  const address = p.textOf(
    ids.representingSmtpAddress,
    ids.senderSmtpAddress,
    ids.representingAddress,
    ids.senderAddress,
  )
  return name === '' && address === '' ? [] : [addressOf(name, address)]
}

/** Who sent it for another, as people read it; empty where nobody did. */
export function sentBy(p: Properties): string {
  const by = addressOf(p.text(ids.senderName), p.textOf(ids.senderSmtpAddress, ids.senderAddress))
  const whom = addressOf(
    p.text(ids.representingName),
    p.textOf(ids.representingSmtpAddress, ids.representingAddress),
  )
  const isOne = addressKey(by) === addressKey(whom) || nameKey(by) === nameKey(whom)
  return isOne || addressKey(whom) === '' ? '' : showAddress(by)
}

const addressOf = (name: string, address: string): Address => ({
  name: storableUpTo(name.replace(/\s+/g, ' ').trim(), 500),
  address: storableUpTo(address.trim(), 500),
})

const hasAddress = ({ address }: Address): boolean => address !== ''

/** "undisclosed-recipients:;" is in a header, and names nobody. */
const preferred = (said: readonly Address[] = [], own: readonly Address[]): readonly Address[] =>
  said.some(hasAddress) || own.length === 0 ? said : own

/** Of one kind (1 To, 2 Cc, 3 Bcc). */
const rowsOf = (recipients: readonly Properties[], kind: 1 | 2 | 3): readonly Address[] =>
  recipients
    // Upper bits say how it was delivered.
    .filter((one) => ((one.whole(ids.recipientType) ?? 1) & 0x0f) === kind)
    .map((one) => addressOf(one.text(ids.displayName), one.textOf(ids.smtpAddress, ids.address)))

/** Names in one line that are read; more were made to be more. */
const maxShown = 100_000

/** A draft that was never resolved has names only, in one line. */
function shown(line: string): { readonly people: readonly Address[]; readonly cut: boolean } {
  const names = line.split(';', maxShown + 1)
  const people = names
    .slice(0, maxShown)
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => addressOf(name.includes('@') ? '' : name, name.includes('@') ? name : ''))
  return { people, cut: names.length > maxShown }
}

/** Everybody whom the headers name. */
class Said {
  readonly #addresses: ReadonlySet<string>
  readonly #names: ReadonlySet<string>
  constructor(headers: Headers) {
    const all = [...(headers?.to ?? []), ...(headers?.cc ?? [])]
    this.#addresses = new Set(all.map(addressKey))
    this.#names = new Set(all.map(nameKey).filter((name) => name !== ''))
  }

  /** One field's people, and those of the table's `rows` who are not among those named. */
  with(said: readonly Address[] = [], rows: readonly Address[]): readonly Address[] {
    if (!said.some(hasAddress)) return preferred(said, rows)
    const others = rows.filter((row) => !this.#has(row))
    // An address inside an organisation has another form on the Internet: it may be of anybody who has no row yet.
    const inside = others.filter((row) => !isInternet(row))
    const mayBeSaid = inside.length <= said.length - (rows.length - others.length)
    return [...said, ...(mayBeSaid ? others.filter(isInternet) : others)]
  }

  #has(row: Address): boolean {
    if (this.#addresses.has(addressKey(row))) return true
    return !isInternet(row) && (this.#names.has(nameKey(row)) || this.#addresses.has(row.name.toLowerCase()))
  }
}

const isInternet = ({ address }: Address): boolean => address.includes('@')

/** "Whitcomb, Dale" is "Dale Whitcomb". */
const nameKey = ({ name }: Address): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')
