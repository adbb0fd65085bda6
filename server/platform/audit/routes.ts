/** The calls of contracts/audit.ts. */

import { Readable } from 'node:stream'
import * as audit from '#contracts/audit.ts'
import type { ProjectContext } from '../http/context.ts'
import { safeName, sendDownload } from '../http/download.ts'
import { type Route, route } from '../http/route.ts'
import { appendAudit } from './append.ts'
import { byCaller } from './by-caller.ts'
import type { AuditEntry, Chain } from './entry.ts'
import { beginExport } from './export.ts'

export const routes: readonly Route[] = [
  route(audit.verifyChain, async (ctx) => {
    const verified = await ctx.verifying.verify(chainOf(ctx))
    const { fingerprint, pem } = ctx.signer.publicKey
    return { ...verified, publicKey: { fingerprint, pem } }
  }),

  route(audit.verifyProgress, async (ctx) => ctx.verifying.standing(chainOf(ctx))),

  route(audit.exportAudit, async (ctx, { reply }) => {
    const chain = chainOf(ctx)
    const { bytes } = await beginExport(ctx, chain, async (trx) => {
      await appendAudit(trx, chain, [exported(ctx)])
    })
    const { prefix, projectId } = ctx.project
    const day = ctx.now().toISOString().slice(0, 10)
    const name = safeName(`${prefix} audit trail ${day}.zip`, `audit-${projectId}.zip`)
    return sendDownload(reply, { name, size: null, bytes: Readable.from(bytes) })
  }),
]

const chainOf = (ctx: ProjectContext): Chain => `project:${ctx.project.projectId}`

const exported = (ctx: ProjectContext): AuditEntry => ({
  ...byCaller(ctx),
  action: 'audit.exported',
  how: 'manual',
})
