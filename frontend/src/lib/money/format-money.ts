/** An amount of cents in US dollars, always with two decimals. */
export const formatMoney = (cents: number) => `$${(cents / 100).toFixed(2)}`
