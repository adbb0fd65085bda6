/** What the page of an invitation shows: in memory only, for there is no account yet that it could be kept for. */
import type { InvitationLink } from '#contracts/invitations.ts'
import { createCache } from './cache.ts'
import type { Fault } from './session.ts'

/** Whom the link invites; under `inviteKey`. */
export const inviteLinks = createCache<InvitationLink>('invite.links', 1)

export interface InviteForm {
  readonly phase: 'sending' | 'refused' | 'asked' | 'signingIn' | 'toProvider'
  /** Why it was refused. */
  readonly fault: Fault | null
}

/** How it goes with what was sent last; under `inviteKey`. */
export const inviteForms = createCache<InviteForm>('invite.forms', 1)

export const inviteKey = 'link'
