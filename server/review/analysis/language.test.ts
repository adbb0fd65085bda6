import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { languagesOf } from './language.ts'

const samples = {
  en: 'We have looked at the contract again and think that the price for the second quarter is too high. Please tell us by Friday whether you want to go on.',
  de: 'Wir haben uns den Vertrag noch einmal angesehen und halten den Preis für das zweite Quartal für zu hoch. Bitte sagen Sie uns bis Freitag, ob Sie weitermachen wollen.',
  fr: 'Nous avons relu le contrat et pensons que le prix du deuxième trimestre est trop élevé. Dites-nous avant vendredi si vous souhaitez continuer avec nous.',
  es: 'Hemos vuelto a mirar el contrato y creemos que el precio del segundo trimestre es demasiado alto. Por favor, díganos antes del viernes si quieren continuar.',
  it: 'Abbiamo riletto il contratto e pensiamo che il prezzo del secondo trimestre sia troppo alto. Per favore fateci sapere entro venerdì se volete continuare.',
  nl: 'We hebben het contract nog eens bekeken en vinden de prijs voor het tweede kwartaal te hoog. Laat ons voor vrijdag weten of u door wilt gaan met ons.',
  ru: 'Мы ещё раз посмотрели договор и считаем, что цена за второй квартал слишком высокая. Пожалуйста, сообщите нам до пятницы, хотите ли вы продолжать.',
  ja: '契約書をもう一度確認しましたが、第二四半期の価格は高すぎると思います。続けるかどうか、金曜日までにお知らせください。よろしくお願いいたします。',
  zh: '我们又看了一遍合同，认为第二季度的价格太高了。请在星期五之前告诉我们你们是否愿意继续合作，我们会尽快安排下一次会议并准备好所有文件。',
  ko: '계약서를 다시 살펴보았는데 2분기 가격이 너무 높다고 생각합니다. 계속 진행할지 금요일까지 알려 주시기 바랍니다. 다음 회의를 준비하겠습니다.',
} as const

describe('the language of a text', () => {
  it.each(Object.entries(samples))('%s', (code, text) => {
    expect(languagesOf(text)[0]?.code).toBe(code)
  })

  it('is told with how sure it is: of its own writing wholly, of few words less than of many', () => {
    expect(languagesOf(samples.ja)).toEqual([{ code: 'ja', share: 100, confidence: 100 }])
    const [short] = languagesOf('The meeting is at noon in the big room, please bring figures')
    const [long] = languagesOf(samples.en)
    expect(short).toMatchObject({ code: 'en', share: 100 })
    expect(short?.confidence).toBeGreaterThan(0)
    expect(short?.confidence).toBeLessThan(long?.confidence ?? 0)
    // Of several pieces it is that of each, by its letters.
    const [both] = languagesOf(
      `${samples.en}\n\n${'The meeting is at noon in the big room, please bring figures'}`,
    )
    expect(both?.confidence).toBeGreaterThan(short?.confidence ?? 100)
    expect(both?.confidence).toBeLessThan(long?.confidence ?? 0)
  })

  it('of an answer above a quotation in another language: both', () => {
    const quoted = samples.de.replaceAll(/.{60}\S* /g, '$&\n> ')
    const found = languagesOf(`${samples.en}\n\nVon: Dale\nBetreff: Preise\n> ${quoted}`)
    expect(found.map(({ code }) => code).toSorted()).toEqual(['de', 'en'])
    for (const { share } of found) expect(share).toBeGreaterThan(30)
  })

  it.each([
    [
      'en',
      'This e-mail and any files transmitted with it are confidential and intended solely for the use of the individual or entity to whom they are addressed. Any review, copying or distribution is prohibited.\n\nIf you have received this e-mail in error, please notify the sender and delete it from your system.',
    ],
    [
      'de',
      'Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen.\n\nWenn Sie nicht der richtige Adressat sind oder diese E-Mail irrtümlich erhalten haben, informieren Sie bitte sofort den Absender und vernichten Sie diese Mail.',
    ],
    [
      'fr',
      'Ce message et toutes les pièces jointes sont confidentiels et établis à l’intention exclusive de leurs destinataires.\n\nSi vous avez reçu ce message par erreur, merci de le détruire et d’en avertir immédiatement l’expéditeur.',
    ],
    [
      'es',
      'Este mensaje y sus archivos adjuntos van dirigidos exclusivamente a su destinatario y pueden contener información confidencial.\n\nSi usted no es el destinatario, le rogamos que lo comunique al remitente y que elimine el mensaje de su sistema.',
    ],
    [
      'nl',
      'Dit bericht en eventuele bijlagen zijn vertrouwelijk en uitsluitend bestemd voor de geadresseerde.\n\nIndien u niet de geadresseerde bent, verzoeken wij u de afzender te waarschuwen en het bericht te verwijderen.',
    ],
  ])('is not that of the disclaimer below a message, where that is in %s', (code, disclaimer) => {
    for (const [own, said] of Object.entries({ en: samples.en, de: samples.de })) {
      if (own === code) continue
      expect(languagesOf(`${said}\n\n${disclaimer}`)).toMatchObject([{ code: own, share: 100 }])
      // Also where an answer has it between itself and what it quotes, wrapped and below a drawn line.
      const wrapped = disclaimer.replaceAll(/.{60}\S* /g, '$&\n')
      const answer = `${said}\n_____\n${wrapped}\n\n> ${said}`
      expect(languagesOf(answer)).toMatchObject([{ code: own, share: 100 }])
    }
    expect(languagesOf(`Ok.\n\n${disclaimer}`)).toEqual([])
  })

  it('is that of a message that speaks of what is confidential', () => {
    const said = `We think that this message and the attached contract are confidential. ${samples.en}`
    expect(languagesOf(said)[0]?.code).toBe('en')
  })

  it('of an answer right above or below a quotation in another language: both', () => {
    const quoted = samples.de.replaceAll(/.{60}\S* /g, '$&\n> ')
    for (const text of [`${samples.en}\nOn Monday Dale wrote:\n> ${quoted}`, `> ${quoted}\n${samples.en}`]) {
      const found = languagesOf(text)
      expect(found.map(({ code }) => code).toSorted()).toEqual(['de', 'en'])
      for (const { share } of found) expect(share).toBeGreaterThan(30)
    }
  })

  it('of a list of short lines is the one that all of it is in, though a line looks like another', () => {
    const lines = [
      'Landowners ask for baseline water tests before drilling. Wells permitted: 26. Rigs: 31.',
      'Storage operators see a mild winter, and say so. Wells permitted: 30. Rigs: 29.',
      'Rig count falls for the third week. Wells permitted: 13. Rigs: 34. No notice was given.',
      'Court: notice in the county paper is no notice to the heirs who live out of state.',
    ]
    for (const own of [lines, lines.toReversed()])
      expect(languagesOf(own.join('\n\n'))).toMatchObject([{ code: 'en', share: 100 }])
  })

  it.each([
    [
      'the sums of changes',
      'e33cd454408b1aa0d41d5a bbdeefd0c7ea4fd9a2e2962 7bc0019470cf14fd2d14fab\n'.repeat(8),
    ],
    ['exported records', '<pippo><pluto>1234</pluto><paperino id="x_1">1234</paperino></pippo>\n'.repeat(20)],
    [
      'names of variables',
      'updatesEnabled startCity maxQueueDepth user_name team_id num_workers\n'.repeat(9),
    ],
    ['a short text', 'Yes, please.'],
    ['a list of parts', 'NW-4411 HX-200 QQ-17\nAB-1200 ZX-9 PUMP-44 VALVE-7\n'.repeat(10)],
    ['figures', '1,250 3,400 5.6 7/8\n'.repeat(50)],
    ['addresses alone', 'https://northwind.example/a/b ann@x.example\n'.repeat(20)],
  ])('is not known of %s', (_, text) => {
    expect(languagesOf(text)).toEqual([])
  })

  test('is told in shares of at most a hundred, whatever the text is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...Object.values(samples), '\n\n'), fc.string())),
        (parts) => {
          const shares = languagesOf(parts.join(' ')).map(({ share }) => share)
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(103)
          expect(shares).toEqual(shares.toSorted((a, b) => b - a))
        },
      ),
      { numRuns: runs(60) },
    )
  })
})
