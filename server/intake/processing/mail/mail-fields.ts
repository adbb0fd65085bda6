/** A message's own fields as its document has them, within what a record can keep. */
import { type Address, showAddress } from '../../../review/documents/mail-address.ts'
import type { FileCategory } from '../identify/identify.ts'
import type { Limits } from '../limits.ts'
import { itemKind } from '../mapi/item-fields.ts'
import type { ItemKind } from '../mapi/item-properties.ts'
import type { Mail, Member, ProcessingException } from '../member.ts'
import { storableUpTo } from '../text.ts'
import type { Message } from './eml.ts'

type MailFields = Pick<
  Member,
  | 'category'
  | 'title'
  | 'mail'
  | 'fromText'
  | 'sentAt'
  | 'sentOriginal'
  | 'messageId'
  | 'inReplyTo'
  | 'references'
>

const categories: Readonly<Record<ItemKind, FileCategory>> = {
  mail: 'E-mail',
  note: 'E-mail',
  appointment: 'Calendar',
  task: 'Calendar',
  journal: 'Calendar',
  contact: 'Contact',
}

export function mailFields(message: Message, limits: Limits, flaws: ProcessingException[]): MailFields {
  for (const reason of message.faults) flaws.push({ code: 'corrupt', reason, stage: 'parse' })
  flaws.push(...message.flaws)
  const { sentAt, sentOriginal, messageId, inReplyTo, references } = message
  const mail = addressesOf(message, limits, flaws)
  return {
    category: categories[itemKind(message.metadata.Message_Class?.[0] ?? '')],
    title: titleOf(message, limits, flaws),
    mail,
    fromText: storableUpTo(mail.from.map(showAddress).join('; '), limits.titleChars),
    sentAt,
    sentOriginal,
    messageId,
    inReplyTo,
    references,
  }
}

/** The addresses that are fields of the document. The message keeps all, and its hash is made of all. */
function addressesOf(message: Message, limits: Limits, flaws: ProcessingException[]): Mail {
  const kept = (field: string, all: readonly Address[]): readonly Address[] => {
    if (all.length <= limits.addresses) return all
    flaws.push({
      code: 'tooMany',
      reason: `Its field ${field} has ${all.length} addresses: the first ${limits.addresses} are fields of the document, the others are in the message only.`,
      stage: 'parse',
    })
    return all.slice(0, limits.addresses)
  }
  return {
    from: kept('From', message.from),
    to: kept('To', message.to),
    cc: kept('Cc', message.cc),
    bcc: kept('Bcc', message.bcc),
  }
}

function titleOf({ subject }: Message, limits: Limits, flaws: ProcessingException[]): string {
  if (subject.length > limits.titleChars)
    flaws.push({
      code: 'textTruncated',
      reason: `Only the first ${limits.titleChars} of ${subject.length} characters of its subject are kept as its title.`,
      stage: 'parse',
    })
  return storableUpTo(subject, limits.titleChars)
}
