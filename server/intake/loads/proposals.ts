/** What a column fills by its name, as programs everywhere spell it. It is for somebody to look at and to change. */
import type { LoadTarget } from '#contracts/loads.ts'
import type { LoadProperty, LoadRole } from './mapping.ts'

const roles: Readonly<Record<LoadRole, string>> = {
  begin: `begdoc begdocno begdocnumber begindoc begbates begbatesnumber beginbates beginningbates firstbates firstbatesnumber
    batesbeg batesbegin batesfirst batesstart startbates prodbeg prodbegbates begprod beginproductionnumber controlnumber
    documentid docid documentnumber docno upi`,
  end: `enddoc enddocno enddocnumber endbates endbatesnumber endingbates lastbates lastbatesnumber batesend bateslast prodend
    prodendbates endprod endproductionnumber`,
  beginAttach: `begattach begattachment beginattach beginattachment beginningattachment firstattach prodbegattach begattachbates
    begfamily beginfamily batesbegattach`,
  endAttach: `endattach endattachment endingattachment lastattach prodendattach endattachbates endfamily batesendattach`,
  attachmentRange: `attachrange attachmentrange attrange famlyrng familyrange attachmentbatesrange`,
  parent: `parentid parentbates parentdoc parentdocid parentdocumentid parentdocument parentbatesnumber attachmentparent
    parentbegbates parentbegdoc`,
  children: `attachids attachid attchids childbates childid childids childdocs attachmentids attachmentbates attachdocs`,
  family: `groupidentifier groupid familyid familygroup familygroupid family`,
  native: `nativelink native nativepath nativefile nativefilepath nativefilelink doclink link filelink nativefilelocation`,
  textPath: `textlink textpath text textfile textfilepath textfilelink ocrpath ocrtext extractedtextpath extractedtextlink
    fulltextpath fulltext`,
  text: `extractedtext bodytext documenttext`,
  custodian: `custodian custdian custodianname custodianfullname docowner`,
  allCustodians: `allcustodians allcustodian dupcustodian dupcustodians duplicatecustodians dupecustodian allcust
    otherscustodians`,
}

const properties: Readonly<Record<LoadProperty, string>> = {
  Document_Name: `documentname documenttitle docname doctitle`,
  File_Name: `filename originalfilename attachmentname`,
  Subject: `subject emailsubject mailsubject re`,
  From: `from emailfrom author1 sender emailsender mailfrom`,
  To: `to emailto recipient recipients mailto`,
  CC: `cc emailcc ccs mailcc copyee`,
  BCC: `bcc emailbcc bccs mailbcc`,
  Sent_Date: `datesent sentdate emaildatesent datetimesent emailsentdate sentdatetime senton maildate`,
  Sent_Time: `timesent senttime emailtimesent emailsenttime`,
  Message_ID: `messageid msgid intmsgid internetmessageid emailmessageid internetmsgid`,
  In_Reply_To: `inreplyto inreplytoid emailinreplyto`,
  Source_Path: `sourcepath originalpath filepath folderpath originalfolderpath fileorigpath originalfilepath sourcefilepath
    emailfolder`,
  MD5: `md5 md5hash hashmd5 hashvalue`,
  SHA1: `sha1 sha1hash hashsha1`,
}

const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const usual: ReadonlyMap<string, LoadTarget> = new Map([
  ...Object.entries(roles).flatMap(([role, names]) =>
    names.split(/\s+/).map((name): [string, LoadTarget] => [name, { is: 'role', role: role as LoadRole }]),
  ),
  ...Object.entries(properties).flatMap(([property, names]) =>
    names
      .split(/\s+/)
      .map((name): [string, LoadTarget] => [name, { is: 'property', property: property as LoadProperty }]),
  ),
])

/** A field of the project that values can be put into, and how it may be called. */
export interface NamedField {
  readonly fieldId: number
  readonly names: readonly string[]
}

/**
 * By the order of the columns; what two of them could fill is the first one's. `paths`: whether the values of a column look
 * like paths of files, for names that stand for either.
 */
export function proposals(
  names: readonly string[],
  fields: readonly NamedField[],
  paths: (column: number) => boolean,
): LoadTarget[] {
  const taken = new Set<string>()
  return names.map((name, column): LoadTarget => {
    const key = bare(name)
    const field = fields.find((one) => one.names.some((own) => bare(own) === key && key !== ''))
    const own: LoadTarget | undefined =
      pathOrText(usual.get(key), key, paths(column)) ??
      (field === undefined ? undefined : { is: 'field', fieldId: field.fieldId })
    if (own === undefined) return { is: 'metadata' }
    const filled = JSON.stringify(own)
    if (taken.has(filled)) return { is: 'metadata' }
    taken.add(filled)
    return own
  })
}

/** `Extracted Text` and `Source Path` stand for a text or a path, for a place or a file of the volume. */
function pathOrText(target: LoadTarget | undefined, key: string, isPath: boolean): LoadTarget | undefined {
  if (target?.is === 'role' && (target.role === 'text' || target.role === 'textPath'))
    return { is: 'role', role: isPath ? 'textPath' : 'text' }
  if (key === 'filepath' && isPath) return { is: 'role', role: 'native' }
  return target
}
