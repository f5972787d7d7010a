/** Whether an account and any of the others do not want to meet, whichever of the two has blocked the other. */
export type Blocked = (accountId: number, others: readonly number[]) => Promise<boolean>
