import { expect, it } from 'vitest'
import { safeName } from './download.ts'

it.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\Users\\ana\\plan.docx', 'C__Users_ana_plan.docx'],
  ['a\r\nSet-Cookie: x=1', 'aSet-Cookie_ x=1'],
  // A right-to-left override would show "exe.pdf" for "fdp.exe".
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['CON.txt', '_CON.txt'],
  ['  .. ', 'AFF1'],
  ['', 'AFF1'],
  ['年次報告書.xlsx', '年次報告書.xlsx'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(146)}.pdf`],
])('%j is saved as %j', (name, safe) => {
  expect(safeName(name, 'AFF1')).toBe(safe)
})
