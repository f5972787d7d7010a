const UUID_LENGTH = 36

/** A random UUID. Outside of a secure context there is no `crypto.randomUUID`, but each address of a blob ends with one. */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const address = URL.createObjectURL(new Blob())
  URL.revokeObjectURL(address)
  return address.slice(-UUID_LENGTH)
}
