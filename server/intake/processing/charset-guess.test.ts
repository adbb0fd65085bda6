import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { corpusFile, hasCorpus } from '#tests/support/office.ts'

import { guessedCharset } from './charset-guess.ts'
import { decodeText } from './text.ts'

/** By what the platform's decoder makes of each byte, and of each two. */
function encoded(text: string, charset: string): Buffer {
  const decoder = new TextDecoder(charset)
  const bytesOf = new Map<string, Buffer>()
  const learn = (...bytes: readonly number[]): void => {
    const character = decoder.decode(Buffer.from(bytes))
    if ([...character].length === 1 && character !== '\ufffd' && !bytesOf.has(character))
      bytesOf.set(character, Buffer.from(bytes))
  }
  for (let byte = 0; byte < 256; byte++) learn(byte)
  if (/jis|jp|gb|big5|kr/.test(charset))
    for (let lead = 0x81; lead < 0xff; lead++)
      for (let trail = 0x40; trail < 0xff; trail++) learn(lead, trail)
  return Buffer.concat(
    [...text].map((character) => {
      const bytes = bytesOf.get(character)
      if (bytes === undefined) throw new Error(`${charset} has no ${character}.`)
      return bytes
    }),
  )
}

const japanese =
  '契約書の確認をお願いします。\r\n本日の会議で決まったことは、来週までにご連絡いたします。よろしくお願いいたします。'
const chinese =
  '关于合同的问题，我们已经在会议上讨论过了。请你在下周一之前给我们一个答复，谢谢。\n附件是公司的报告。'
const chineseOfBefore =
  '關於合同的問題，我們已經在會議上討論過了。請你在下週一之前給我們一個答覆，謝謝。\n附件是公司的報告。'
const korean = '계약서를 검토해 주시기 바랍니다. 오늘 회의에서 결정된 내용은 다음 주까지 보내 드리겠습니다.'
const russian =
  'Уважаемые коллеги! Прошу рассмотреть договор и прислать замечания до пятницы. С уважением, Иванов.'
const greek = 'Παρακαλώ να εξετάσετε τη σύμβαση και να μας στείλετε τις παρατηρήσεις σας έως την Παρασκευή.'
const hebrew = 'אנא בדקו את החוזה ושלחו לנו את ההערות שלכם עד יום שישי. תודה רבה'
const arabic = 'يرجى مراجعة العقد وإرسال ملاحظاتكم قبل يوم الجمعة. مع الشكر والتقدير'
const thai = 'กรุณาตรวจสอบสัญญาและส่งความคิดเห็นของคุณภายในวันศุกร์ ขอบคุณมาก'

describe('a text that does not say in which charset it is', () => {
  it.each([
    ['shift_jis', japanese],
    ['euc-jp', japanese],
    ['gb18030', chinese],
    ['big5', chineseOfBefore],
    ['euc-kr', korean],
    ['windows-1251', russian],
    ['koi8-u', russian],
    ['ibm866', russian],
    ['iso-8859-5', russian],
    ['windows-1251', russian.toUpperCase()],
    ['koi8-u', russian.toUpperCase()],
    ['windows-1251', 'Здравствуйте, Федор'],
    ['windows-1251', 'Жалоба Федорова'],
    [
      'windows-1251',
      'Уважаемая Юлия Хасановна! Завтра в Центральном офисе Холдинга состоится совещание. Участвуют: Жуков, Федоров, Чернов.',
    ],
    ['windows-1255', 'הסכם המכר מצורף. יש להחזיר אותו חתום לפני סוף החודש'],
    ['windows-1255', 'מכתב מצורף'],
    ['macintosh', 'Größenverhältnisse in Äußerungen über öffentliche Maßnahmen. Schöne Grüße aus Köln'],
    ['macintosh', 'Le général a été très occupé à vérifier les données de l’été dernier.'],
    ['macintosh', 'El año pasado la señora Muñoz pidió más información.'],
    ['windows-1253', greek],
    ['windows-1255', hebrew],
    ['windows-1256', arabic],
    ['iso-8859-6', arabic.replace(/[^\p{Script=Arabic} .]/gu, '')],
    ['windows-874', thai],
  ])('is read as it was written: %s', (charset, text) => {
    const bytes = encoded(text, charset)
    expect(guessedCharset(bytes)).toBe(charset)
    expect(decodeText(bytes)).toBe(text.replaceAll('\r\n', '\n'))
    // Among much that is ASCII, and cut within a character.
    const among = Buffer.concat([Buffer.from('Subject: Contract 2024\n'.repeat(5000)), bytes.subarray(0, -1)])
    expect(guessedCharset(among)).toBe(charset)
  })

  it.each([
    'café',
    'Größenverhältnisse in Äußerungen über öffentliche Maßnahmen. Schöne Grüße aus Köln',
    'L’été dernier, nous avons été très occupés à vérifier les données : « c’est réglé » – voilà…',
    'El año pasado la señora Muñoz pidió más información; ¿quién la envió? ¡Nadie!',
    'Blåbærgrød på Ærø, sagde han: “så går vi” – og så gik de',
    'A coração da questão são as obrigações não cumpridas',
    '§§§ 10°, 20°, 30° ±5 £££ •• —— ———————',
    '• Eins\n• Zwei\n• Drei',
  ])('of a language of Western Europe stays what it is: %s', (text) => {
    expect(decodeText(encoded(text, 'windows-1252'))).toBe(text)
  })

  it('and is of escapes, as Japanese mail is, is read', () => {
    const bytes = Buffer.from('Re: \u001b$B7@Ls=q\u001b(B.\n', 'latin1')
    expect(decodeText(bytes)).toBe('Re: 契約書.\n')
    // An escape alone is none.
    expect(decodeText(Buffer.from('\u001b[1mbold\u001b[0m'))).toBe('\u001b[1mbold\u001b[0m')
  })

  it('is read although a byte of it is damaged', () => {
    for (const [charset, text] of [
      ['shift_jis', japanese],
      ['gb18030', chinese],
      ['koi8-u', russian],
    ] as const) {
      const bytes = encoded(`${text}\n`.repeat(20), charset)
      bytes[bytes.length - 4] = 0xff
      expect(guessedCharset(bytes)).toBe(charset)
    }
  })

  it.skipIf(!hasCorpus)('is read where it is a real one', () => {
    const archive = unzipSync(corpusFile('containers/testZipEntryNameCharsetShiftSJIS.zip'))
    const texts = Object.values(archive).map((bytes) => decodeText(bytes))
    expect(texts.join('')).toBe('あいうえお\nかきくけこ\nさしすせそ\nたちつてと\n')
    const bare = corpusFile('text/testHTMLNoisyMetaEncoding_1.html')
    expect(guessedCharset(bare)).toBe('iso-8859-6')
    expect(guessedCharset(corpusFile('text/testTXT_win-1252.txt'))).toBe('windows-1252')
  })

  it('is soon decided', () => {
    const bytes = Buffer.alloc(50_000_000, encoded(russian, 'koi8-u'))
    expect(guessedCharset(bytes)).toBe('koi8-u')
  })
})
