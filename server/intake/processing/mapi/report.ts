/**
 * Outlook's reports on what became of a message (MS-OXOMSG 2.2.2 and 3.2.4.4: not delivered, delivered, read, not read). What
 * they say stands in properties of their own and of each recipient, and no body need repeat it.
 */
import { type Address, showAddress } from '../../../review/documents/mail-address.ts'
import type { Message } from '../mail/eml.ts'
import { storable, storableUpTo } from '../text.ts'
import { ids, type MapiObject, type Properties } from './properties.ts'

/** What each says happened, by the end of its class. */
const outcomes: readonly (readonly [RegExp, string])[] = [
  [/\.ndr$/i, 'Not delivered'],
  [/\.dr$/i, 'Delivered'],
  [/\.ipnrn$/i, 'Read'],
  [/\.ipnnrn$/i, 'Not read'],
]

export interface Report extends Pick<Message, 'sentAt' | 'text' | 'metadata'> {
  readonly text: string
}

/** Null for what is no report. Where it lists nobody, it is of whom it is `from`. */
export function reportOf({ properties: p, recipients }: MapiObject, from: readonly Address[]): Report | null {
  const messageClass = p.text(ids.messageClass)
  if (!/^report\./i.test(messageClass)) return null
  const outcome = outcomes.find(([ending]) => ending.test(messageClass))?.[1] ?? 'Report on'
  const at = p.time(ids.reportedAt) ?? p.time(ids.deliveredTo)
  const whom: readonly Lines[] =
    recipients.length > 0
      ? recipients.map((one) => [
          ...linesOf(outcome, whoIs(one), one, at),
          ['Report', one.text(ids.reportText)] as const,
        ])
      : [linesOf(outcome, from.map(showAddress).join('; '), p, at)]
  const subject = p.text(ids.originalSubject)
  const about: Lines = [
    ['Original subject', subject],
    ['Original message sent', p.time(ids.originalSubmittedAt) ?? ''],
    ['Original recipients', p.text(ids.originalTo)],
    // Without a body it stands for that.
    ['Report', p.text(ids.body) === '' ? '' : p.text(ids.reportText)],
  ]
  return {
    sentAt: at,
    text: [...whom, about]
      .map(written)
      .filter((part) => part !== '')
      .join('\n\n'),
    metadata: {
      ...(at === null ? {} : { Report_Date: [at] }),
      ...(subject.trim() === '' ? {} : { Original_Subject: [storableUpTo(subject, 1000).trim()] }),
    },
  }
}

type Lines = readonly (readonly [label: string, value: string])[]

const whoIs = (one: Properties): string =>
  showAddress({ name: one.text(ids.displayName), address: one.textOf(ids.smtpAddress, ids.address) })

/** What became of it for one, out of the properties that are about that one. */
function linesOf(outcome: string, who: string, p: Properties, at: string | null): Lines {
  const codes = [ids.reasonCode, ids.diagnosticCode, ids.statusCode].map((key) => p.whole(key))
  const [reason, diagnosis, status] = codes.map((code) => (code === null ? '' : String(code)))
  return [
    [outcome, who],
    ['Reason', p.text(ids.supplementaryInfo)],
    ['Reason code', reason ?? ''],
    ['Diagnosis code', diagnosis ?? ''],
    ['Status code', status ?? ''],
    ['Server', p.text(ids.remoteServer)],
    ['Time', p.time(ids.deliveredTo) ?? p.time(ids.reportedAt) ?? at ?? ''],
  ]
}

const written = (lines: Lines): string =>
  lines
    .map(([label, value]) => [label, storable(value).trim()])
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')
