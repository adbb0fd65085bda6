/** What a request brings to a change of coding: who asks, when, and which versions were seen. */
import { type AnyCall, headers } from '#contracts/call.ts'
import { type VersionsSeen, versionsSeen } from '#contracts/coding-versions.ts'
import { putForm } from '#contracts/form-drafts.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { FormChange } from './form-record.ts'
import type { SaveContext } from './save.ts'

/** Who changes forms and fields. */
export function changeOf(ctx: ProjectContext): FormChange {
  const { projectId, prefix, roleName } = ctx.project
  const { userId, name } = ctx.caller
  return {
    projectId,
    prefix,
    user: { userId, name, role: roleName },
    at: ctx.now(),
    ...(ctx.idempotencyKey === null ? {} : { commandId: ctx.idempotencyKey }),
  }
}

/** The version of a form that `If-Match` says was seen. */
export function seenForm(ctx: ProjectContext, formId: number): number {
  const version = versionsIn(ctx, putForm).get(formId)
  if (version === undefined)
    throw new ApiError('version.required', `${headers.ifMatch} must name the version of this form.`, {
      detail: headers.ifMatch,
    })
  return version
}

/** Who saves values. */
export function saveContextOf(ctx: ProjectContext & { readonly idempotencyKey: string }): SaveContext {
  return { ...byCaller(ctx), commandId: ctx.idempotencyKey }
}

/** The versions that `If-Match` names; throws where it names none, with what the call wants of it. */
export function versionsIn(
  { ifMatch }: ProjectContext,
  { ifMatch: wanted = '' }: Pick<AnyCall, 'ifMatch'>,
): VersionsSeen {
  const refused = (code: 'version.required' | 'request.invalid', message: string) =>
    new ApiError(code, `${message} ${wanted}`, { detail: headers.ifMatch })
  if (ifMatch === null) throw refused('version.required', `Send ${headers.ifMatch}:`)
  const seen = versionsSeen(ifMatch)
  if (seen === null) throw refused('request.invalid', `${headers.ifMatch} cannot be read.`)
  return seen
}
