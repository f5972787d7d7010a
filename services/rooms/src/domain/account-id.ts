/** Whether a number can be an account's id at all. */
export const isAccountId = (value: number): boolean => Number.isSafeInteger(value) && value > 0
