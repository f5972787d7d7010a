/** Whether an account and any of the others do not want to meet, whichever of the two has blocked the other. */
export type Blocked = (accountId: number, others: readonly number[]) => Promise<boolean>

/** What the block lists said before somebody sits down. */
export interface BlockVerdict {
  /** Who sat there when they were asked. */
  readonly askedOf: readonly number[]
  /** Whether one of those and the newcomer do not want to meet. */
  readonly blocked: boolean
}
