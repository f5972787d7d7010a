const DIGIT = /\p{Nd}/u

/** Converts every script's digits to Latin. */
export const digitsAsOurs = (name: string): string =>
  [...name].map((character) => (DIGIT.test(character) ? digitOf(character) : character)).join('')

function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code < 0x80 ? digit : String(code - zero)
}
