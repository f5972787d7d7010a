/** Something that the person at the keyboard can mend; printed as it is, without a stack. */
export class LocalFailure extends Error {
  override readonly name = 'LocalFailure'
}

/** Says in one line what is being done. */
export type Say = (line: string) => void
