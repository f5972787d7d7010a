/** Whom a report is about. */
export interface Reported {
  readonly id: number
  readonly username: string
}
