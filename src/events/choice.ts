/** Which client and project a tab shows: read by decisions, and by the stores that fold them. */
export interface Choice {
  readonly clientId: number | null
  readonly projectId: number | null
}

export interface Choices {
  /** What a new tab begins with. */
  readonly chosen: Choice
  readonly byTab: Readonly<Record<string, Choice>>
}

/** What a tab shows; before it has joined, what the account chose last. */
export const choiceOf = ({ byTab, chosen }: Choices, tabId: string): Choice => byTab[tabId] ?? chosen
