const MARKS =
  // Marks are meant.
  // oxlint-disable-next-line no-misleading-character-class
  /[\p{Cf}\p{Me}\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f]/gu
const LETTERS: Readonly<Record<string, string>> = { ς: 'σ', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', æ: 'ae', œ: 'oe' }

/** Folds forms, case, accents and invisible characters. Upper case knows ß and ı. */
export const searchFold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[ςøłđħæœ]/g, (letter) => LETTERS[letter] ?? letter)
