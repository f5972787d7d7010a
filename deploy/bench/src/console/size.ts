/** How much there is to find. */
export interface Size {
  readonly accounts: number
  readonly reports: number
  readonly tickets: number
  readonly bans: number
  readonly auditEntries: number
}

/** What the console has to stay quick with: a few years of a busy site. */
export const FULL_SIZE: Size = {
  accounts: 100_000,
  reports: 100_000,
  tickets: 100_000,
  bans: 20_000,
  auditEntries: 1_000_000,
}

/** What was put there, and where: the cases ask for it. */
export interface Seeded extends Size {
  /** The accounts' ids follow each other from here. */
  readonly firstAccount: number
  /** Much is about this one, and this one writes much. */
  readonly busyAccount: number
  readonly reportId: number
}
