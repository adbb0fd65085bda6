/** What can be done with the documents that are picked, besides changing them: keys, palette and buttons read from here. */
import type { Capability } from '#contracts/permission.ts'

interface Declared {
  readonly label: string
  readonly keys: string
  readonly needs: Capability | null
}

export const pickActNames = ['ocr', 'texts', 'redact', 'assign', 'clear'] as const

export const pickActs: Readonly<Record<(typeof pickActNames)[number], Declared>> = {
  ocr: { label: 'Run OCR on the selection', keys: 'Shift+O', needs: 'ocr.run' },
  texts: { label: 'Make texts of the selection', keys: 'Shift+T', needs: 'text.derive' },
  redact: { label: 'Redact terms in the selection', keys: 'Shift+K', needs: 'redaction.draw' },
  assign: { label: 'New assignment of the selection', keys: 'Shift+A', needs: 'assignment.manage' },
  clear: { label: 'Clear the selection', keys: 'Shift+C', needs: null },
}
