import { createHash, randomBytes } from 'node:crypto'

/** Bytes from a generator that nobody can foresee. */
export type Random = (bytes: number) => Buffer

const SECRET_BYTES = 32

/** A text that nobody can guess: 256 bits, base64url. */
export const newSecret = (random: Random = randomBytes): string => random(SECRET_BYTES).toString('base64url')

/** What is stored of a secret. It needs no salt and no slow hash: 256 random bits cannot be searched. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
