const WORDS = [
  'camera', 'rude', 'battle', 'insult', 'again', 'nothing', 'picture', 'shouted', 'minute', 'refused', 'cheated',
  'voice', 'stream', 'payment', 'account', 'login', 'room', 'friend', 'blocked', 'answer', 'please', 'twice',
  'yesterday', 'screen',
] // prettier-ignore

export const SOUGHT = { common: 'rude', rare: 'xylophone', absent: 'quetzalcoatl' } as const

const RARE_EVERY = 20_000
const WORDS_IN_A_TEXT = 12

/** SQL: a pseudo-random number below `below`, determined by `n` and `salt`. */
export const pick = (n: string, salt: number, below: number | string): string =>
  `(abs(hashint8((${n})::bigint * 1000 + ${salt})::bigint) % ${below})`

/** SQL: a text of some words, determined by `n`. */
export const textOf = (n: string): string => {
  const words = `ARRAY[${WORDS.map((word) => `'${word}'`).join()}]`
  const word = `(${words})[1 + ${pick(`((${n}) * 100 + at)`, 1, WORDS.length)}]`
  return `((SELECT string_agg(${word}, ' ') FROM generate_series(1, ${WORDS_IN_A_TEXT}) AS at)
           || CASE WHEN (${n}) % ${RARE_EVERY} = 7 THEN ' ${SOUGHT.rare}' ELSE '' END)`
}

/** SQL: one of some values with their shares of a hundred, determined by `n`. */
export function chosen(n: string, salt: number, shares: Readonly<Record<string, number>>): string {
  let below = 0
  const cases = Object.entries(shares).map(([value, share]) => {
    below += share
    return `WHEN ${pick(n, salt, 100)} < ${below} THEN '${value}'`
  })
  return `(CASE ${cases.join(' ')} END)`
}

export interface Size {
  readonly accounts: number
  readonly reports: number
  readonly tickets: number
  readonly bans: number
  readonly auditEntries: number
}

/** A few years of a busy site. */
export const FULL_SIZE: Size = {
  accounts: 100_000,
  reports: 100_000,
  tickets: 100_000,
  bans: 20_000,
  auditEntries: 1_000_000,
}

export interface Seeded extends Size {
  readonly firstAccount: number
  readonly busyAccount: number
  readonly reportId: number
}
