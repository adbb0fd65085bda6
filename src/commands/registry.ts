/** All commands by type: for the bus, the palette, the keyboard and the menus. */
import type { CommandDef } from './define.ts'

/** A command whatever its payload: its schema is what tells. */
export type AnyCommand = CommandDef<string, never>
export type Registry = ReadonlyMap<string, AnyCommand>

/** Builds a registry from area modules; two commands of one type are refused. */
export function registryOf(modules: readonly object[]): Registry {
  const byType = new Map<string, AnyCommand>()
  for (const exported of modules.flatMap((module) => Object.values(module))) {
    if (!isCommand(exported)) continue
    if (byType.has(exported.type)) throw new Error(`The command ${exported.type} is declared twice`)
    byType.set(exported.type, exported)
  }
  return byType
}

const isCommand = (value: unknown): value is AnyCommand =>
  typeof value === 'function' && 'type' in value && 'decide' in value && 'capture' in value
