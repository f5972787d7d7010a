/** What an address held when it was fetched. */
export interface CachedMedia {
  /** Names the content as it is served: a hash of it. */
  readonly digest: string
  /** SHA-256 of the bytes as they were fetched. */
  readonly sourceDigest: string
  readonly contentType: string
  readonly size: number
  readonly fetchedAtMs: number
}
