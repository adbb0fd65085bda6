/** The mails that a server without SMTP has written. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

export interface MailFile {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** All of them, the oldest first. */
export async function mailsIn(dataDir: string): Promise<MailFile[]> {
  const folder = join(dataDir, 'mail')
  const names = (() => {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  })()
  return Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map(async (name) => {
        const { to, subject = '', text = '' } = await PostalMime.parse(readFileSync(join(folder, name)))
        return { to: to?.[0]?.address ?? '', subject, text }
      }),
  )
}

/** The secret of the newest invitation to an address. */
export async function invitationSecret(dataDir: string, email: string): Promise<string> {
  const mail = (await mailsIn(dataDir)).findLast(({ to }) => to === email)
  const secret = /\/account-invited\.html#([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (secret === undefined) throw new Error(`No invitation was sent to ${email}.`)
  return secret
}
