/**
 * Where the secrets of a command wait for its effect: in memory, by command id, until they are taken once. The bus
 * puts in what the command's schema marks as secret; no envelope, message or export ever holds one.
 */
export interface Secrets {
  readonly keep: (commandId: string, secrets: Readonly<Record<string, string>>) => void
  readonly take: (commandId: string) => Readonly<Record<string, string>>
  readonly clear: () => void
}

/** Not more commands than this wait at once; the oldest are forgotten. */
const most = 16

export function createSecrets(): Secrets {
  const kept = new Map<string, Readonly<Record<string, string>>>()
  return {
    keep: (commandId, secrets) => {
      if (Object.keys(secrets).length === 0) return
      kept.set(commandId, secrets)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
    },
    take: (commandId) => {
      const secrets = kept.get(commandId) ?? {}
      kept.delete(commandId)
      return secrets
    },
    clear: () => kept.clear(),
  }
}
