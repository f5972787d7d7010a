export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

export const formatMoney = (cents: number) => `$${(cents / 100).toFixed(2)}`
