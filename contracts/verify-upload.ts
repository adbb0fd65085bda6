/** Whether what has arrived is what was sent. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { sha256 } from './ids.ts'

export const verifyUpload = call({
  name: 'uploads.verify',
  method: 'POST',
  path: '/userrepo/verify-upload',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'none',
  onlyAsks: true,
  body: z.strictObject({
    file: z.union([
      /** By its content, as the upload has answered. */
      z.strictObject({ slipSheet: sha256 }),
      /** One's own, unfinished: what of it has arrived. */
      z.strictObject({ uploadId: z.string().check(z.minLength(1), z.maxLength(100)) }),
    ]),
    /** Bytes that were sent, and the hash of these. */
    size: z.int().check(z.nonnegative()),
    sha256,
  }),
  reply: z.object({
    /** Of what is kept, read from the disk. */
    size: z.int(),
    sha256,
    isSame: z.boolean(),
  }),
  summary:
    'Compare the size and the hash of a slip sheet, or of an unfinished upload of one’s own, with what was sent. 404 where ' +
    'there is none.',
})
