/**
 * Sends the mails of invitations, a few at a time, behind the calls that make them. Each try has a secret of its own, of which
 * the record keeps the fingerprint alone: so whatever could not be sent, or was not when the process ended, is sent by the
 * next round, and nobody has to keep a secret until then.
 */
import { fingerprint, newSecret } from '../../platform/auth/secrets.ts'
import type { Services } from '../../platform/services.ts'

declare module '../../platform/services.ts' {
  interface Services {
    readonly invitations: InvitationSender
  }
}

export interface InvitationSender {
  /** Sends what waits; also what failed lately, where `again`. Resolves when nothing waits any more. */
  wake(again?: boolean): Promise<void>
  /** Waits for what is under way, and begins nothing any more. */
  stop(): Promise<void>
}

const atOnce = 10

/** The page of the client that takes the link; the secret stands behind `#`, so that no server log ever has it. */
const linkOf = (publicUrl: string, secret: string): string => `${publicUrl}/account-invited.html#${secret}`

export function openInvitationSender({
  config,
  records,
  mailer,
  log,
  now,
}: Pick<Services, 'config' | 'records' | 'mailer' | 'log' | 'now'>): InvitationSender {
  let under: Promise<void> | null = null
  let asked: { readonly again: boolean } | null = null
  let stopped = false

  /** Claims some that wait, each with a secret that is new. */
  const claim = (before: number, again: boolean) =>
    records.write('interactive', async (trx) => {
      let query = trx
        .selectFrom('invitation as i')
        .innerJoin('company as c', 'c.company_id', 'i.company_id')
        .leftJoin('app_user as u', 'u.user_id', 'i.made_by')
        .select(['i.invitation_id', 'i.email', 'i.name', 'i.ends_at', 'c.name as company'])
        .select(['u.name as maker', 'u.email as maker_email'])
        .where('i.sent_at', 'is', null)
        .where('i.accepted_at', 'is', null)
        .where('i.revoked_at', 'is', null)
        .where('c.deleted_at', 'is', null)
        .where('i.ends_at', '>', now().toISOString())
        .where('i.invitation_id', '>', before)
        .orderBy('i.invitation_id')
        .limit(atOnce)
      if (!again) query = query.where('i.failed_at', 'is', null)
      const claimed = (await query.execute()).map((row) => ({ ...row, secret: newSecret() }))
      for (const { invitation_id, secret } of claimed)
        await trx
          .updateTable('invitation')
          .set({ secret_hash: fingerprint(secret) })
          .where('invitation_id', '=', invitation_id)
          .execute()
      return claimed
    })

  const round = async (again: boolean): Promise<void> => {
    for (let before = 0; !stopped; ) {
      const claimed = await claim(before, again)
      const last = claimed.at(-1)
      if (last === undefined) return
      before = last.invitation_id
      const sent = await Promise.allSettled(
        claimed.map(({ email, name, company, maker, maker_email, ends_at, secret }) =>
          mailer.send({
            to: email,
            subject: `You are invited to ${oneLine(company)} on Affiant`,
            text: [
              ...(name === '' ? [] : [`Hello ${oneLine(name)},`, '']),
              `${maker === null ? 'An administrator' : `${oneLine(maker)} (${maker_email})`} invites you to review documents for ${oneLine(company)} on Affiant.`,
              '',
              `Open this link and set up your account. It works once, until ${dayOf(ends_at)}:`,
              '',
              linkOf(config.publicUrl, secret),
              '',
              'If you do not know what this is about, do nothing: no account is made for you.',
              '',
            ].join('\r\n'),
          }),
        ),
      )
      const at = now().toISOString()
      const failures = sent.filter(({ status }) => status === 'rejected').length
      // Never the error itself: it may hold the message, and the message holds a link that is a secret.
      if (failures > 0) log.error({ failures }, 'invitations could not be sent, and will be tried again')
      await records.write('interactive', async (trx) => {
        for (const [nth, { invitation_id, secret }] of claimed.entries())
          await trx
            .updateTable('invitation')
            .set(sent[nth]?.status === 'fulfilled' ? { sent_at: at, failed_at: null } : { failed_at: at })
            .where('invitation_id', '=', invitation_id)
            // Sent again meanwhile: that waits for a mail of its own.
            .where('secret_hash', '=', fingerprint(secret))
            .execute()
      })
    }
  }

  const work = async (): Promise<void> => {
    while (asked !== null && !stopped) {
      const { again } = asked
      asked = null
      await round(again)
    }
  }

  return {
    wake: (again = false) => {
      if (stopped) return Promise.resolve()
      asked = { again: again || (asked?.again ?? false) }
      under ??= work()
        .catch((error: unknown) => log.error({ err: error }, 'invitations could not be looked up'))
        .finally(() => {
          under = null
        })
      return under
    },
    stop: async () => {
      stopped = true
      await under
    },
  }
}

/** Whoever reads it may be anywhere. */
const dayOf = (instant: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(instant))} UTC`

/** A name cannot write lines of its own into the mail. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
