import { hash } from 'node:crypto'
import { v7 } from 'uuid'

/** A UUIDv7: unique and ordered by creation time. */
export const newId = (): string => v7()

/** Derives a UUID (RFC 9562, version 8) from a name: the same for the same name. */
export function idNamed(name: string): string {
  const hex = hash('sha256', name)
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
