import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#tests/runs.ts'
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

  it('of an answer above a quotation in another language: both', () => {
    const quoted = samples.de.replaceAll(/.{60}\S* /g, '$&\n> ')
    const found = languagesOf(`${samples.en}\n\nVon: Dale\nBetreff: Preise\n> ${quoted}`)
    expect(found.map(({ code }) => code).toSorted()).toEqual(['de', 'en'])
    for (const { share } of found) expect(share).toBeGreaterThan(30)
  })

  it('of an answer right above or below a quotation in another language: both', () => {
    const quoted = samples.de.replaceAll(/.{60}\S* /g, '$&\n> ')
    for (const text of [`${samples.en}\nOn Monday Dale wrote:\n> ${quoted}`, `> ${quoted}\n${samples.en}`]) {
      const found = languagesOf(text)
      expect(found.map(({ code }) => code).toSorted()).toEqual(['de', 'en'])
      for (const { share } of found) expect(share).toBeGreaterThan(30)
    }
  })

  it.each([
    ['a short text', 'Yes, please.'],
    ['a list of parts', 'NW-4411 HX-200 QQ-17\nAB-1200 ZX-9 PUMP-44 VALVE-7\n'.repeat(10)],
    ['figures', '1,250 3,400 5.6 7/8\n'.repeat(50)],
    ['addresses alone', 'https://northwind.example/a/b ann@x.example\n'.repeat(20)],
  ])('is not known of %s', (_, text) => {
    expect(languagesOf(text)).toEqual([])
  })

  it('is told in shares of at most a hundred, whatever the text is', () => {
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
