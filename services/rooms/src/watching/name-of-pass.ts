import { createHash } from 'node:crypto'

/** Names a pass without giving it away: whoever can read the store cannot watch by it. */
export const nameOfPass = (pass: string): string => createHash('sha256').update(pass).digest('base64url')
