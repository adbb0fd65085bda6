export function processorSeconds(): number | null
export function secondsIn(stat: string): number
export function judged(
  seconds: number | null,
  budget: number,
): { readonly over: boolean; readonly line: string }
export function slowest(
  files: readonly { readonly name: string; readonly seconds: number }[],
  most: number,
): string[]
