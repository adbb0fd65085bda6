/** Processes that review has work done by: they read files, and review does not. */

export const pageWorker = new URL('./pages/worker.ts', import.meta.url)
export const sheetWorker = new URL('./sheets/worker.ts', import.meta.url)
export const burnWorker = new URL('./redact/worker.ts', import.meta.url)
export const redactedSheetWorker = new URL('./redact-sheets/worker.ts', import.meta.url)
