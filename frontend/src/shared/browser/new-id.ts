const UUID_LENGTH = 36

/** Returns a UUID from a blob address, as insecure contexts lack `crypto.randomUUID`. */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const address = URL.createObjectURL(new Blob())
  URL.revokeObjectURL(address)
  return address.slice(-UUID_LENGTH)
}
