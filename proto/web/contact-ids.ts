import type { Reading } from './contact-readings.js'

const IDENTIFIERS = [
  // UUID.
  /(?<![a-z0-9])(?=[\d-]*[a-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![a-z0-9])/g,
  // Beginning of a UUID.
  /(?<![a-z0-9])(?=\d*[a-f])(?=[a-f]*\d)[\da-f]{8}(?![a-z0-9])/g,
  // Longer hexadecimal numbers, which change between letters and digits.
  /(?<![a-z0-9])(?=\d+[a-f]+\d|[a-f]+\d+[a-f])(?:[\da-f]{12}|[\da-f]{16}|[\da-f]{24}|[\da-f]{32,})(?![a-z0-9])/g,
  // Milliseconds since 1970.
  /(?<![\d+])1[4-9]\d{11}(?!\d)/g,
  // More digits than a telephone number has (E.164).
  /(?<![\d+])\d{16,}(?!\d)/g,
  /(?<![\d.])\d\.\d{13,}(?!\d)/g,
  // Day.
  /(?<![\d+])20[0-4]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)/g,
]

/** Stands for a character of an identifier; no pattern has it. */
const FILLER = '\u0001'

/** Hides what a program has written to tell things apart, which is no number to call and no name. */
export function withoutIdentifiers(reading: Reading): Reading {
  let { text } = reading
  for (const form of IDENTIFIERS) text = text.replace(form, (id) => FILLER.repeat(id.length))
  return text === reading.text ? reading : { ...reading, text }
}
