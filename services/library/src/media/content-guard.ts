/** What media must not be shown. Asked with each request, so it answers from memory. */
export interface ContentGuard {
  addressBlocked(address: string): boolean
  /** By the SHA-256 of the bytes as fetched. */
  contentBlocked(sourceDigest: string): boolean
  /** Told of an address that holds blocked content; blocks it too if it is one of ours. */
  foundBlocked(address: string, sourceDigest: string): Promise<void>
  /** Told of what an address holds, with each fetch. */
  fetched(address: string, sourceDigest: string): void
}
