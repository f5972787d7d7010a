const UUID_LENGTH = 36

/** A random UUID. Without a secure context there is no `crypto.randomUUID`, but every blob address ends with one. */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const address = URL.createObjectURL(new Blob())
  URL.revokeObjectURL(address)
  return address.slice(-UUID_LENGTH)
}
