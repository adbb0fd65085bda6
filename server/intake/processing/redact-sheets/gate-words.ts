/** What the parts of a rebuilt workbook are made of, as the gate knows it: whatever else stands there does not belong. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const partNames =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/workbook\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/styles\.xml|xl\/sharedStrings\.xml|xl\/theme\/theme1\.xml|xl\/worksheets\/sheet([1-9]\d*)\.xml)$/

export const elements = words(`
Types Default Override Relationships Relationship workbook workbookPr bookViews workbookView sheets sheet
styleSheet numFmts numFmt fonts font b i strike condense extend outline shadow u vertAlign sz color name family charset scheme
fills fill patternFill fgColor bgColor borders border left right top bottom diagonal vertical horizontal cellStyleXfs xf cellXfs
alignment cellStyles cellStyle colors indexedColors rgbColor
sst si t r rPr rFont worksheet sheetViews sheetView pane sheetFormatPr cols col sheetData row c v mergeCells mergeCell
a:theme a:themeElements a:clrScheme a:dk1 a:lt1 a:dk2 a:lt2 a:accent1 a:accent2 a:accent3 a:accent4 a:accent5 a:accent6 a:hlink
a:folHlink a:srgbClr a:fontScheme a:majorFont a:minorFont a:latin a:ea a:cs a:fmtScheme a:fillStyleLst a:solidFill a:schemeClr
a:lnStyleLst a:ln a:effectStyleLst a:effectStyle a:effectLst a:bgFillStyleLst`)

export const attributes = words(`
xmlns xmlns:r xmlns:a Extension ContentType PartName Id Type Target name sheetId r:id date1904 numFmtId formatCode val theme tint
indexed rgb auto patternType style diagonalUp diagonalDown outline fontId fillId borderId xfId applyNumberFormat applyFont
applyFill applyBorder applyAlignment quotePrefix horizontal vertical textRotation wrapText indent shrinkToFit readingOrder count
builtinId xml:space workbookViewId xSplit ySplit topLeftCell activePane state baseColWidth defaultColWidth defaultRowHeight min
max width customWidth ht customHeight s customFormat r t ref typeface w`)

/** Attributes whose values are a person's words, or may be: all others are of the format, and few. */
export const wordy: ReadonlySet<string> = new Set(['sheet name', 'numFmt formatCode'])

/** What the values of the other attributes look like. */
export const plainValue =
  /^(?:-?\d{1,10}(?:\.\d{1,20})?(?:E-?\d{1,3})?|true|false|rId\d+|[nsbed]|preserve|frozen|topRight|bottomLeft|bottomRight|xml|rels|general|left|center|right|fill|justify|centerContinuous|distributed|top|bottom|none|single|double|singleAccounting|doubleAccounting|baseline|superscript|subscript|major|minor|solid|mediumGray|darkGray|lightGray|darkHorizontal|darkVertical|darkDown|darkUp|darkGrid|darkTrellis|lightHorizontal|lightVertical|lightDown|lightUp|lightGrid|lightTrellis|gray125|gray0625|thin|medium|dashed|dotted|thick|hair|mediumDashed|dashDot|mediumDashDot|dashDotDot|mediumDashDotDot|slantDashDot|Normal|Office|phClr|)$/

/** Addresses and names of the format itself. */
export const formatValue =
  /^(?:http:\/\/schemas\.openxmlformats\.org\/(?:spreadsheetml|drawingml)\/2006\/main|http:\/\/schemas\.openxmlformats\.org\/package\/2006\/(?:content-types|relationships)|http:\/\/schemas\.openxmlformats\.org\/officeDocument\/2006\/relationships(?:\/(?:officeDocument|worksheet|styles|theme|sharedStrings))?|application\/xml|application\/vnd\.openxmlformats-package\.relationships\+xml|application\/vnd\.openxmlformats-officedocument\.(?:spreadsheetml\.(?:styles|sharedStrings|worksheet|sheet\.main)|theme)\+xml|(?:\/?xl\/)?(?:workbook|styles|sharedStrings|theme\/theme1|worksheets\/sheet\d+)\.xml)$/

/** Colors and places, where an attribute is about one: elsewhere they may be anything. */
export const valuesOf: ReadonlyMap<string, RegExp> = new Map([
  ['rgb', /^[0-9A-Fa-f]{6,8}$/],
  ['val', /^[0-9A-Fa-f]{6}$/],
  ...['r', 'ref', 'topLeftCell'].map((name) => [name, /^[A-Z]{1,3}\d{1,7}(?::[A-Z]{1,3}\d{1,7})?$/] as const),
])
