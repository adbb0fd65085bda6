/** When certificates end, and what happens then. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { SsoSetting } from '#contracts/sso.ts'
import { Badge } from '../ui/badge.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, day } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'

const dayMs = 24 * 3_600_000
/** Days ahead of the end from which it is said, and from which it is urgent. */
const ahead = { said: 30, urgent: 7 } as const

const daysLeft = (endsAt: string): number => Math.floor((Date.parse(endsAt) - Date.now()) / dayMs)

/** Said where the last certificate has ended, or ends soon: with a successor in place, nothing happens. */
export function CertificateWarning({ setting }: { readonly setting: SsoSetting }): ReactElement | null {
  const last = setting.certificates
    .map(({ endsAt }) => endsAt)
    .toSorted()
    .at(-1)
  if (last === undefined) return null
  const left = daysLeft(last)
  if (left > ahead.said) return null
  return (
    <Notice tone="danger">
      {left < 0
        ? `The certificate of the provider ended on ${day(last)}: nobody can sign in through it. Add its successor below.`
        : `The certificate of the provider ends on ${day(last)}, ${left === 0 ? 'today' : `in ${counted(left, 'day')}`}. Add its successor below before that${left <= ahead.urgent ? ' – it is urgent: after it nobody can sign in through the provider' : ''}.`}
    </Notice>
  )
}

/** One of them, as it stands. */
export function CertificateFacts({
  certificate: { subject, endsAt, fingerprint },
}: {
  readonly certificate: SsoSetting['certificates'][number]
}): ReactElement {
  const left = daysLeft(endsAt)
  return (
    <chakra.div fontSize="xs" color="muted" display="flex" gap="2" alignItems="baseline" flexWrap="wrap">
      <Foreign text={subject} />
      <span>until {day(endsAt)}</span>
      {left < 0 ? (
        <Badge tone="danger">Ended</Badge>
      ) : (
        left <= ahead.said && <Badge tone="attention">Ends in {counted(left, 'day')}</Badge>
      )}
      <chakra.span color="faint" fontFamily="mono" title={fingerprint}>
        {fingerprint.slice(0, 23)}…
      </chakra.span>
    </chakra.div>
  )
}
