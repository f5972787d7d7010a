/** Language of the texts, and so of their numbers, money and dates, whatever the browser prefers. */
export const TEXT_LANGUAGE = 'en-GB'

const GROUPED_FROM = 1_000
let numbers: Intl.NumberFormat | undefined

/** Groups thousands. Small counts need no formatter, which is slow to create on a phone. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < GROUPED_FROM
    ? String(value)
    : (numbers ??= new Intl.NumberFormat(TEXT_LANGUAGE)).format(value)

let dollars: Intl.NumberFormat | undefined

export const formatMoney = (cents: number): string => {
  dollars ??= new Intl.NumberFormat(TEXT_LANGUAGE, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  })
  return dollars.format(cents / 100)
}
