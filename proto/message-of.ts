const NOTHING = new Uint8Array()

/** Builds a message from these fields; the others have proto3's defaults. Nested messages have to be complete. */
export const messageOf = <T extends object>(type: { decode(input: Uint8Array): T }, fields: Partial<T> = {}): T => ({
  ...type.decode(NOTHING),
  ...fields,
})
