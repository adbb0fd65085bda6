/** Control words of RTF that mean a character, and those that name a field of the document. */

export const marks: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['~', '\u00a0'],
  ['_', '-'],
  ['emdash', '—'],
  ['endash', '–'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['qmspace', ' '],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
])
export const infoFields: ReadonlyMap<string, string> = new Map([
  ['title', 'Doc_Title'],
  ['subject', 'Doc_Subject'],
  ['author', 'Author'],
  ['operator', 'Last_Author'],
  ['manager', 'Manager'],
  ['company', 'Company'],
  ['category', 'Category'],
  ['keywords', 'Keywords'],
  ['doccomm', 'Comments'],
  ['comment', 'Comments'],
  ['generator', 'Application'],
  ['template', 'Template'],
])
export const countFields: ReadonlyMap<string, string> = new Map([
  ['nofpages', 'Page_Count'],
  ['nofwords', 'Word_Count'],
  ['version', 'Revision'],
])
export const dateFields: ReadonlyMap<string, string> = new Map([
  ['creatim', 'Created_Date'],
  ['revtim', 'Modified_Date'],
  ['printim', 'Printed_Date'],
])
/** Properties of shapes that are words of the document. */
export const shapeWords = /^(wzDescription|gtextUNICODE|wzTooltip)$/
