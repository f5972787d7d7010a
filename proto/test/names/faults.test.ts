import { describe, expect, test } from '@jest/globals'
import { nameFault } from '@kla/proto/names'

describe('names of rooms', () => {
  test.each([
    ...[
      'Teen room',
      't e e n',
      'te en',
      'T33n',
      'hotteens',
      'Underage only',
      'Schoolgirls',
      'School girl',
      'jail bait',
      'Jailbait',
      'Little girl',
      'Kids',
      'child',
      'Lolita',
      'LoliCon',
      'a minor',
    ],
    ...['15yo', '15 y/o', '16 years', 'fifteen years', '15 años', '14 ans', '16 Jahre', '15 лет', '١٤ سنة', 'Im 13 yo'],
    ...[
      'Menor de edad',
      'Adolescentes',
      'Colegiala',
      'Niños',
      'Criança',
      'Novinhas',
      'Minderjährige',
      'Schulmädchen',
      'Kinder',
      'Mineurs',
      'Écolière',
      'Lycéenne',
      'Enfants',
    ],
    ...[
      'Minorenne',
      'Ragazzina',
      'Bambine',
      'Nieletnia',
      'Małoletnia',
      'Nastolatki',
      'Dziecko',
      'Малолетка',
      'Школьница',
      'Подростки',
      'Ребёнок',
      'Тинейджеры',
      'Лолита',
      'Çocuk',
      'Liseli',
      'قاصر',
      'أطفال',
      'مراهقة',
    ],
  ])('may not say "%s"', (name) => {
    expect(nameFault(name, 'room')).toBe('NAME_MINOR')
    expect(nameFault(name, 'ours')).toBe('NAME_MINOR')
    expect(nameFault(name, 'player')).toBe('NAME_MINOR')
  })

  test.each([
    ...[
      'Canteen',
      'Kate Enright',
      'Steenkamp',
      'Minorities',
      'Ursa Minor',
      'Minor key',
      'E minor',
      'Domino rally',
      'Rothschild',
      'Rich Ilda',
      'Childish Gambino',
      'Infantry',
      'Lollipop',
      'Hello Lisa',
      'Kidney pie',
    ],
    ...[
      'Old school',
      'Girls night',
      'Boys vs girls',
      'Baby come back',
      'Ten minutes',
      'Fifteen minutes',
      'Room 14',
      'Nineteen',
      'Best of 15',
      '18 years',
      'Mind games',
      'So kind',
      'Between us',
      'Bergen',
      'Skid Row',
      '14 letters',
    ],
    ...['Judge us', 'Host wanted', 'Lobby of Ada', 'Ада и Беа', 'غرفة', '日本の部屋'],
  ])('may say "%s"', (name) => {
    expect(nameFault(name, 'room')).toBeUndefined()
  })

  test.each(['HlTLER', 'НlTLЕR', 'Sіеg hеil'])('may not say "%s", even in look-alike letters', (name) => {
    expect(nameFault(name, 'room')).toBe('NAME_OFFENSIVE')
  })
})

describe('names of cups and seasons', () => {
  test.each(['Official Kla Cup', 'Moderators’ Cup', 'Admin Open', 'Кубок поддержки', 'Season 14'])(
    'may say "%s"',
    (name) => {
      expect(nameFault(name, 'ours')).toBeUndefined()
    },
  )

  test.each([
    ['Fuck Cup', 'NAME_OFFENSIVE'],
    ['Spring Сup', 'NAME_MIXED_SCRIPTS'],
    ['Teen Cup', 'NAME_MINOR'],
  ])('may not be "%s"', (name, reason) => {
    expect(nameFault(name, 'ours')).toBe(reason)
  })
})
