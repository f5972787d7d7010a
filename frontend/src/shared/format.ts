/** How many of something: '1 point', '2 points'. For words that take a plain 's'. */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** An amount of cents in US dollars, always with two decimals. */
export const formatMoney = (cents: number) => `$${(cents / 100).toFixed(2)}`
