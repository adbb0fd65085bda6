/**
 * Lets a question be asked before its answer is wanted, so that it travels with others: its failure is heard by whoever
 * waits for it, later or never.
 */
export function started<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {})
  return answer
}
