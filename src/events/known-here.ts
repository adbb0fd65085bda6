/** Which of a person's steps this browser's own trail shows, and which it has taken back from the record. */
interface Here {
  readonly entries: readonly { readonly commandId: string }[]
  readonly done: readonly { readonly group: string }[]
  readonly undone: readonly { readonly group: string; readonly at: string }[]
}

export function stepsHere({ entries, done, undone }: Here) {
  const own = new Set([...entries.map(({ commandId }) => commandId), ...done.map(({ group }) => group)])
  return {
    isOwn: (saveId: string): boolean => own.has(saveId),
    undoneAt: (saveId: string): string | null => undone.find(({ group }) => group === saveId)?.at ?? null,
  }
}
