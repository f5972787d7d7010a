import { createHash } from 'node:crypto'

/** Names a pass of an administrator without giving it away: whoever can read the store cannot watch by it. */
export const nameOfPass = (pass: string, administratorId: number): string =>
  createHash('sha256').update(`${administratorId} ${pass}`).digest('base64url')
