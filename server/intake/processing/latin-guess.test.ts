import { describe, expect, it } from 'vitest'
import { guessedCharset } from './charset-guess.ts'

/** What people write in offices, in the charsets in which it was kept. */
const letters: readonly {
  readonly language: string
  readonly charsets: readonly string[]
  readonly sentences: readonly string[]
}[] = [
  {
    language: 'Polish',
    charsets: ['windows-1250', 'iso-8859-2'],
    sentences: [
      'W załączeniu przesyłam poprawioną wersję umowy z dostawcą rur.',
      'Proszę o potwierdzenie, że płatność została wysłana w zeszłym tygodniu.',
      'Nie możemy zgodzić się na tę cenę bez zgody zarządu spółki.',
      'Spotkanie przenieśliśmy na środę, na godzinę dziesiątą rano.',
    ],
  },
  {
    language: 'Czech',
    charsets: ['windows-1250', 'iso-8859-2'],
    sentences: [
      'V příloze posílám opravenou verzi smlouvy s dodavatelem potrubí.',
      'Prosím o potvrzení, že platba byla odeslána minulý týden.',
      'S touto cenou nemůžeme bez souhlasu představenstva souhlasit.',
      'Schůzku jsme přesunuli na středu, na desátou hodinu dopoledne.',
    ],
  },
  {
    language: 'Slovak',
    charsets: ['windows-1250', 'iso-8859-2'],
    sentences: [
      'V prílohe posielam opravenú verziu zmluvy s dodávateľom potrubia.',
      'Prosím o potvrdenie, že platba bola odoslaná minulý týždeň.',
      'S touto cenou nemôžeme bez súhlasu predstavenstva súhlasiť.',
      'Stretnutie sme presunuli na stredu, na desiatu hodinu dopoludnia.',
    ],
  },
  {
    language: 'Hungarian',
    charsets: ['windows-1250', 'iso-8859-2'],
    sentences: [
      'Mellékelten küldöm a csövek szállítójával kötött szerződés javított változatát.',
      'Kérem, erősítse meg, hogy a fizetést a múlt héten elküldték.',
      'Ezt az árat az igazgatóság jóváhagyása nélkül nem fogadhatjuk el.',
      'A megbeszélést szerdára, délelőtt tíz órára tettük át.',
    ],
  },
  {
    language: 'Romanian',
    charsets: ['windows-1250', 'iso-8859-2'],
    sentences: [
      'Vă trimit alăturat versiunea corectată a contractului cu furnizorul de ţevi.',
      'Vă rog să confirmaţi că plata a fost trimisă săptămâna trecută.',
      'Nu putem accepta acest preţ fără acordul consiliului de administraţie.',
      'Am mutat şedinţa pe miercuri, la ora zece dimineaţa.',
    ],
  },
  {
    language: 'Croatian',
    charsets: ['windows-1250', 'iso-8859-2'],
    sentences: [
      'U prilogu šaljem ispravljenu verziju ugovora s dobavljačem cijevi.',
      'Molim potvrdite da je uplata poslana prošli tjedan na naš račun.',
      'Ne možemo prihvatiti tu cijenu bez odobrenja uprave društva.',
      'Sastanak smo premjestili na srijedu, u deset sati, u veću dvoranu kod ulaza.',
    ],
  },
  {
    language: 'Slovene',
    charsets: ['windows-1250', 'iso-8859-2'],
    sentences: [
      'V prilogi pošiljam popravljeno različico pogodbe z dobaviteljem cevi.',
      'Prosim za potrditev, da je bilo plačilo poslano prejšnji teden.',
      'Te cene ne moremo sprejeti brez soglasja uprave družbe.',
      'Sestanek smo prestavili na sredo ob desetih zjutraj, če vam to ustreza.',
    ],
  },
  {
    language: 'Turkish',
    charsets: ['windows-1254'],
    sentences: [
      'Boru tedarikçisi ile yapılan sözleşmenin düzeltilmiş halini ekte gönderiyorum.',
      'Ödemenin geçen hafta gönderildiğini onaylamanızı rica ederim.',
      'Yönetim kurulunun onayı olmadan bu fiyatı kabul edemeyiz.',
      'Toplantıyı çarşamba sabahı saat ona aldık, lütfen not edin.',
    ],
  },
  {
    language: 'Lithuanian',
    charsets: ['windows-1257'],
    sentences: [
      'Siunčiu pataisytą sutarties su vamzdžių tiekėju versiją.',
      'Prašome patvirtinti, kad mokėjimas buvo išsiųstas praėjusią savaitę.',
      'Negalime sutikti su šia kaina be valdybos pritarimo.',
      'Susitikimą perkėlėme į trečiadienį, dešimtą valandą ryto.',
    ],
  },
  {
    language: 'Latvian',
    charsets: ['windows-1257'],
    sentences: [
      'Pielikumā nosūtu laboto līguma versiju ar cauruļu piegādātāju.',
      'Lūdzu apstipriniet, ka maksājums tika nosūtīts pagājušajā nedēļā.',
      'Mēs nevaram piekrist šai cenai bez valdes piekrišanas.',
      'Sanāksmi pārcēlām uz trešdienu pulksten desmitiem no rīta.',
    ],
  },
  {
    language: 'Estonian',
    charsets: ['windows-1257', 'windows-1252'],
    sentences: [
      'Saadan manuses torude tarnijaga sõlmitud lepingu parandatud versiooni.',
      'Palun kinnitage, et makse saadeti välja eelmisel nädalal.',
      'Me ei saa selle hinnaga ilma juhatuse heakskiiduta nõustuda.',
      'Koosolek lükati edasi kolmapäeva hommikusse kella kümneks.',
    ],
  },
  {
    language: 'German',
    charsets: ['windows-1252'],
    sentences: [
      'Anbei die überarbeitete Fassung des Vertrags mit dem Lieferanten der Rohre.',
      'Bitte bestätigen Sie, dass die Zahlung vorige Woche ausgeführt wurde.',
      'Ohne Zustimmung der Geschäftsführung können wir diesen Preis nicht annehmen.',
      'Wir haben die Besprechung auf Mittwoch verschoben; Grüße aus Köln.',
    ],
  },
  {
    language: 'French',
    charsets: ['windows-1252'],
    sentences: [
      'Vous trouverez ci-joint la version corrigée du contrat avec le fournisseur.',
      'Merci de confirmer que le paiement a bien été envoyé la semaine dernière.',
      'Nous ne pouvons pas accepter ce prix sans l’accord du conseil, voilà le problème.',
      'La réunion a été reportée à mercredi, à dix heures du matin très précises.',
    ],
  },
  {
    language: 'Spanish',
    charsets: ['windows-1252'],
    sentences: [
      'Adjunto la versión corregida del contrato con el proveedor de tuberías.',
      '¿Podría confirmar que el pago se envió la semana pasada, señor Muñoz?',
      'No podemos aceptar este precio sin la aprobación del consejo este año.',
      'Hemos pasado la reunión al miércoles a las diez de la mañana.',
    ],
  },
  {
    language: 'Portuguese',
    charsets: ['windows-1252'],
    sentences: [
      'Segue em anexo a versão corrigida do contrato com o fornecedor de tubos.',
      'Por favor confirme que o pagamento não foi enviado na semana passada.',
      'Não podemos aceitar este preço sem a aprovação do conselho.',
      'A reunião passou para quarta-feira, às dez horas da manhã.',
    ],
  },
  {
    language: 'Italian',
    charsets: ['windows-1252'],
    sentences: [
      'In allegato la versione corretta del contratto, che è già stata firmata.',
      'La prego di confermare perché il pagamento non è più arrivato.',
      'Non possiamo accettare questo prezzo: la società ha già detto di no.',
      'La riunione è stata spostata a mercoledì alle dieci del mattino.',
    ],
  },
  {
    language: 'Dutch',
    charsets: ['windows-1252'],
    sentences: [
      'Bijgaand stuur ik u de gewijzigde versie van het contract met de leverancier, in tweeën.',
      'Wij hebben één vraag over de betaling van de vorige week in België.',
      'De coördinatie met de directie is nog niet rond, en de prijs blijft te hoog.',
      'De vergadering is verplaatst naar woensdag; de ideeën bespreken wij daar.',
    ],
  },
  {
    language: 'Swedish',
    charsets: ['windows-1252'],
    sentences: [
      'Här kommer den rättade versionen av avtalet med leverantören av rör.',
      'Vänligen bekräfta att betalningen skickades förra veckan.',
      'Vi kan inte godta det här priset utan att styrelsen säger ja.',
      'Mötet är flyttat till onsdag klockan tio på förmiddagen.',
    ],
  },
  {
    language: 'Danish',
    charsets: ['windows-1252'],
    sentences: [
      'Vedhæftet er den rettede udgave af aftalen med leverandøren af rør.',
      'Vær venlig at bekræfte, at betalingen blev sendt i sidste uge.',
      'Vi kan ikke godkende denne pris uden bestyrelsens tilladelse, så vi må vente.',
      'Mødet er flyttet til onsdag formiddag klokken ti på kontoret.',
    ],
  },
  {
    language: 'Finnish',
    charsets: ['windows-1252'],
    sentences: [
      'Liitteenä on korjattu versio putkien toimittajan kanssa tehdystä sopimuksesta.',
      'Pyydän vahvistamaan, että maksu lähetettiin viime viikolla.',
      'Emme voi hyväksyä tätä hintaa ilman hallituksen suostumusta.',
      'Kokous on siirretty keskiviikkoaamuun kello kymmeneen, älkää myöhästykö.',
    ],
  },
  {
    language: 'Icelandic',
    charsets: ['windows-1252'],
    sentences: [
      'Meðfylgjandi er leiðrétt útgáfa af samningnum við birgjann.',
      'Vinsamlegast staðfestið að greiðslan hafi verið send í síðustu viku.',
      'Við getum ekki samþykkt þetta verð án þess að stjórnin segi já.',
      'Fundurinn hefur verið færður til miðvikudags klukkan tíu.',
    ],
  },
  {
    language: 'English with names and signs',
    charsets: ['windows-1252'],
    sentences: [
      'Please send the résumé of Señor Muñoz to the café in Zürich by Friday.',
      'The price is £20 or €25 per unit, that is ½ of last year’s ¥3,000.',
      'It holds at –5 °C ±2°, says the naïve façade of the crème brûlée §4.',
      'Copyright © 2004 Acme® Inc. — “all rights reserved” • see ¶ 3…',
    ],
  },
]

/** Null where the charset has not all of these characters. */
function encoded(text: string, charset: string): Buffer | null {
  const characters = new TextDecoder(charset).decode(Buffer.from(Array.from({ length: 256 }, (_, n) => n)))
  const bytes = [...text].map((character) => characters.indexOf(character))
  return bytes.includes(-1) ? null : Buffer.from(bytes)
}

const guessed = (bytes: Buffer): string => new TextDecoder(guessedCharset(bytes)).decode(bytes)

/** Whole words up to so many letters. */
function beginningOf(sentence: string, letters: number): string {
  const words = sentence.split(' ')
  const end = words.findIndex(
    (_, at) =>
      words
        .slice(0, at + 1)
        .join('')
        .replace(/\P{L}/gu, '').length >= letters,
  )
  return end < 0 ? sentence : words.slice(0, end + 1).join(' ')
}

describe('a text in Latin letters that does not say in which charset it is', () => {
  it('is read as it was written, of whatever language, long or short', () => {
    const score = { short: { right: 0, all: 0 }, long: { right: 0, all: 0 } }
    const wrong: string[] = []
    for (const { language, charsets, sentences } of letters)
      for (const charset of charsets) {
        const take = (size: 'short' | 'long', text: string): void => {
          const bytes = encoded(text, charset)
          if (bytes === null || bytes.every((byte) => byte < 0x80)) return
          score[size].all++
          if (guessed(bytes) === text) score[size].right++
          else wrong.push(`${language} in ${charset} as ${guessedCharset(bytes)}: ${text}`)
        }
        for (const sentence of sentences) take('short', beginningOf(sentence, 40))
        take('long', sentences.join('\r\n'))
      }
    console.warn(
      `Charsets of Latin letters: ${score.long.right} of ${score.long.all} letters, ${score.short.right} of ${score.short.all} beginnings of 40 letters.${wrong.map((one) => `\n  ${one}`).join('')}`,
    )
    expect(score.long.right).toBe(score.long.all)
    expect(score.long.all).toBeGreaterThanOrEqual(30)
    expect(score.short.right / score.short.all).toBeGreaterThanOrEqual(0.97)
    // What is written in Western Europe is never taken for anything else.
    expect(wrong.filter((one) => one.includes(' in windows-1252 '))).toEqual([])
  })

  it('is read among much that is in English', () => {
    const english = 'On Monday we sent the offer to the supplier and have heard nothing since then.\n'
    for (const { charsets, sentences } of letters)
      for (const charset of charsets) {
        const text = `${english.repeat(300)}${sentences.join(' ')}\n${english.repeat(300)}`
        const bytes = encoded(text, charset)
        if (bytes !== null) expect(guessed(bytes)).toBe(text)
      }
  })
})
