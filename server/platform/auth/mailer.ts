/**
 * Mail to people. Where an SMTP server is set it goes there; where none is, each message becomes an .eml file in the data
 * folder and the log says where, so that a reset works on a machine with nothing set up.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { codeOf } from '../error-code.ts'

declare module '../services.ts' {
  interface Services {
    readonly mailer: Mailer
  }
}

interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly replyTo?: string
  readonly attachments?: readonly { readonly filename: string; readonly path: string }[]
}

export interface Mailer {
  /** Resolves once the server has taken the message, or the file is written. */
  send(mail: Mail): Promise<void>
  /** Sends without keeping the caller waiting; a failure goes to the log. `sent` is called once it has gone. */
  post(mail: Mail, sent?: () => Promise<void>): void
  /** Waits for what is under way. */
  close(): Promise<void>
}

/** The mailer that the settings ask for. */
export function createMailer(
  config: Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl'>,
  log: Pick<Logger, 'info' | 'error'>,
): Mailer {
  const from = `Affiant <affiant@${senderDomain(config.publicUrl)}>`
  const send =
    config.smtpUrl === null
      ? fileSender(join(config.dataDir, 'mail'), from, log)
      : smtpSender(config.smtpUrl, from)
  const underWay = new Set<Promise<void>>()
  return {
    send,
    post: (mail, sent = async () => {}) => {
      const sending: Promise<void> = send(mail)
        .then(sent)
        // Never the error whole: it may hold the message, and the message holds a link that is a secret.
        .catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'a mail could not be sent'))
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    close: async () => {
      await Promise.all(underWay)
    },
  }
}

/** Files are never anything but attachments: nothing of them is shown in the message. */
const messageOf = ({ attachments = [], ...mail }: Mail) => ({
  ...mail,
  attachments: attachments.map((file) => ({
    ...file,
    contentType: 'application/octet-stream',
    contentDisposition: 'attachment' as const,
  })),
})

function smtpSender(url: string, from: string): Mailer['send'] {
  const transport = createTransport(url, { from })
  return async (mail) => {
    await transport.sendMail(messageOf(mail))
  }
}

function fileSender(folder: string, from: string, log: Pick<Logger, 'info'>): Mailer['send'] {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from })
  return async (mail) => {
    const { message } = await transport.sendMail(messageOf(mail))
    const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`
    const path = join(folder, name)
    // For the owner's eyes only: the message holds a link that lets its reader in.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(`${path}.part`, message, { mode: 0o600 })
    await rename(`${path}.part`, path)
    log.info({ file: path }, 'a mail was written to a file, because SMTP_URL is not set')
  }
}

const senderDomain = (publicUrl: string): string => {
  const host = new URL(publicUrl).hostname
  return /[a-z]/i.test(host) && !host.includes(':') ? host : 'localhost'
}

const reasonOf = (error: unknown): string => codeOf(error) || 'unknown'
