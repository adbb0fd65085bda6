/** Writing to support, and feedback on the product. Both are kept, and mailed where the operator says whereto. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant } from './ids.ts'

export const contactLimits = {
  files: 5,
  fileBytes: 5 * 1024 * 1024,
  subject: 150,
  words: 10_000,
  facts: 10_000,
} as const

export const contactSetting = z.object({
  /** Where it is mailed to; null: nowhere, and the provider's administrators read it in the system settings. */
  mailedTo: z.nullable(z.string()),
})

export const getContact = call({
  name: 'contact.setting',
  method: 'GET',
  path: '/user/contact-support',
  needs: 'account',
  reply: contactSetting,
  summary: 'Who reads what is written to support.',
})

export const contactFile = z.object({ fileId: id, name: z.string(), size: z.int() })

export const addContactFile = call({
  name: 'contact.addFile',
  method: 'POST',
  path: '/user/contact-support/file',
  needs: 'account',
  query: z.strictObject({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  rawBody: true,
  maxBytes: contactLimits.fileBytes,
  reply: contactFile,
  summary: 'A file for support. It goes with the next words to support that name it; it is not opened.',
})

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(contactLimits.words))

export const contactSupport = call({
  name: 'contact.support',
  method: 'POST',
  path: '/user/contact-support',
  needs: 'account',
  body: z.strictObject({
    subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(contactLimits.subject)),
    words,
    /** What the page knows of itself: version, browser, last errors. */
    facts: z.string().check(z.maxLength(contactLimits.facts)),
    fileIds: z.array(id).check(z.maxLength(contactLimits.files)),
  }),
  reply: z.object({ requestId: id, mailedTo: z.nullable(z.string()) }),
  summary: 'Write to support, with up to five files.',
})

export const sendFeedback = call({
  name: 'contact.feedback',
  service: 'api',
  method: 'POST',
  path: '/v1/userfeedback',
  needs: 'account',
  body: z.strictObject({
    /** From 1, bad, to 5, good. */
    rating: z.nullable(z.int().check(z.minimum(1), z.maximum(5))),
    words,
  }),
  reply: z.object({ requestId: id, mailedTo: z.nullable(z.string()) }),
  summary: 'Say what you think of the product.',
})

export const contactRequest = z.object({
  requestId: id,
  kind: z.enum(['support', 'feedback']),
  at: instant,
  userName: z.string(),
  userEmail: z.string(),
  /** Of feedback: empty. */
  subject: z.string(),
  words: z.string(),
  facts: z.string(),
  rating: z.nullable(z.int()),
  files: z.array(contactFile),
  mailedAt: z.nullable(instant),
})
export type ContactRequest = z.infer<typeof contactRequest>

export const listContactRequests = call({
  name: 'contact.list',
  method: 'GET',
  path: '/system/contact-support',
  needs: 'system.view',
  reply: listOf(contactRequest),
  summary: 'What was written to support, and feedback, the newest 200.',
})

export const contactFileBytes = call({
  name: 'contact.fileBytes',
  method: 'GET',
  path: '/system/contact-support/file/:fileId',
  needs: 'system.view',
  params: z.strictObject({ fileId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'A file that somebody sent to support, always as a download; recorded in the audit log.',
})
