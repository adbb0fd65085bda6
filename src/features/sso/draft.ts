/** The setting as somebody changes it. */
import type { SsoSetting } from '#contracts/sso.ts'
import { counted } from '../ui/format.ts'

export interface Draft {
  readonly providerId: string
  readonly ssoUrl: string
  readonly certificates: readonly string[]
  readonly domains: readonly string[]
  readonly emailClaim: string
  readonly nameClaim: string
  readonly providerMfa: boolean
  readonly createsAccounts: boolean
  readonly on: boolean
  readonly forced: boolean
  readonly exceptions: readonly string[]
}

const empty: Draft = {
  providerId: '',
  ssoUrl: '',
  certificates: [''],
  domains: [],
  emailClaim: '',
  nameClaim: '',
  providerMfa: false,
  createsAccounts: false,
  on: false,
  forced: false,
  exceptions: [],
}

export const draftOf = (setting: SsoSetting | null): Draft =>
  setting === null
    ? empty
    : {
        ...setting,
        certificates: setting.certificates.map(({ pem }) => pem),
        exceptions: setting.exceptions.map(({ userEmail }) => userEmail),
        on: setting.state === 'on',
      }

/** What is sent: what the setting has besides is the server's own. */
export const sentOf = ({ certificates, domains, exceptions, ...draft }: Draft) => ({
  providerId: draft.providerId,
  ssoUrl: draft.ssoUrl,
  emailClaim: draft.emailClaim,
  nameClaim: draft.nameClaim,
  providerMfa: draft.providerMfa,
  createsAccounts: draft.createsAccounts,
  on: draft.on,
  forced: draft.forced,
  certificates: certificates.filter((one) => one.trim() !== ''),
  domains: [...domains],
  exceptions: [...exceptions],
})

/** Words that are separated by commas, blanks or lines. */
export const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '')

/** What each of the two forms changes; the rest of what it sends is as it stands when it is sent. */
export const providerPart = ({
  providerId,
  ssoUrl,
  certificates,
  domains,
  emailClaim,
  nameClaim,
}: Draft): Partial<Draft> => ({ providerId, ssoUrl, certificates, domains, emailClaim, nameClaim })
export const peoplePart = ({
  providerMfa,
  createsAccounts,
  on,
  forced,
  exceptions,
}: Draft): Partial<Draft> => ({ providerMfa, createsAccounts, on, forced, exceptions })

/** What ends once it is required of all but these; null: nothing. Whoever must come by it already has nothing to lose. */
export function endsBy(
  { state, forced, exceptions, holders }: Pick<SsoSetting, 'state' | 'forced' | 'exceptions' | 'holders'>,
  spared: readonly string[],
): string | null {
  const kept = new Set(spared.map((email) => email.toLowerCase()))
  const inForce = state === 'on' && forced
  const losing = holders.filter(
    ({ userEmail }) =>
      !kept.has(userEmail) && (!inForce || exceptions.some((one) => one.userEmail === userEmail)),
  )
  if (losing.length === 0) return null
  const sum = (of: 'keys' | 'sessions') => losing.reduce((n, one) => n + one[of], 0)
  const what = [
    ...(sum('sessions') === 0 ? [] : [counted(sum('sessions'), 'open session')]),
    ...(sum('keys') === 0
      ? []
      : [counted(sum('keys'), 'passkey for other applications', 'passkeys for other applications')]),
  ].join(' and ')
  return `Once it is saved, ${what} of ${counted(losing.length, 'person', 'people')} end: they sign in again at the provider. Programs that work by these passkeys stop.`
}
