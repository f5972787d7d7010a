import { v7 } from 'uuid'

/** A UUIDv7: unique and ordered by creation time. */
export const newId = (): string => v7()
